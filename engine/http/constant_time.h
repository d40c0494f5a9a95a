#pragma once

#include <string_view>

namespace hearth::http {

/// Compares two texts in a time that depends only on their lengths. For keys, whose first wrong character
/// must not be measurable.
bool equalInConstantTime(std::string_view one, std::string_view other);

}  // namespace hearth::http
