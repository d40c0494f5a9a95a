#include "grammar/argument_rules.h"

#include <algorithm>

#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/schema_document.h"
#include "grammar/text_set.h"

namespace hearth::grammar {

namespace {

/// A text as a regular expression that fits it alone.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\^$.|?*+()[]{}/-").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

bool isQuote(std::string_view text) {
    return text == "'" || text == "\"";
}

class ArgumentRules {
public:
    ArgumentRules(Rules& rules, const ArgumentForm& form, const Json& tool)
        : m_rules(rules), m_form(form), m_strict(tool.value("strict", Json(false)) == true) {
        const Json schema = tool.value("parameters", Json::object());
        if (!schema.is_object()) return;
        m_defs = schema.value("$defs", Json::object());
        const Json properties = schema.value("properties", Json::object());
        if (!properties.is_object()) return;
        const Json required = schema.value("required", Json::array());
        for (const auto& [key, value] : properties.items())
            m_arguments.push_back(
                {.key = key,
                 .schema = value,
                 .required = std::find(required.begin(), required.end(), Json(key)) != required.end()});
    }

    Rules::Id make() {
        // From the last one on: what follows an argument is known before the argument is.
        std::vector<Rules::Id> from(m_arguments.size());
        for (size_t i = m_arguments.size(); i-- > 0;)
            from[i] = m_rules.shared(
                m_arguments[i].key,
                m_rules.sequence({m_rules.literal(m_arguments[i].key), value(i),
                                  behind(from, i + 1, m_form.between, m_form.last, m_arguments[i].key)}));
        return behind(from, 0, m_form.first, m_form.none, {});
    }

private:
    struct Argument {
        std::string key;
        Json schema;
        bool required = false;
    };

    /// One of the arguments from `next` on that may be the next, or the end.
    Rules::Id behind(const std::vector<Rules::Id>& from, size_t next, std::string_view before,
                     std::string_view end, std::string_view key) {
        std::vector<Rules::Id> ways;
        for (; next < m_arguments.size(); ++next) {
            ways.push_back(m_rules.sequence({spelledPiece(m_rules, before, key), from[next]}));
            if (m_arguments[next].required) return m_rules.choice(std::move(ways));
        }
        ways.push_back(spelledPiece(m_rules, end, key));
        return m_rules.choice(std::move(ways));
    }

    Rules::Id value(size_t index) {
        const Argument& argument = m_arguments[index];
        const Json type = argument.schema.is_object() ? argument.schema.value("type", Json()) : Json();
        const bool isText = type == "string" || !argument.schema.is_object() ||
                            (!type.is_string() && !argument.schema.contains("$ref"));
        if (isText) return framed(m_form.text, text(argument.schema), argument.key);
        if (type == "boolean" && m_form.yes == "True")
            return framed(m_form.boolean,
                          m_rules.choice({m_rules.literal("True"), m_rules.literal("False"),
                                          m_rules.literal("true"), m_rules.literal("false")}),
                          argument.key);
        return framed(kindOf(type), json(argument.schema), argument.key);
    }

    const ArgumentForm::Value& kindOf(const Json& type) const {
        if (type == "integer" || type == "number") return m_form.number;
        if (type == "boolean") return m_form.boolean;
        return type == "array" ? m_form.list : m_form.object;
    }

    Rules::Id framed(const ArgumentForm::Value& kind, Rules::Id value, std::string_view key) {
        if (!kind.known) throw Error(errors::valueWithoutForm, {key});
        return m_rules.sequence(
            {spelledPiece(m_rules, kind.before, key), value, spelledPiece(m_rules, kind.behind, key)});
    }

    Rules::Id json(const Json& schema) {
        Json whole = schema;
        whole["$defs"] = m_defs;
        try {
            return m_rules.embed(readJsonSchema(whole.dump()));
        } catch (const Error&) {
            if (m_strict) throw;
            Json plain = Json::object();
            if (schema.contains("type")) plain["type"] = schema["type"];
            return m_rules.embed(readJsonSchema(plain.dump()));
        }
    }

