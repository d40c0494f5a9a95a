#include "jinja/arguments.h"

#include <algorithm>

#include "hearth/readable_text.h"
#include "jinja/comparison.h"

namespace hearth::jinja {

void refuseArguments(const Arguments& arguments) {
    if (!arguments.positional.empty() || !arguments.named.empty()) {
        throwTypeError("a filter or method takes no arguments but got some");
    }
}

ArgumentReader::ArgumentReader(std::string_view function, Arguments& arguments,
                               std::initializer_list<std::string_view> names)
    : m_function(function), m_names(names), m_values(names.size()), m_given(names.size(), false) {
    if (arguments.positional.size() > m_names.size()) {
        throwTypeError(std::string(function) + "() takes at most " + std::to_string(m_names.size()) +
                       " argument(s) but got " + std::to_string(arguments.positional.size()));
    }
    for (size_t i = 0; i < arguments.positional.size(); ++i) {
        m_values[i] = std::move(arguments.positional[i]);
        m_given[i] = true;
    }
    for (auto& [name, value] : arguments.named) {
        const auto found = std::find(m_names.begin(), m_names.end(), std::string_view(name));
        if (found == m_names.end()) {
            throwTypeError(std::string(function) + "() got an unexpected argument '" + readableText(name) +
                           "'");
        }
        const auto index = static_cast<size_t>(found - m_names.begin());
        if (m_given[index])
            throwTypeError(std::string(function) + "() got two values for '" + readableText(name) + "'");
        m_values[index] = std::move(value);
        m_given[index] = true;
    }
}

void ArgumentReader::fail(size_t index, std::string_view problem) const {
    throwTypeError("'" + std::string(m_names[index]) + "' of " + std::string(m_function) + "() " +
                   std::string(problem));
}

const Value& ArgumentReader::require(size_t index) const {
    if (!m_given[index]) fail(index, "is missing");
    return m_values[index];
}

int64_t ArgumentReader::integer(size_t index, int64_t fallback) const {
    if (!m_given[index] || m_values[index].isNone()) return fallback;
    if (!m_values[index].isInteger()) fail(index, "must be an integer");
    return m_values[index].asInt();
}

bool ArgumentReader::flag(size_t index, bool fallback) const {
    return m_given[index] ? truthy(m_values[index]) : fallback;
}

const Text& ArgumentReader::string(size_t index) const {
    static const Text kEmpty;
    if (!m_given[index]) return kEmpty;
    if (!m_values[index].isString()) fail(index, "must be a string");
    return m_values[index].text();
}

}  // namespace hearth::jinja
