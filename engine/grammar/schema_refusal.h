#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "grammar/grammar_errors.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

/// A keyword of a schema to which a reply cannot be held.
class SchemaRefusal : public Error {
public:
    /// `schema`: the object that has the keyword; nullptr: unknown. Of the keyword "schema": what is to be
    /// one.
    SchemaRefusal(std::string keyword, std::string why, const nlohmann::ordered_json* schema)
        : Error(errors::schemaKeyword, {keyword, why}),
          m_keyword(std::move(keyword)),
          m_why(std::move(why)),
          m_schema(schema) {}
    /// The same, with the property whose schema has the keyword, as people write it ("filter.tags[]").
    SchemaRefusal(const SchemaRefusal& refusal, const std::string& property)
        : Error(errors::schemaPropertyKeyword, {refusal.m_keyword, readableText(property), refusal.m_why}),
          m_keyword(refusal.m_keyword),
          m_why(refusal.m_why),
          m_property(property),
          m_schema(refusal.m_schema) {}

    const std::string& keyword() const noexcept { return m_keyword; }
    const std::string& why() const noexcept { return m_why; }
    /// Empty: the schema itself.
    const std::string& property() const noexcept { return m_property; }
    const nlohmann::ordered_json* schema() const noexcept { return m_schema; }

private:
    std::string m_keyword, m_why, m_property;
    const nlohmann::ordered_json* m_schema;
};

}  // namespace hearth::grammar
