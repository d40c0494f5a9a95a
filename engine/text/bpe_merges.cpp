#include "text/bpe_merges.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>

namespace hearth::text {
namespace {

// Up to here looking for the lowest rank anew after each merge is faster than keeping a heap.
constexpr size_t kFewSymbols = 48;
constexpr uint32_t kEnd = UINT32_MAX;

}  // namespace

void MergeTable::reserve(size_t merges) {
    if (m_used == 0) m_slots.assign(std::bit_ceil(merges + merges / 2 + 16), {});
}

size_t MergeTable::slotOf(Symbol left, Symbol right) const noexcept {
    const uint64_t key = (static_cast<uint64_t>(left) << 32U | right) * 0x9E3779B97F4A7C15ULL;
    const size_t mask = m_slots.size() - 1;
    size_t i = static_cast<size_t>(key >> 29U) & mask;
    while (m_slots[i].merge && (m_slots[i].left != left || m_slots[i].right != right)) i = (i + 1) & mask;
    return i;
}

void MergeTable::add(Symbol left, Symbol right, Merge merge) {
    if (m_slots.empty() || m_used * 5 >= m_slots.size() * 4) {
        const std::vector<Slot> old = std::move(m_slots);
        m_slots.assign(std::max<size_t>(16, old.size() * 2), {});
        for (const Slot& slot : old) {
            if (slot.merge) m_slots[slotOf(slot.left, slot.right)] = slot;
        }
    }
    Slot& slot = m_slots[slotOf(left, right)];
    if (slot.merge) return;
    slot = {left, right, merge};
    ++m_used;
}

MergeTable::Merge MergeTable::find(Symbol left, Symbol right) const noexcept {
    if (m_slots.empty() || left == kNoSymbol || right == kNoSymbol) return {};
    return m_slots[slotOf(left, right)].merge;
}

void MergeTable::apply(std::vector<Symbol>& symbols) const {
    if (symbols.size() < 2) return;
    symbols.size() <= kFewSymbols ? applyToFew(symbols) : applyToMany(symbols);
}

void MergeTable::applyToFew(std::vector<Symbol>& symbols) const {
    // merges[i] is what symbols[i] and symbols[i + 1] would become.
    Merge merges[kFewSymbols];
    size_t count = symbols.size();
    for (size_t i = 0; i + 1 < count; ++i) merges[i] = find(symbols[i], symbols[i + 1]);
    for (;;) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < count; ++i) {
            if (merges[i].rank < merges[best].rank) best = i;
        }
        if (count < 2 || !merges[best]) break;
        symbols[best] = merges[best].result;
        --count;
        for (size_t i = best + 1; i < count; ++i) {
            symbols[i] = symbols[i + 1];
            merges[i - 1] = merges[i];
        }
        if (best + 1 < count) merges[best] = find(symbols[best], symbols[best + 1]);
        if (best > 0) merges[best - 1] = find(symbols[best - 1], symbols[best]);
    }
    symbols.resize(count);
}

void MergeTable::applyToMany(std::vector<Symbol>& symbols) const {
    // A linked list of symbols, and a heap of (rank, position). A heap entry is stale when the pair at its
    // position has another rank by now; ranks name pairs uniquely.
    const size_t count = symbols.size();
    std::vector<uint32_t> next(count);
    std::vector<uint32_t> previous(count);
    std::vector<uint32_t> rankAt(count, UINT32_MAX);
    std::vector<uint64_t> storage;
    storage.reserve(count);
    std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> heap(std::greater<>(),
                                                                              std::move(storage));
    const auto consider = [&](uint32_t i) {
        const Merge merge = next[i] == kEnd ? Merge{} : find(symbols[i], symbols[next[i]]);
        rankAt[i] = merge.rank;
        if (merge) heap.push(static_cast<uint64_t>(merge.rank) << 32U | i);
    };
    for (uint32_t i = 0; i < count; ++i) {
        next[i] = i + 1 < count ? i + 1 : kEnd;
        previous[i] = i > 0 ? i - 1 : kEnd;
    }
    for (uint32_t i = 0; i < count; ++i) consider(i);
    std::vector<bool> gone(count);
    while (!heap.empty()) {
        const auto rank = static_cast<uint32_t>(heap.top() >> 32U);
        const auto i = static_cast<uint32_t>(heap.top());
        heap.pop();
        if (gone[i] || rankAt[i] != rank) continue;
        const uint32_t right = next[i];
        symbols[i] = find(symbols[i], symbols[right]).result;
        gone[right] = true;
        next[i] = next[right];
        if (next[i] != kEnd) previous[next[i]] = i;
        consider(i);
        if (previous[i] != kEnd) consider(previous[i]);
    }
    size_t kept = 0;
    for (uint32_t i = 0; i != kEnd; i = next[i]) symbols[kept++] = symbols[i];
    symbols.resize(kept);
}

}  // namespace hearth::text
