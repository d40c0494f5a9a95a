#pragma once

#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::grammar {

using Json = nlohmann::ordered_json;

/// The keys and indices from a value to a part of it; empty: it is the value itself, or no part of it.
std::vector<std::string> stepsBetween(const Json& from, const Json* part);
/// The property to whose schema such steps lead, as people write it ("filter.tags[]"); empty: the schema
/// itself.
std::string propertyOf(const std::vector<std::string>& steps);

/// A JSON schema with the places that its references name. It stays where it is.
class SchemaDocument {
public:
    /// Throws Error(BadInput): it is no JSON, or no schema.
    explicit SchemaDocument(std::string_view text);
    /// Lists of "items", as they were until draft 7, become "prefixItems".
    template <std::same_as<Json> Root>
    explicit SchemaDocument(Root root) : m_root(std::move(root)) {
        read();
    }
    SchemaDocument(const SchemaDocument&) = delete;
    SchemaDocument& operator=(const SchemaDocument&) = delete;

    const Json& root() const noexcept { return m_root; }
    /// The schema that the "$ref" of a schema names. Throws Error(BadInput), also if it is not in the
    /// document.
    const Json& resolve(const Json& schema) const;
    std::vector<std::string> stepsTo(const Json* part) const { return stepsBetween(m_root, part); }
    std::string propertyAt(const Json* part) const { return propertyOf(stepsTo(part)); }

private:
    void read();
    void note(const Json& schema, const std::string& base);

    Json m_root;
    std::map<std::string, const Json*, std::less<>> m_named;  ///< by URI, with its anchor if it has one
    std::map<const Json*, std::string> m_bases;               ///< URIs that schemas refer from
};

}  // namespace hearth::grammar
