#include "grammar/argument_rules.h"

#include <algorithm>
#include <array>

#include "grammar/argument_list.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/loose_schema.h"
#include "grammar/schema_document.h"
#include "grammar/schema_refusal.h"
#include "grammar/schema_types.h"
#include "grammar/schema_values.h"
#include "grammar/string_form.h"
#include "grammar/token_texts.h"
#include "grammar/value_endings.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

/// A kind of value with the name of its type in a schema.
struct ValueKind {
    json_type::Mask types;
    const char* type;
    ArgumentForm::Value ArgumentForm::*form;
};
constexpr std::array valueKinds = {
    ValueKind{json_type::number, "number", &ArgumentForm::number},
    ValueKind{json_type::boolean, "boolean", &ArgumentForm::boolean},
    ValueKind{json_type::null, "null", &ArgumentForm::null},
    ValueKind{json_type::array, "array", &ArgumentForm::list},
    ValueKind{json_type::object, "object", &ArgumentForm::object},
};

/// Texts that are read as a value of one of these types.
std::string patternOfValues(json_type::Mask types) {
    std::string out;
    const auto add = [&](json_type::Mask mask, const char* pattern) {
        if ((types & mask) != 0) out += (out.empty() ? "(?:" : "|") + std::string(pattern);
    };
    add(json_type::number, R"(^\s*-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$)");
    add(json_type::boolean, R"(^\s*(?:true|false|True|False)\s*$)");
    add(json_type::null, R"(^\s*(?:null|None)\s*$)");
    add(json_type::array, R"(^\s*\[)");
    add(json_type::object, R"(^\s*\{)");
    return out + ")";
}

