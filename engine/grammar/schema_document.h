#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hearth::grammar {

using Json = nlohmann::ordered_json;

/// A JSON schema with the places that its references name. It stays where it is.
class SchemaDocument {
public:
    /// Throws Error(BadInput): it is no JSON, or no schema.
    explicit SchemaDocument(std::string_view text);
    SchemaDocument(const SchemaDocument&) = delete;
    SchemaDocument& operator=(const SchemaDocument&) = delete;

    const Json& root() const noexcept { return m_root; }
    /// What the "$ref" of a schema names. Throws Error(BadInput), for what is not in the document too.
    const Json& resolve(const Json& schema) const;

private:
    void note(const Json& schema, const std::string& base);

    Json m_root;
    std::map<std::string, const Json*, std::less<>> m_named;  ///< by URI, with its anchor if it has one
    std::map<const Json*, std::string> m_bases;               ///< URIs that schemas refer from
};

}  // namespace hearth::grammar
