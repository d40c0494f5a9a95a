#pragma once

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "openai/field_reader.h"
#include "openai/refusal.h"

namespace hearth::openai {

/// A field at the top of a body, and what reads it. It throws a Refusal that names the field.
template <typename Reader>
struct Field {
    std::string_view name;
    void (*read)(const std::string& field, const Json& value, Reader& reader);
};

/// Reads a body by a table; null counts as left out. `other`: reads a field that is not in the table. Throws
/// Refusal.
template <typename Reader, size_t N, typename Other>
void readFields(const Json& body, const std::array<Field<Reader>, N>& fields, Reader& reader,
                const Other& other) {
    if (!body.is_object()) throw Refusal{"The body is not a JSON object.", ""};
    for (const auto& [field, value] : body.items()) {
        if (value.is_null()) continue;
        const auto known = std::ranges::find(fields, field, &Field<Reader>::name);
        if (known == fields.end())
            other(field, value);
        else
            known->read(field, value, reader);
    }
}

/// The names of a table's fields, in its order.
template <typename Reader, size_t N>
std::vector<std::string_view> fieldNames(const std::array<Field<Reader>, N>& fields) {
    std::vector<std::string_view> names;
    for (const Field<Reader>& field : fields) names.push_back(field.name);
    return names;
}

}  // namespace hearth::openai
