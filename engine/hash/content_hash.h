#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hearth {

/// 128 bits that identify contents: two that differ by chance or by an edit have different ones. Not
/// cryptographic, so no protection against an attacker who searches for a collision.
struct ContentHash {
    uint64_t low = 0, high = 0;
    auto operator<=>(const ContentHash&) const = default;
};

/// The hash of some bytes; one that begins otherwise (`seed`) differs. Every change within eight bytes
/// changes the result for certain. Four lanes side by side make it as fast as memory is read.
ContentHash contentHash(std::span<const std::byte> bytes, uint64_t seed = 0) noexcept;
/// Joins two hashes; the order counts.
ContentHash joined(const ContentHash& first, const ContentHash& second) noexcept;
/// 32 digits, the high half first.
std::string hexText(const ContentHash& hash);

/// Digest of the bytes that were read of a model's weights while it was loaded, in any order and by any
/// number of threads: the sum of the hashes of the pieces that were read, each with its place. The same bytes
/// that are read in the same pieces have the same digest.
class WeightDigest {
public:
    /// `bytes` were read at `offset` of the tensor of this name.
    void add(std::string_view tensor, uint64_t offset, std::span<const std::byte> bytes) noexcept;
    ContentHash value() const noexcept;

private:
    std::atomic<uint64_t> m_low{0}, m_high{0};
};

}  // namespace hearth
