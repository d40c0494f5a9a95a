#include "grammar/argument_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grammar/schema_keywords.h"
#include "hearth/error.h"

namespace hearth::grammar {

namespace {

constexpr const char* notOneByOne = "this model writes arguments one by one";

class ListReader {
public:
    explicit ListReader(const Json& parameters) : m_document(parameters) {}

    ArgumentList read() {
        add(m_document.root(), true, 0);
        for (DeclaredArgument& argument : m_list.arguments)
            argument.required = std::ranges::find(m_required, argument.key) != m_required.end();
        return std::move(m_list);
    }

private:
    /// `always`: false for one of several alternatives.
    void add(const Json& schema, bool always, int depth) {
        constexpr int deepest = 16;
        if (!schema.is_object() || depth > deepest) return;
        for (const auto& [keyword, value] : schema.items()) addKeyword(schema, keyword, value, always, depth);
    }

    void addKeyword(const Json& schema, const std::string& keyword, const Json& value, bool always,
                    int depth) {
        if (keyword == "$ref") {
            addReferred(schema, always, depth);
        } else if (keyword == "properties" && value.is_object()) {
            for (const auto& [key, property] : value.items()) addArgument(key, property);
        } else if (keyword == "required" && value.is_array()) {
            if (!always) return;
            for (const Json& key : value)
                if (key.is_string()) m_required.push_back(key.get<std::string>());
        } else if (keyword == "allOf" && value.is_array()) {
            for (const Json& part : value) add(part, always, depth + 1);
        } else if ((keyword == "anyOf" || keyword == "oneOf") && value.is_array()) {
            for (const Json& part : value) add(part, always && value.size() == 1, depth + 1);
            if (value.size() > 1) leaveOut(keyword);
        } else if (limits(schema, keyword, value)) {
            leaveOut(keyword);
        }
    }

    void addReferred(const Json& schema, bool always, int depth) {
        try {
            add(m_document.resolve(schema), always, depth + 1);
        } catch (const Error&) {
            leaveOut("$ref");
        }
    }

    void addArgument(const std::string& key, const Json& property) {
        const auto known = std::ranges::find(m_list.arguments, key, &DeclaredArgument::key);
        if (known == m_list.arguments.end())
            m_list.arguments.push_back({.key = key, .schema = property});
        else if (known->schema != property)
            known->schema = {{"allOf", Json::array({known->schema, property})}};
    }

    /// True if a keyword limits an object in another way than by its properties.
    static bool limits(const Json& schema, const std::string& keyword, const Json& value) {
        // Arguments that the schema does not name are never written.
        if (keyword == "additionalProperties" || keyword == "unevaluatedProperties") return false;
        constexpr std::array others = {"minProperties", "maxProperties", "not", "if", "const", "enum"};
        if (std::ranges::find(others, keyword) != others.end()) return value != 0;
        if (keyword == "propertyNames") return value != true && value != Json::object();
        return isRefused(keyword, schema);
    }

    void leaveOut(const std::string& keyword) {
        if (std::ranges::find(m_list.leftOut, keyword, &LeftOut::keyword) == m_list.leftOut.end())
            m_list.leftOut.push_back({"", keyword, notOneByOne});
    }

    const SchemaDocument m_document;
    ArgumentList m_list;
    std::vector<std::string> m_required;
};

}  // namespace

ArgumentList argumentListOf(const Json& parameters) {
    return parameters.is_object() ? ListReader(parameters).read() : ArgumentList();
}

}  // namespace hearth::grammar
