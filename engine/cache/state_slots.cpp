#include "cache/state_slots.h"

#include <algorithm>
#include <functional>

namespace hearth {

StateSlots::StateSlots(uint32_t count) {
    for (uint32_t i = count; i > 0; --i) m_free.push_back(static_cast<int32_t>(i - 1));
}

int32_t StateSlots::take() {
    if (m_free.empty() && !m_checkpoints.empty()) {
        const auto oldest =
            std::min_element(m_checkpoints.begin(), m_checkpoints.end(),
                             [](const Entry& a, const Entry& b) { return a.lastUse < b.lastUse; });
        m_free.push_back(oldest->slot);
        m_checkpoints.erase(oldest);
    }
    if (m_free.empty()) return -1;
    const int32_t slot = m_free.back();
    m_free.pop_back();
    return slot;
}

void StateSlots::release(int32_t slot) {
    if (slot >= 0) m_free.push_back(slot);
}

void StateSlots::keep(std::span<const TokenId> tokens, int32_t slot) {
    for (Entry& entry : m_checkpoints) {
        if (!std::ranges::equal(entry.tokens, tokens)) continue;
        entry.lastUse = ++m_clock;
        release(slot);
        return;
    }
    m_checkpoints.push_back({{tokens.begin(), tokens.end()}, slot, ++m_clock});
}

StateSlots::Checkpoint StateSlots::find(std::span<const TokenId> tokens) const {
    Checkpoint best;
    for (const Entry& entry : m_checkpoints) {
        const size_t length = entry.tokens.size();
        if (length <= best.tokens || length > tokens.size()) continue;
        if (std::ranges::equal(entry.tokens, tokens.first(length))) best = {length, entry.slot};
    }
    return best;
}

StateSlots::Checkpoint StateSlots::use(std::span<const TokenId> tokens) {
    const Checkpoint found = find(tokens);
    for (Entry& entry : m_checkpoints) {
        if (entry.slot == found.slot) entry.lastUse = ++m_clock;
    }
    return found;
}

std::vector<StateSlots::Kept> StateSlots::kept() const {
    std::vector<const Entry*> entries;
    for (const Entry& entry : m_checkpoints) entries.push_back(&entry);
    std::ranges::sort(entries, std::greater(), [](const Entry* entry) { return entry->lastUse; });
    std::vector<Kept> all;
    for (const Entry* entry : entries) all.push_back({entry->tokens, entry->slot});
    return all;
}

void StateSlots::keepOnly(const std::function<bool(std::span<const TokenId>)>& isWanted) {
    std::erase_if(m_checkpoints, [&](const Entry& entry) {
        if (isWanted(entry.tokens)) return false;
        m_free.push_back(entry.slot);
        return true;
    });
}

void StateSlots::clear() {
    for (const Entry& entry : m_checkpoints) m_free.push_back(entry.slot);
    m_checkpoints.clear();
}

}  // namespace hearth
