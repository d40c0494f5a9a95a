#include "hash/content_hash.h"

#include <array>
#include <cstring>

namespace hearth {

namespace {

/// A bijection of the state for every word, and of the word for every state: no single change gets lost.
uint64_t mixedIn(uint64_t state, uint64_t word) noexcept {
    state = (state ^ word) * 0x9e3779b97f4a7c15U;
    return state ^ state >> 32U;
}

constexpr size_t laneCount = 4, laneBytes = sizeof(uint64_t);

}  // namespace

ContentHash contentHash(std::span<const std::byte> bytes, uint64_t seed) noexcept {
    // The fraction of pi: numbers without a meaning of their own.
    std::array<uint64_t, laneCount> lanes{0x243f6a8885a308d3U ^ seed, 0x13198a2e03707344U,
                                          0xa4093822299f31d0U, 0x082efa98ec4e6c89U ^ bytes.size()};
    while (bytes.size() >= laneCount * laneBytes) {
        std::array<uint64_t, laneCount> words{};
        std::memcpy(words.data(), bytes.data(), sizeof words);
        for (size_t lane = 0; lane < laneCount; ++lane) lanes[lane] = mixedIn(lanes[lane], words[lane]);
        bytes = bytes.subspan(sizeof words);
    }
    std::array<uint64_t, laneCount> rest{};
    if (!bytes.empty()) std::memcpy(rest.data(), bytes.data(), bytes.size());
    for (size_t lane = 0; lane < laneCount; ++lane) lanes[lane] = mixedIn(lanes[lane], rest[lane]);
    ContentHash hash{0x452821e638d01377U, 0xbe5466cf34e90c6cU};
    for (size_t lane = 0; lane < laneCount; ++lane) {
        hash.low = mixedIn(hash.low, lanes[lane]);
        hash.high = mixedIn(hash.high, ~lanes[laneCount - 1 - lane]);
    }
    return hash;
}

ContentHash joined(const ContentHash& first, const ContentHash& second) noexcept {
    const std::array<uint64_t, 4> words{first.low, first.high, second.low, second.high};
    return contentHash(std::as_bytes(std::span(words)));
}

std::string hexText(const ContentHash& hash) {
    std::string digits;
    for (const uint64_t half : {hash.high, hash.low}) {
        for (unsigned shift = 64; shift != 0; shift -= 4)
            digits += "0123456789abcdef"[half >> (shift - 4) & 15U];
    }
    return digits;
}

void WeightDigest::add(std::string_view tensor, uint64_t offset, std::span<const std::byte> bytes) noexcept {
    const uint64_t place = contentHash(std::as_bytes(std::span(tensor)), offset).low;
    const ContentHash hash = contentHash(bytes, place);
    m_low.fetch_add(hash.low, std::memory_order_relaxed);
    m_high.fetch_add(hash.high, std::memory_order_relaxed);
}

ContentHash WeightDigest::value() const noexcept {
    return {m_low.load(std::memory_order_relaxed), m_high.load(std::memory_order_relaxed)};
}

}  // namespace hearth