class ArgumentRules {
public:
    ArgumentRules(Rules& rules, const CallForm& call, std::span<const std::string> tools, const Json& tool,
                  std::vector<LeftOut>& leftOut)
        : m_rules(rules),
          m_call(call),
          m_form(*call.arguments),
          m_tools(tools),
          m_strict(tool.value("strict", Json(false)) == true),
          m_schema(tool.value("parameters", Json::object())),
          m_leftOut(leftOut) {
        ArgumentList list = argumentListOf(m_schema);
        for (LeftOut& one : list.leftOut) leaveOut(std::move(one));
        m_arguments = std::move(list.arguments);
        for (const DeclaredArgument& argument : m_arguments) m_keys.push_back(argument.key);
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
    /// Throws SchemaRefusal where everything has to be held.
    void leaveOut(LeftOut one) {
        if (m_strict) {
            const SchemaRefusal refusal(one.keyword.empty() ? "schema" : one.keyword, one.why, nullptr);
            throw one.property.empty() ? refusal : SchemaRefusal(refusal, one.property);
        }
        const auto same = [&](const LeftOut& other) {
            return other.property == one.property && other.keyword == one.keyword;
        };
        if (std::ranges::none_of(m_leftOut, same)) m_leftOut.push_back(std::move(one));
    }
    /// The keywords of an argument's schema that are not held.
    void leaveOut(const std::string& key, std::vector<LeftOut> all) {
        for (LeftOut& one : all) {
            const bool isList = one.property.starts_with('[');
            one.property = key + (one.property.empty() || isList ? "" : ".") + one.property;
            leaveOut(std::move(one));
        }
    }

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

    /// Every type that the schema leaves possible, in the marks that the form has for it.
    Rules::Id value(size_t index) {
        const DeclaredArgument& argument = m_arguments[index];
        const json_type::Mask types = typesOf(argument.schema, m_schema);
        const bool isAny = types == json_type::any;
        std::vector<Rules::Id> ways;
        if ((types & json_type::string) != 0 && m_form.text.known)
            ways.push_back(framed(m_form.text, text(argument, types), argument.key));
        for (const ValueKind& kind : valueKinds) {
            const ArgumentForm::Value& frame = frameOf(kind);
            if ((types & kind.types) == 0 || !frame.known) continue;
            // A text without a type may spell any value already.
            if (isAny && frame == m_form.text) continue;
            ways.push_back(framed(frame, valueOf(kind, argument, types), argument.key));
        }
        if (!ways.empty()) return m_rules.choice(std::move(ways));
        // Readers take JSON for tags, too.
        if (m_strict && m_form.nested.kind == Notation::Kind::Tags)
            for (const ValueKind& kind : valueKinds)
                if ((types & kind.types) != 0)
                    ways.push_back(framed(m_form.text, json(argument, kind.type), argument.key));
        if (!ways.empty()) return m_rules.choice(std::move(ways));
        if (m_strict || !m_form.text.known)
            throw Error(errors::valueWithoutForm, {readableText(argument.key)});
        leaveOut({argument.key, "", "this model's family has no way to write such values"});
        return framed(m_form.text, text({.key = argument.key, .schema = true}, json_type::any), argument.key);
    }

    const ArgumentForm::Value& frameOf(const ValueKind& kind) const {
        const bool isHiddenNull = kind.types == json_type::null && !m_form.null.known;
        return isHiddenNull ? m_form.boolean : m_form.*kind.form;
    }

    Rules::Id valueOf(const ValueKind& kind, const DeclaredArgument& argument, json_type::Mask types) {
        const bool isPython = m_form.yes == "True";
        // Such models write either spelling.
        if (kind.types == json_type::null && (isPython || m_form.nested.kind == Notation::Kind::Gemma))
            return m_rules.choice({m_rules.literal("None"), m_rules.literal("null")});
        if (kind.types == json_type::null) return m_rules.literal("null");
        if (kind.types == json_type::boolean && isPython)
            return m_rules.choice({m_rules.literal("True"), m_rules.literal("False"), m_rules.literal("true"),
                                   m_rules.literal("false")});
        if (kind.types == json_type::number && (types & json_type::number) == json_type::integer)
            return json(argument, "integer");
        return json(argument, kind.type);
    }

    Rules::Id framed(const ArgumentForm::Value& kind, Rules::Id value, std::string_view key) {
        return m_rules.sequence(
            {spelledPiece(m_rules, kind.before, key), value, spelledPiece(m_rules, kind.behind, key)});
    }

    /// A schema as one of its types, with what its references name.
    Json only(const Json& schema, const char* type) const {
        Json whole = schema;
        if (!schema.is_object() || schema.value("type", Json()) != type)
            whole = Json{{"allOf", Json::array({{{"type", type}}, schema})}};
        for (const char* definitions : {"$defs", "definitions"})
            if (m_schema.contains(definitions)) whole[definitions] = m_schema[definitions];
        return whole;
    }

    /// Tags are not held.
    Notation notation(std::string_view type) const {
        const bool isNested = type == "object" || type == "array";
        return isNested && m_form.nested.kind != Notation::Kind::Tags ? m_form.nested : Notation();
    }

    Rules::Id json(const DeclaredArgument& argument, const char* type) {
        LooseSchema loose = readLooseSchema(only(argument.schema, type), false, notation(type));
        leaveOut(argument.key, std::move(loose.leftOut));
        return m_rules.embed(loose.rules, std::string(1, markSign));
    }

    /// A text as it is, without quotation marks unless they are in the form.
    Rules::Id text(const DeclaredArgument& argument, json_type::Mask types) {
        const std::vector<std::string> endings =
            m_form.quote == 0 ? valueEndings(m_call, m_form.text, m_tools, m_keys, argument.key)
                              : std::vector<std::string>();
        TextSet before = textsBefore(endings);
        // A text must not be readable as another value that the schema allows.
        const auto others = static_cast<json_type::Mask>(types & ~json_type::string);
        const bool share = std::ranges::any_of(valueKinds, [&](const ValueKind& kind) {
            return (others & kind.types) != 0 && frameOf(kind) == m_form.text;
        });
        if (types != json_type::any && share && m_form.quote == 0)
            before = before & TextSet::of(patternOfValues(others), TextSet::Fit::Part).complement();
        const Json schema = only(argument.schema, "string");
        try {
            return textOf(schema, before);
        } catch (const Error&) {
            // Something of it cannot be held.
        }
        LooseSchema loose = readLooseSchema(schema, false);
        leaveOut(argument.key, std::move(loose.leftOut));
        try {
            return textOf(loose.schema, before);
        } catch (const Error& error) {
            leaveOut({argument.key, "", error.what()});
            return m_form.quote == 0 ? spelled(before) : quoted(TextSet::all());
        }
    }

    /// The texts of a schema that are in a set.
    Rules::Id textOf(const Json& schema, const TextSet& before) {
        const SchemaDocument document(schema);
        SchemaWays alternatives(document);
        std::vector<Rules::Id> ways;
        for (const SchemaParts& parts : alternatives.of({&document.root()})) {
            if (parts.values()) {
                for (const Json& one : *parts.values())
                    if (fits(one, parts, alternatives) && one.is_string())
                        ways.push_back(m_rules.literal(withBackslashes(one.get<std::string>())));
            } else if (m_form.quote != 0) {
                ways.push_back(quoted(parts.texts()));
            } else {
                ways.push_back(spelled(parts.texts().within(before)));
            }
        }
        return m_rules.choice(std::move(ways));
    }

    /// Texts with the marks that they hold, as tokens of their own or letter by letter.
    template <typename Texts>
    Rules::Id spelled(const Texts& texts) {
        return texts.spell(m_rules, [](Rules& to, const CodePoints& points) {
            return to.sequence({to.optional(to.literal(std::string(1, markSign))), to.characters(points)});
        });
    }

    /// A text between quotation marks with backslashes.
    std::string withBackslashes(const std::string& text) const {
        if (m_form.quote == 0) return text;
        std::string out;
        for (const char c : text) {
            const size_t control = std::string_view("\n\t\r").find(c);
            if (c == '\\' || c == m_form.quote || control != std::string_view::npos) out += '\\';
            out += control == std::string_view::npos ? c : "ntr"[control];
        }
        return out;
    }

    template <typename Texts>
    Rules::Id quoted(const Texts& texts) {
        return texts.spell(m_rules, [this](Rules& to, const CodePoints& points) {
            const std::string escaped = std::string("\n\t\r\\") + m_form.quote;
            CodePoints plain = points & CodePoints({{0x20, CodePoints::last}});
            std::vector<Rules::Id> ways;
            for (const char c : escaped) {
                const CodePoints one = CodePoints::one(static_cast<uint8_t>(c));
                plain = plain - one;
                if (!(points & one).empty()) ways.push_back(to.literal(withBackslashes(std::string(1, c))));
            }
            if (!plain.empty()) ways.push_back(to.characters(plain));
            return to.choice(std::move(ways));
        });
    }

    Rules& m_rules;
    const CallForm& m_call;
    const ArgumentForm& m_form;
    std::span<const std::string> m_tools;
    bool m_strict;
    Json m_schema;
    std::vector<LeftOut>& m_leftOut;
    std::vector<std::string> m_keys;
    std::vector<DeclaredArgument> m_arguments;
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

Rules::Id argumentRules(Rules& rules, const CallForm& form, std::span<const std::string> tools,
                        const nlohmann::ordered_json& tool, std::vector<LeftOut>& leftOut) {
    return ArgumentRules(rules, form, tools, tool, leftOut).make();
}

}  // namespace hearth::grammar
