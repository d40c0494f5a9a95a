#include "text/string_pool.h"

#include <bit>
#include <functional>

namespace hearth::text {
namespace {

uint32_t hashOf(std::string_view text) noexcept {
    const size_t hash = std::hash<std::string_view>{}(text);
    return static_cast<uint32_t>(hash ^ (static_cast<uint64_t>(hash) >> 32U));
}

}  // namespace

void StringIndex::reserve(size_t strings) {
    const size_t slots = std::bit_ceil(strings * 2 + 8);
    if (slots > m_slots.size() && m_used == 0) m_slots.assign(slots, {0, kNone});
}

bool StringIndex::add(const StringPool& pool, uint32_t number) {
    if (m_used * 2 >= m_slots.size()) grow();
    const std::string_view text = pool[number];
    const uint32_t hash = hashOf(text);
    const size_t mask = m_slots.size() - 1;
    size_t i = hash & mask;
    for (; m_slots[i].number != kNone; i = (i + 1) & mask) {
        if (m_slots[i].hash == hash && pool[m_slots[i].number] == text) return false;
    }
    m_slots[i] = {hash, number};
    ++m_used;
    return true;
}

uint32_t StringIndex::find(const StringPool& pool, std::string_view text) const noexcept {
    if (m_slots.empty()) return kNone;
    const uint32_t hash = hashOf(text);
    const size_t mask = m_slots.size() - 1;
    for (size_t i = hash & mask; m_slots[i].number != kNone; i = (i + 1) & mask) {
        if (m_slots[i].hash == hash && pool[m_slots[i].number] == text) return m_slots[i].number;
    }
    return kNone;
}

void StringIndex::grow() {
    const std::vector<Slot> old = std::move(m_slots);
    m_slots.assign(old.empty() ? 16 : old.size() * 2, {0, kNone});
    const size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.number == kNone) continue;
        size_t i = slot.hash & mask;
        while (m_slots[i].number != kNone) i = (i + 1) & mask;
        m_slots[i] = slot;
    }
}

}  // namespace hearth::text
