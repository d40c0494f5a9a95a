#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth {

/// How the cells of a KV cache are stored: 32, 16, 8 or 4 bits a number.
enum class KvType : uint8_t { F32, F16, Q8_0, Q4_0 };

/// By number. The command line and settings that are kept hold these names: they never change.
inline constexpr std::array<std::string_view, 4> kvTypeNames{"f32", "f16", "q8_0", "q4_0"};

constexpr std::string_view kvTypeName(KvType type) noexcept {
    return kvTypeNames[static_cast<size_t>(type)];
}

/// nullopt for what is none of the names.
constexpr std::optional<KvType> kvTypeOf(std::string_view name) noexcept {
    for (size_t i = 0; i < kvTypeNames.size(); ++i)
        if (kvTypeNames[i] == name) return static_cast<KvType>(i);
    return std::nullopt;
}

}  // namespace hearth
