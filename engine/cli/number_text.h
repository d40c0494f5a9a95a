#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace hearth::cli {

/// A number with so many decimals.
inline std::string fixedText(double value, int decimals) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

}  // namespace hearth::cli
