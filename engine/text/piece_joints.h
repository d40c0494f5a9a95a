#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace hearth::text {

struct Vocabulary;

/// Which characters, and which pairs of neighbours, the entries of a vocabulary contain. Between two
/// characters that no entry has side by side, text can be split without changing its tokens. Both questions
/// may be answered with a false yes (the pairs are hashed), never with a false no. A space counts as the
/// space mark. Immutable after construction.
class PieceJoints {
public:
    explicit PieceJoints(const Vocabulary& vocabulary);

    /// True if an entry may contain the character.
    bool occurs(char32_t character) const { return m_seen[slotOf(kNone, spelt(character))]; }
    /// True if an entry may contain the two characters side by side.
    bool mayJoin(char32_t left, char32_t right) const { return m_seen[slotOf(spelt(left), spelt(right))]; }
    /// Bytes of the longest entry.
    size_t longestEntry() const noexcept { return m_longest; }

private:
    static constexpr char32_t kNone = 0x110000;  // is no character

    static char32_t spelt(char32_t character) noexcept { return character == U' ' ? U'\u2581' : character; }
    static size_t slotOf(char32_t left, char32_t right) noexcept;
    void add(std::string_view entry);

    std::vector<bool> m_seen;
    size_t m_longest = 0;
};

}  // namespace hearth::text