    /// A text as it is, without quotation marks unless they are in the form.
    Rules::Id text(const Json& schema) {
        std::vector<std::string> given;
        if (schema.is_object() && schema.contains("enum") && schema["enum"].is_array()) {
            for (const Json& one : schema["enum"])
                if (one.is_string()) given.push_back(one.get<std::string>());
        } else if (schema.is_object() && schema.contains("const") && schema["const"].is_string()) {
            given.push_back(schema["const"].get<std::string>());
        }
        if (!given.empty()) {
            std::vector<Rules::Id> ways;
            for (const std::string& one : given) ways.push_back(m_rules.literal(withBackslashes(one)));
            return m_rules.choice(std::move(ways));
        }
        if (isQuote(m_form.textEnd)) return quoted();
        const TextSet fits =
            asked(schema) & TextSet::of(escaped(m_form.textEnd), TextSet::Fit::Part).complement();
        return fits.spell(m_rules, [](Rules& to, const CodePoints& points) { return to.characters(points); });
    }

    /// A text as it stands between quotation marks, where the form has them.
    std::string withBackslashes(const std::string& text) const {
        if (!isQuote(m_form.textEnd)) return text;
        std::string out;
        for (const char c : text) {
            const size_t control = std::string_view("\n\t\r").find(c);
            if (c == '\\' || c == m_form.textEnd.front() || control != std::string_view::npos) out += '\\';
            out += control == std::string_view::npos ? c : "ntr"[control];
        }
        return out;
    }

    /// What the schema asks of a text.
    TextSet asked(const Json& schema) const {
        TextSet fits = TextSet::all();
        if (!schema.is_object()) return fits;
        try {
            if (schema.contains("pattern") && schema["pattern"].is_string())
                fits = fits & TextSet::of(schema["pattern"].get<std::string>(), TextSet::Fit::Part);
            const auto count = [&](const char* name) {
                return schema.contains(name) && schema[name].is_number_unsigned()
                           ? std::optional(schema[name].get<size_t>())
                           : std::nullopt;
            };
            if (count("minLength") || count("maxLength"))
                fits = fits & TextSet::lengths(count("minLength").value_or(0), count("maxLength"));
        } catch (const Error&) {
            if (m_strict) throw;
            return TextSet::all();
        }
        return fits;
    }

    Rules::Id quoted() {
        const auto quote = static_cast<uint32_t>(m_form.textEnd.front());
        const CodePoints plain =
            CodePoints({{0x20, CodePoints::last}}) - CodePoints::one(quote) - CodePoints::one('\\');
        const CodePoints behindBackslash =
            CodePoints({{'n', 'n'}, {'t', 't'}, {'r', 'r'}, {'\\', '\\'}, {quote, quote}});
        return m_rules.repeat(
            m_rules.choice({m_rules.characters(plain),
                            m_rules.sequence({m_rules.literal("\\"), m_rules.characters(behindBackslash)})}),
            0);
    }

    Rules& m_rules;
    const ArgumentForm& m_form;
    bool m_strict;
    Json m_defs = Json::object();
    std::vector<Argument> m_arguments;
};

}  // namespace

Rules::Id spelledPiece(Rules& rules, std::string_view piece, std::string_view key) {
    std::vector<Rules::Id> parts;
    while (!piece.empty()) {
        const size_t at = std::min(piece.find_first_of("\x01\x02\x03"), piece.size());
        if (at > 0) parts.push_back(rules.literal(piece.substr(0, at)));
        if (at == piece.size()) break;
        const CodePoints digits({{'0', '9'}});
        if (piece[at] == idSign)
            parts.push_back(
                rules.repeat(rules.characters(digits | CodePoints({{'a', 'z'}, {'A', 'Z'}})), 9, 9));
        else if (piece[at] == countSign)
            parts.push_back(rules.repeat(rules.characters(digits), 1, 3));
        else
            parts.push_back(rules.literal(key));
        piece.remove_prefix(at + 1);
    }
    return rules.sequence(std::move(parts));
}

Rules::Id argumentRules(Rules& rules, const ArgumentForm& form, const nlohmann::ordered_json& tool) {
    return ArgumentRules(rules, form, tool).make();
}

}  // namespace hearth::grammar
