#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hearth::text {

/// Byte strings with a number each, for finding all that begin at a place.
class ByteTrie {
public:
    /// Longer strings are left out, so that a search is a bounded number of steps; real vocabularies stay far
    /// below.
    static constexpr size_t kLongestBytes = 256;
    /// Of equal strings the last one added counts. Empty ones are left out.
    void add(std::string_view text, int32_t number);
    /// Calls visit(length, number) for every string that is a start of `text`, shortest first.
    template <typename Visit>
    void prefixes(std::string_view text, Visit visit) const {
        uint32_t node = 0;
        for (size_t i = 0; i < text.size(); ++i) {
            const auto next = m_children.find(key(node, text[i]));
            if (next == m_children.end()) return;
            node = next->second;
            if (m_numbers[node] >= 0) visit(i + 1, m_numbers[node]);
        }
    }

private:
    static uint64_t key(uint32_t node, char byte) {
        return static_cast<uint64_t>(node) << 8U | static_cast<unsigned char>(byte);
    }
    std::unordered_map<uint64_t, uint32_t> m_children;
    std::vector<int32_t> m_numbers = {-1};
};

}  // namespace hearth::text
