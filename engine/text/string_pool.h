#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::text {

/// Many short strings in one block of memory, by number.
class StringPool {
public:
    void reserve(size_t strings, size_t bytes) {
        m_ends.reserve(strings + 1);
        m_text.reserve(bytes);
    }
    void add(std::string_view text) {
        m_text.append(text);
        m_ends.push_back(m_text.size());
    }
    std::string_view operator[](size_t i) const {
        const size_t begin = m_ends[i];
        return std::string_view(m_text).substr(begin, m_ends[i + 1] - begin);
    }
    size_t size() const noexcept { return m_ends.size() - 1; }

private:
    std::string m_text;
    std::vector<size_t> m_ends = {0};
};

/// From the strings of a pool to their numbers; of equal strings the one added first is found.
/// Open addressing; the pool outlives it.
class StringIndex {
public:
    static constexpr uint32_t kNone = UINT32_MAX;

    void reserve(size_t strings);
    /// Adds pool[number] unless an equal string is there; tells whether it was added.
    bool add(const StringPool& pool, uint32_t number);
    uint32_t find(const StringPool& pool, std::string_view text) const noexcept;

private:
    struct Slot {
        uint32_t hash;
        uint32_t number;
    };
    void grow();
    std::vector<Slot> m_slots;
    size_t m_used = 0;
};

}  // namespace hearth::text
