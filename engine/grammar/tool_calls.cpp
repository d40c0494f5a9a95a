#include "grammar/tool_calls.h"

#include "grammar/argument_rules.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/json_text.h"
#include "grammar/schema_document.h"
#include "hearth/bounded_json.h"

namespace hearth::grammar {

namespace {

Rules::Id jsonArguments(Rules& rules, JsonText& json, const Json& tool) {
    Json schema = tool.value("parameters", Json::object());
    if (!schema.is_object() || schema.empty()) return json.object();
    if (schema.contains("properties") && !schema.contains("additionalProperties"))
        schema["additionalProperties"] = false;
    // Arguments are an object, whether the schema says so or not.
    try {
        return rules.embed(readJsonSchema(Json{{"allOf", Json::array({{{"type", "object"}}, schema})},
                                               {"$defs", schema.value("$defs", Json::object())}}
                                              .dump()));
    } catch (const Error&) {
        if (tool.value("strict", Json(false)) == true) throw;
        return json.object();
    }
}

/// Any text. Marks are no characters, so it ends at one.
Rules::Id freeText(Rules& rules) {
    return rules.repeat(rules.characters(CodePoints::all()), 0);
}

}  // namespace

Rules toolCallRules(std::string_view source, const CallForm& form) {
    const Json asked = parseOrderedJson(source);
    if (!asked.is_object() || !asked.contains("tools")) throw Error(errors::schemaNotJson);
    Rules rules;
    JsonText json(rules, JsonText::Spacing::Fixed);
    std::vector<Rules::Id> calls, middles;
    for (const std::string& middle : form.middle) middles.push_back(spelledPiece(rules, middle));
    if (middles.empty()) middles.push_back(rules.empty());
    for (const Json& tool : asked["tools"]) {
        // Where the name stands in quotation marks, they are in the pieces around it.
        std::string name = tool.at("name").dump();
        name = name.substr(1, name.size() - 2);
        calls.push_back(form.arguments ? rules.sequence({rules.literal(name),
                                                         argumentRules(rules, *form.arguments, tool)})
                                       : rules.sequence({rules.literal(name), rules.choice(middles),
                                                         jsonArguments(rules, json, tool)}));
    }
    const Rules::Id call = rules.shared("call", rules.choice(std::move(calls)));
    Rules::Id all = call;
    if (form.several && asked.value("parallel", Json(true)) == true)
        all = rules.sequence(
            {call, rules.repeat(rules.sequence({spelledPiece(rules, form.between), call}), 0, 15)});
    std::vector<Rules::Id> parts;
    if (!form.freeOpen.empty())
        parts.push_back(rules.optional(
            rules.sequence({rules.literal(form.freeOpen), freeText(rules), rules.literal(form.freeClose)})));
    parts.insert(parts.end(), {spelledPiece(rules, form.first), all, spelledPiece(rules, form.last)});
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, rules.sequence(std::move(parts)));
    rules.setStart(root);
    return rules;
}

}  // namespace hearth::grammar
