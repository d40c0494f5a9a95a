#include "grammar/tool_calls.h"

#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/json_text.h"
#include "grammar/schema_document.h"
#include "hearth/bounded_json.h"

namespace hearth::grammar {

namespace {

Rules::Id argumentsOf(Rules& rules, JsonText& json, const Json& tool) {
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

}  // namespace

Rules toolCallRules(std::string_view source, const CallForm& form) {
    const Json asked = parseOrderedJson(source);
    if (!asked.is_object() || !asked.contains("tools")) throw Error(errors::schemaNotJson);
    Rules rules;
    JsonText json(rules, JsonText::Spacing::Fixed);
    std::vector<Rules::Id> calls;
    for (const Json& tool : asked["tools"]) {
        const Json& name = tool.at("name");
        const std::string text = form.quotesName ? name.dump() : name.get<std::string>();
        calls.push_back(rules.sequence({rules.literal(form.open + text + form.middle),
                                        argumentsOf(rules, json, tool), rules.literal(form.close)}));
    }
    const Rules::Id call = rules.shared("call", rules.choice(std::move(calls)));
    Rules::Id all = call;
    if (form.several && asked.value("parallel", Json(true)) == true)
        all =
            rules.sequence({call, rules.repeat(rules.sequence({rules.literal(form.between), call}), 0, 15)});
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, rules.sequence({rules.literal(form.first), all, rules.literal(form.last)}));
    rules.setStart(root);
    return rules;
}

}  // namespace hearth::grammar
