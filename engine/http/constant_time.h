#pragma once

#include <string_view>

namespace hearth::http {

/// Whether two texts are the same, in a time that depends on their lengths alone: for keys, whose first wrong
/// character must not show.
bool equalInConstantTime(std::string_view one, std::string_view other);

}  // namespace hearth::http
