#include "text/byte_trie.h"

namespace hearth::text {

void ByteTrie::add(std::string_view text, int32_t number) {
    if (text.empty() || text.size() > kLongestBytes) return;
    uint32_t node = 0;
    for (const char byte : text) {
        const auto [child, added] =
            m_children.try_emplace(key(node, byte), static_cast<uint32_t>(m_numbers.size()));
        node = child->second;
        if (added) m_numbers.push_back(-1);
    }
    m_numbers[node] = number;
}

}  // namespace hearth::text
