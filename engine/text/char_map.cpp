#include "text/char_map.h"

#include "hearth/error.h"
#include "text/text_errors.h"

namespace hearth::text {
namespace {

[[noreturn]] void damaged() {
    throw Error(errors::damagedVocabulary, {"its character map points outside itself"});
}

uint32_t littleEndian(const std::vector<unsigned char>& blob, size_t at) {
    return static_cast<uint32_t>(blob[at]) | static_cast<uint32_t>(blob[at + 1]) << 8U |
           static_cast<uint32_t>(blob[at + 2]) << 16U | static_cast<uint32_t>(blob[at + 3]) << 24U;
}

// A unit of the double array: label (8 bits), has-leaf (bit 8), offset scale (bit 9), offset (bits 10 to 30),
// is-leaf (bit 31); a leaf holds its value in the lower 31 bits.
uint32_t offsetOf(uint32_t unit) {
    return (unit >> 10U) << ((unit & (1U << 9U)) >> 6U);
}
uint32_t labelOf(uint32_t unit) {
    return unit & ((1U << 31U) | 0xFFU);
}
bool hasLeaf(uint32_t unit) {
    return (unit >> 8U & 1U) != 0;
}
uint32_t valueOf(uint32_t unit) {
    return unit & ~(1U << 31U);
}

}  // namespace

CharMap::CharMap(std::vector<unsigned char> blob) {
    if (blob.size() < 4) damaged();
    const size_t trieBytes = littleEndian(blob, 0);
    if (trieBytes + 4 >= blob.size() || trieBytes % 4 != 0 || trieBytes == 0) damaged();
    for (size_t at = 4; at < trieBytes + 4; at += 4) m_trie.push_back(littleEndian(blob, at));
    m_replacements.assign(blob.begin() + static_cast<std::ptrdiff_t>(trieBytes) + 4, blob.end());
    if (m_replacements.back() != '\0') damaged();
}

uint32_t CharMap::unit(size_t i) const {
    if (i >= m_trie.size()) damaged();
    return m_trie[i];
}

CharMap::Replacement CharMap::longest(std::string_view input) const {
    return find(input, false);
}

CharMap::Replacement CharMap::shortest(std::string_view input) const {
    return find(input, true);
}

CharMap::Replacement CharMap::find(std::string_view input, bool shortest) const {
    Replacement best;
    if (m_trie.empty()) return best;
    uint32_t node = offsetOf(unit(0));
    for (size_t i = 0; i < input.size(); ++i) {
        const auto byte = static_cast<unsigned char>(input[i]);
        if (byte == 0) break;
        node ^= byte;
        const uint32_t here = unit(node);
        if (labelOf(here) != byte) break;
        node ^= offsetOf(here);
        if (!hasLeaf(here)) continue;
        const uint32_t at = valueOf(unit(node));
        if (at >= m_replacements.size()) damaged();
        best = {i + 1, std::string_view(m_replacements.data() + at)};
        if (shortest) break;
    }
    return best;
}

}  // namespace hearth::text
