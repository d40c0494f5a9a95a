#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace hearth {

/// A 64-bit sum that notices damage and tells contents apart; no protection against forgery. The sum depends
/// on where one piece ends and the next begins.
class Checksum {
public:
    void add(std::span<const std::byte> bytes) noexcept {
        mix(bytes.size());
        while (bytes.size() >= sizeof(uint64_t)) {
            uint64_t word = 0;
            std::memcpy(&word, bytes.data(), sizeof word);
            mix(word);
            bytes = bytes.subspan(sizeof word);
        }
        uint64_t rest = 0;
        if (!bytes.empty()) std::memcpy(&rest, bytes.data(), bytes.size());
        mix(rest);
    }
    void add(uint64_t number) noexcept { mix(number); }
    uint64_t value() const noexcept { return m_sum; }

private:
    /// A bijection of the sum for every word, and of the word for every sum: no single change gets lost.
    void mix(uint64_t word) noexcept {
        m_sum = (m_sum ^ word) * 0x9e3779b97f4a7c15U;
        m_sum ^= m_sum >> 32U;
    }

    uint64_t m_sum = 0x243f6a8885a308d3U;
};

}  // namespace hearth
