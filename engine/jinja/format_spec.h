#pragma once

#include <optional>

#include "jinja/text_operations.h"

namespace hearth::jinja {

/// Python's format specification: [[fill]align][sign][#][0][width][grouping][.precision][type].
struct FormatSpec {
    Text fill = Text::trusted(" ");
    char align = '\0';  ///< one of < > ^ = or none
    char sign = '-';    ///< '+', '-' or ' '
    bool alternate = false;
    char grouping = '\0';  ///< ',' or '_'
    int64_t width = 0;
    std::optional<int64_t> precision;
    char type = '\0';
};

/// Error(BadInput) for a specification that Python would refuse.
FormatSpec parseFormatSpec(const Text& spec);
/// format(value, spec).
Text formatValue(Runtime& runtime, const Value& value, const FormatSpec& spec);

}  // namespace hearth::jinja
