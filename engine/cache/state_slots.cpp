#include "cache/state_slots.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hearth {

namespace {

bool beginsWith(std::span<const TokenId> tokens, std::span<const TokenId> beginning) {
    return tokens.size() >= beginning.size() && std::ranges::equal(tokens.first(beginning.size()), beginning);
}

}  // namespace

StateSlots::StateSlots(uint32_t count) {
    for (uint32_t i = count; i > 0; --i) m_free.push_back(static_cast<int32_t>(i - 1));
}

int32_t StateSlots::take() {
    if (m_free.empty() && !m_checkpoints.empty()) {
        const auto least = std::ranges::min_element(
            m_checkpoints, {}, [](const Entry& entry) { return std::pair(entry.worth(), entry.lastUse); });
        m_level = least->worth();
        remove(least);
    }
    if (m_free.empty()) return -1;
    const int32_t slot = m_free.back();
    m_free.pop_back();
    return slot;
}

/// Those that resumed from it have to go back to the one before it.
void StateSlots::remove(std::vector<Entry>::iterator entry) {
    const Entry gone = std::move(*entry);
    m_checkpoints.erase(entry);
    m_free.push_back(gone.slot);
    for (Entry& other : m_checkpoints) {
        if (other.before == gone.tokens.size() && beginsWith(other.tokens, gone.tokens))
            other.before = gone.before;
    }
}

void StateSlots::release(int32_t slot) {
    if (slot >= 0) m_free.push_back(slot);
}

void StateSlots::keep(std::span<const TokenId> tokens, int32_t slot) {
    for (Entry& entry : m_checkpoints) {
        if (!std::ranges::equal(entry.tokens, tokens)) continue;
        markUsed(entry);
        release(slot);
        return;
    }
    Entry own{.tokens = {tokens.begin(), tokens.end()}, .slot = slot, .before = find(tokens).tokens};
    markUsed(own);
    for (Entry& other : m_checkpoints) {
        if (other.before < tokens.size() && other.tokens.size() > tokens.size() &&
            beginsWith(other.tokens, tokens))
            other.before = tokens.size();
    }
    m_checkpoints.push_back(std::move(own));
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

void StateSlots::keepOnly(const std::function<bool(std::span<const TokenId>)>& isWanted) {
    for (auto entry = m_checkpoints.begin(); entry != m_checkpoints.end();) {
        if (isWanted(entry->tokens)) {
            ++entry;
            continue;
        }
        const auto at = entry - m_checkpoints.begin();
        remove(entry);
        entry = m_checkpoints.begin() + at;
    }
}

void StateSlots::clear() {
    for (const Entry& entry : m_checkpoints) m_free.push_back(entry.slot);
    m_checkpoints.clear();
}

}  // namespace hearth
