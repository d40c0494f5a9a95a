#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// Binds a call's arguments to the parameter names of a built-in function, as Python does.
/// Error(BadInput) for unknown names, too many arguments and missing or wrongly typed ones.
class ArgumentReader {
public:
    ArgumentReader(std::string_view function, Arguments& arguments,
                   std::initializer_list<std::string_view> names);

    bool has(size_t index) const { return m_given[index]; }
    /// None when it was not given.
    const Value& get(size_t index) const { return m_values[index]; }
    const Value& require(size_t index) const;
    int64_t integer(size_t index, int64_t fallback) const;
    bool flag(size_t index, bool fallback) const;
    /// The string's text; an empty one when it was not given.
    const Text& string(size_t index) const;

private:
    [[noreturn]] void fail(size_t index, std::string_view problem) const;

    std::string_view m_function;
    std::vector<std::string_view> m_names;
    Values m_values;
    std::vector<bool> m_given;
};

/// For functions that take none.
void refuseArguments(const Arguments& arguments);

}  // namespace hearth::jinja
