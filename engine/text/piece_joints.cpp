#include "text/piece_joints.h"

#include <algorithm>
#include <cstdint>

#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

// A large vocabulary has some 100,000 pairs; in this many slots one answer in twenty is a false yes.
constexpr unsigned kSlotBits = 21;

}  // namespace

PieceJoints::PieceJoints(const Vocabulary& vocabulary) : m_seen(size_t{1} << kSlotBits) {
    for (size_t i = 0; i < vocabulary.entries.size(); ++i) add(vocabulary.entries[i]);
}

size_t PieceJoints::slotOf(char32_t left, char32_t right) noexcept {
    const uint64_t pair = uint64_t{left} << 32U | right;
    return static_cast<size_t>((pair * 0x9E3779B97F4A7C15U) >> (64U - kSlotBits));
}

void PieceJoints::add(std::string_view entry) {
    m_longest = std::max(m_longest, entry.size());
    char32_t previous = kNone;
    for (size_t i = 0; i < entry.size();) {
        const DecodedChar c = decodeUtf8(entry, i);
        const char32_t character = spelt(c.codePoint);
        m_seen[slotOf(kNone, character)] = true;
        m_seen[slotOf(previous, character)] = true;
        previous = character;
        i += c.bytes;
    }
}

}  // namespace hearth::text
