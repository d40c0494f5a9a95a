#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grammar/number_range.h"
#include "grammar/schema_document.h"
#include "grammar/string_form.h"

namespace hearth::grammar {

/// Schemas that hold together, as places in their document; in order, each once.
using Schemas = std::vector<const Json*>;

/// Types of JSON values, one bit each; numbers are integers or not.
namespace json_type {
using Mask = uint8_t;
inline constexpr Mask null = 1, boolean = 2, integer = 4, fraction = 8, string = 16, array = 32, object = 64;
inline constexpr Mask number = integer | fraction, any = 127;
}  // namespace json_type

/// The constraints of a schema on a value once its references and alternatives are decided: the keywords of
/// several schemas, all of which apply. It refers to their document.
class SchemaParts {
public:
    /// Throws SchemaRefusal for keywords that Hearth does not support.
    explicit SchemaParts(Schemas schemas);

    json_type::Mask types() const noexcept { return m_types; }
    /// The values of "enum" and "const"; nullopt: any.
    const std::optional<std::vector<Json>>& values() const noexcept { return m_values; }
    bool isExcluded(const Json& value) const;
    /// Nothing but the types is asked for.
    bool onlyTypes() const noexcept { return m_onlyTypes && !m_values; }

    bool boundsNumbers() const noexcept;
    TextSet numbers() const;  ///< of the types that are left
    bool fitsNumber(const Json& value) const;

    size_t leastCharacters() const noexcept { return m_characters.least; }
    const std::optional<size_t>& mostCharacters() const noexcept { return m_characters.most; }
    bool hasPatterns() const noexcept;
    /// Throws SchemaRefusal for expressions that are not regular or too large.
    const StringForm& texts() const;

    struct Counts {
        size_t least = 0;
        std::optional<size_t> most;
        bool empty() const noexcept { return most && *most < least; }
        bool fits(size_t count) const noexcept { return count >= least && (!most || count <= *most); }
    };
    const Counts& items() const noexcept { return m_items; }
    /// Number of items that have a schema of their own.
    size_t prefixItems() const noexcept { return m_prefixItems; }
    Schemas item(size_t index) const;
    /// The schema that requires all items to be different; nullptr: none does.
    const Json* distinctItems() const noexcept { return m_distinct; }

    const Counts& properties() const noexcept { return m_properties; }
    /// The named properties, in their order. Properties that are named only as required come last.
    const std::vector<std::string>& names() const noexcept { return m_names; }
    bool requires_(const std::string& name) const;
    Schemas property(const std::string& name) const;
    /// Of properties that no schema names.
    Schemas otherProperty() const;
    /// Of the names of properties.
    const Schemas& propertyNames() const noexcept { return m_propertyNames; }

private:
    struct Expression {
        std::string text;
        const Json* schema = nullptr;  ///< that has it
        const char* keyword = "pattern";
    };
    [[noreturn]] void refuse(const std::string& keyword, const std::string& why) const;
    void read(const Json& schema);
    bool readForOne(const std::string& keyword, const Json& value);
    bool readForMany(const std::string& keyword, const Json& value);
    void readExpression(const std::string& keyword, const Json& value);
    void readMultiple(const Json& value);
    std::string whatIsWrongWith(const Expression& expression) const;
    void readTypes(const Json& value);
    void readValues(const Json& values);
    void readBound(const std::string& keyword, const Json& value);
    void readCount(Counts& counts, bool least, const std::string& keyword, const Json& value);
    void exclude(const Json& value);
    void addName(const std::string& name);

    Schemas m_schemas;
    const Json* m_reading = nullptr;  ///< while it is read
    json_type::Mask m_types = json_type::any;
    std::optional<std::vector<Json>> m_values;
    bool m_onlyTypes = true;
    std::optional<NumberBound> m_least, m_most;
    std::optional<double> m_leastValue, m_mostValue;
    Counts m_characters, m_items, m_properties;
    std::vector<std::pair<TextSet, const Json*>> m_multiples;  ///< with the schemas that ask for them
    std::vector<Expression> m_patterns;                        ///< that fit some part
    std::vector<std::string> m_notPatterns;                    ///< and those that fit none
    mutable std::shared_ptr<const StringForm> m_texts;         ///< made when first asked for
    std::vector<Json> m_excluded;
    size_t m_prefixItems = 0;
    const Json* m_distinct = nullptr;
    std::vector<std::string> m_names;
    std::unordered_set<std::string> m_known, m_required;
    /// By the schema that has them, for objects are searched from their beginning.
    std::vector<std::unordered_map<std::string_view, const Json*>> m_byName;
    Schemas m_propertyNames;
};

/// In order, each once.
Schemas joined(Schemas schemas);

}  // namespace hearth::grammar
