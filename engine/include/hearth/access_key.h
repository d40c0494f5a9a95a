#pragma once

#include <random>
#include <string>
#include <string_view>

namespace hearth {

/// A key for a server that nobody guesses: some 187 bits, in characters that are hard to take for one
/// another.
inline std::string newAccessKey() {
    constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    std::random_device device;
    std::uniform_int_distribution<size_t> letter(0, letters.size() - 1);
    std::string key = "hearth-";
    for (int i = 0; i < 32; ++i) key += letters[letter(device)];
    return key;
}

}  // namespace hearth
