#include "cache/residual_block_slots.h"

#include <algorithm>

namespace hearth {

ResidualBlockSlots::ResidualBlockSlots(uint32_t count) {
    for (uint32_t i = count; i > 0; --i) m_free.push_back(static_cast<int32_t>(i - 1));
}

int32_t ResidualBlockSlots::take() {
    if (m_free.empty() && !m_kept.empty()) {
        const auto oldest = std::ranges::min_element(m_kept, {}, &Entry::lastUse);
        m_free.push_back(oldest->slot);
        m_kept.erase(oldest);
    }
    if (m_free.empty()) return -1;
    const int32_t slot = m_free.back();
    m_free.pop_back();
    return slot;
}

void ResidualBlockSlots::release(int32_t slot) {
    if (slot >= 0) m_free.push_back(slot);
}

void ResidualBlockSlots::keep(PromptView tokens, int32_t slot, const SequenceOrigin& origin) {
    for (Entry& entry : m_kept) {
        if (entry.origin != origin || PromptView(entry.tokens) != tokens) continue;
        entry.lastUse = ++m_clock;
        release(slot);
        return;
    }
    m_kept.push_back({PromptTokens(tokens), origin, slot, ++m_clock});
}

ResidualBlockSlots::Kept ResidualBlockSlots::find(PromptView tokens, const SequenceOrigin& origin) const {
    Kept best;
    for (const Entry& entry : m_kept) {
        const size_t length = entry.tokens.size();
        if (length <= best.tokens || length > tokens.size() || entry.origin != origin) continue;
        if (PromptView(entry.tokens) == tokens.first(length)) best = {length, entry.slot};
    }
    return best;
}

ResidualBlockSlots::Kept ResidualBlockSlots::use(PromptView tokens, const SequenceOrigin& origin) {
    const Kept found = find(tokens, origin);
    for (Entry& entry : m_kept)
        if (entry.slot == found.slot) entry.lastUse = ++m_clock;
    return found;
}

void ResidualBlockSlots::clear() {
    for (const Entry& entry : m_kept) m_free.push_back(entry.slot);
    m_kept.clear();
}

}  // namespace hearth
