#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "grammar/schema_parts.h"
#include "grammar/schema_refusal.h"

namespace hearth::grammar {

/// The ways in which schemas can hold together: references followed, allOf joined, one of each anyOf and
/// oneOf chosen. Throws SchemaRefusal for what cannot be honoured.
class SchemaWays {
public:
    explicit SchemaWays(const SchemaDocument& document) : m_document(document) {}
    std::vector<SchemaParts> of(const Schemas& schemas);
    /// True if no value fits; false if that is not certain.
    bool empty(const Schemas& schemas);
    /// Keeps a schema that is in no document, created for a keyword of another one.
    const Json& keep(Json schema, const Json* holder, std::string keyword);
    /// A refusal in terms of the document: a schema that was created for a keyword cannot be enforced because
    /// of that keyword.
    SchemaRefusal inDocument(const SchemaRefusal& refusal) const;

private:
    /// A schema that is in no document.
    struct Made {
        Json schema;
        const Json* holder = nullptr;
        std::string keyword;
    };
    using Groups = std::vector<std::vector<const Json*>>;
    struct Way {
        Schemas held;
        Groups groups;  ///< of which one has to be chosen each
    };
    bool hold(Way& way, const Json& schema);
    void choose(Way way, std::vector<Schemas>& out);
    const std::vector<const Json*>& alternativesOf(const Json& schema);
    void decideOneOf(const Json& schema, std::vector<const Json*>& out);
    const Json& negationOf(const Json& schema, const std::string& keyword, const Json& holder);
    bool empty(const SchemaParts& parts);

    const SchemaDocument& m_document;
    std::vector<Schemas> m_asked;                                    ///< whose emptiness is being found out
    std::map<const Json*, std::vector<const Json*>> m_alternatives;  ///< by the schema with "oneOf" or "if"
    std::map<std::string, const Json*> m_negations;                  ///< by what is negated
    std::deque<Made> m_made;
};

}  // namespace hearth::grammar
