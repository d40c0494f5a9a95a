#include "cache/state_slots.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hearth {

StateSlots::StateSlots(uint32_t count) {
    for (uint32_t i = count; i > 0; --i) m_free.push_back(static_cast<int32_t>(i - 1));
}

uint64_t StateSlots::worthOf(const Entry& entry) const {
    // Without it, sequences resume from the next shorter one.
    return entry.level + entry.tokens.size() -
           find(PromptView(entry.tokens).first(entry.tokens.size() - 1)).tokens;
}

int32_t StateSlots::take() {
    if (m_free.empty() && !m_checkpoints.empty()) {
        std::vector<std::pair<uint64_t, uint64_t>> order;
        for (const Entry& entry : m_checkpoints) order.emplace_back(worthOf(entry), entry.lastUse);
        const auto least = std::ranges::min_element(order);
        m_level = least->first;
        const auto entry = m_checkpoints.begin() + (least - order.begin());
        m_free.push_back(entry->slot);
        m_checkpoints.erase(entry);
    }
    if (m_free.empty()) return -1;
    const int32_t slot = m_free.back();
    m_free.pop_back();
    return slot;
}

void StateSlots::release(int32_t slot) {
    if (slot >= 0) m_free.push_back(slot);
}

void StateSlots::keep(PromptView tokens, int32_t slot) {
    for (Entry& entry : m_checkpoints) {
        if (PromptView(entry.tokens) != tokens) continue;
        markUsed(entry);
        release(slot);
        return;
    }
    markUsed(m_checkpoints.emplace_back(Entry{.tokens = PromptTokens(tokens), .slot = slot}));
}

StateSlots::Checkpoint StateSlots::find(PromptView tokens) const {
    Checkpoint best;
    for (const Entry& entry : m_checkpoints) {
        const size_t length = entry.tokens.size();
        if (length <= best.tokens || length > tokens.size()) continue;
        if (PromptView(entry.tokens) == tokens.first(length)) best = {length, entry.slot};
    }
    return best;
}

StateSlots::Checkpoint StateSlots::use(PromptView tokens) {
    const Checkpoint found = find(tokens);
    for (Entry& entry : m_checkpoints) {
        if (entry.slot == found.slot) markUsed(entry);
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

void StateSlots::keepOnly(const std::function<bool(PromptView)>& isWanted) {
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
