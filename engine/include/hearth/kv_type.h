#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// Storage type of the KV cache: 32, 16, 8 or 4 bits a number.
///
/// Keys of 8 and 4 bits are rounded column by column over a whole block of 32 positions, values position by
/// position in groups of up to 64 columns (after KIVI, Liu et al. 2024: keys have columns that are large at
/// all positions, values do not). A block of keys that is not full stays in float16. Each column of keys has
/// a one-byte scale and an offset: with Q8_0 a multiple of eight scales in another byte, with Q4_0 a float16.
/// Groups of values have a scale in float16, and with Q4_0 their smallest number in float16 as well.
enum class KvType : uint8_t { F32, F16, Q8_0, Q4_0 };

/// By number. The command line and saved settings use these names, so they never change.
inline constexpr std::array<std::string_view, 4> kvTypeNames{"f32", "f16", "q8_0", "q4_0"};

constexpr std::string_view kvTypeName(KvType type) noexcept {
    return kvTypeNames[static_cast<size_t>(type)];
}

/// nullopt for any other name.
constexpr std::optional<KvType> kvTypeOf(std::string_view name) noexcept {
    for (size_t i = 0; i < kvTypeNames.size(); ++i)
        if (kvTypeNames[i] == name) return static_cast<KvType>(i);
    return std::nullopt;
}

/// True if numbers of this type are multiples of a scale that several share.
constexpr bool isQuantized(KvType type) noexcept {
    return type == KvType::Q8_0 || type == KvType::Q4_0;
}

/// The types of keys and values.
struct KvTypes {
    KvType key = KvType::F16;
    KvType value = KvType::F16;

    constexpr KvTypes() noexcept = default;
    /// Same type for keys and values.
    constexpr KvTypes(KvType both) noexcept
        : key(both), value(both) {}  // NOLINT(google-explicit-constructor)
    constexpr KvTypes(KvType ofKeys, KvType ofValues) noexcept : key(ofKeys), value(ofValues) {}
    constexpr bool operator==(const KvTypes&) const noexcept = default;

    /// Keys are rounded a whole block at a time; until it is full, it is kept in float16.
    constexpr bool keepsResidualBlocks() const noexcept { return isQuantized(key); }
};

/// "f16" where both are alike, else "q8_0:q4_0", the keys first. Kept in settings like kvTypeNames.
inline std::string kvTypesName(KvTypes types) {
    std::string name(kvTypeName(types.key));
    if (types.value != types.key) name.append(":").append(kvTypeName(types.value));
    return name;
}

/// nullopt for any text that kvTypesName() does not write, except two equal types with a colon.
constexpr std::optional<KvTypes> kvTypesOf(std::string_view name) noexcept {
    const size_t colon = name.find(':');
    const auto key = kvTypeOf(name.substr(0, colon));
    const auto value = colon == std::string_view::npos ? key : kvTypeOf(name.substr(colon + 1));
    if (!key || !value) return std::nullopt;
    return KvTypes(*key, *value);
}

}  // namespace hearth
