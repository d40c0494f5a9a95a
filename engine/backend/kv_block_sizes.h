#pragma once

#include <cstddef>

#include "backend/backend.h"

/// Sizes of one head's keys and values in a block of the cache, the same on every backend; see KvType.
namespace hearth {

/// Columns of a value that share a scale, and with 4 bits a smallest number; the last group may have fewer.
inline constexpr size_t kvGroupColumns = 64;
constexpr size_t kvGroups(size_t columns) noexcept {
    return (columns + kvGroupColumns - 1) / kvGroupColumns;
}

/// Keys of 8 bits are scale * (code + keyOffsetStep * offset), with codes from 0 to 255 and offsets from -128
/// to 127. So a column that is far from zero everywhere has fine steps all the same.
inline constexpr int keyOffsetStep = 8;
/// The part of the codes' range that remains after the offset is rounded, and the largest multiple of the
/// scale that an offset reaches, with room for rounding.
inline constexpr float keyCodeSteps = 255 - keyOffsetStep;
inline constexpr float keyOffsetReach = keyOffsetStep * 127;

/// Columns of a key with those that only fill up the last 16 bytes of a position.
constexpr size_t storedKeyColumns(KvType type, size_t columns) noexcept {
    const size_t step = type == KvType::Q8_0 ? 16 : 32;
    return (columns + step - 1) / step * step;
}

/// Bytes of the keys of one head.
constexpr size_t keyBlockBytes(KvType type, size_t columns) noexcept {
    constexpr size_t positions = PagedKvCache::blockPositions;
    constexpr size_t halfBytes = 2;
    switch (type) {
        case KvType::F32:
            return columns * positions * 4;
        case KvType::F16:
            break;
        case KvType::Q8_0:  // where numbers begin and the scale, in a byte each
            return storedKeyColumns(type, columns) * (positions + 1 + 1);
        case KvType::Q4_0:  // the smallest number in float16, the scale in a byte
            return storedKeyColumns(type, columns) * (positions / 2 + halfBytes + 1);
    }
    return columns * positions * halfBytes;
}

/// Bytes of the values of one head.
constexpr size_t valueBlockBytes(KvType type, size_t columns) noexcept {
    constexpr size_t positions = PagedKvCache::blockPositions;
    constexpr size_t halfBytes = 2;
    switch (type) {
        case KvType::F32:
            return columns * positions * 4;
        case KvType::F16:
            break;
        case KvType::Q8_0:
            return positions * (columns + kvGroups(columns) * halfBytes);
        case KvType::Q4_0:
            return positions * ((columns + 1) / 2 + kvGroups(columns) * 2 * halfBytes);
    }
    return columns * positions * halfBytes;
}

}  // namespace hearth
