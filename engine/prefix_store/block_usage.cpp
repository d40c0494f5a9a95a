#include "prefix_store/block_usage.h"

namespace hearth {

void BlockUsage::add(const StoredBlock& block) {
    remove(block.space, block.name);
    const Place place{block.space, block.name};
    const Known known{block.bytes, block.lastUse};
    m_blocks.emplace(place, known);
    m_order.insert(orderOf(place, known));
    m_bytes += block.bytes;
}

void BlockUsage::remove(const ContentHash& space, const BlockName& name) {
    const auto found = m_blocks.find({space, name});
    if (found == m_blocks.end()) return;
    m_order.erase(orderOf(found->first, found->second));
    m_bytes -= found->second.bytes;
    m_blocks.erase(found);
}

void BlockUsage::use(const ContentHash& space, const BlockName& name, FileTime time) {
    const auto found = m_blocks.find({space, name});
    if (found == m_blocks.end() || found->second.lastUse >= time) return;
    m_order.erase(orderOf(found->first, found->second));
    found->second.lastUse = time;
    m_order.insert(orderOf(found->first, found->second));
}

std::optional<StoredBlock> BlockUsage::firstBefore(FileTime time, uint32_t depth) const {
    if (m_order.empty()) return std::nullopt;
    const auto& [lastUse, minusDepth, place] = *m_order.begin();
    if (lastUse > time || (lastUse == time && -minusDepth <= int64_t{depth})) return std::nullopt;
    return StoredBlock{place.first, place.second, m_blocks.at(place).bytes, lastUse};
}

bool BlockUsage::contains(const ContentHash& space, const BlockName& name) const {
    return m_blocks.contains({space, name});
}

std::vector<StoredBlock> BlockUsage::all() const {
    std::vector<StoredBlock> all;
    for (const auto& [place, known] : m_blocks)
        all.push_back({place.first, place.second, known.bytes, known.lastUse});
    return all;
}

}  // namespace hearth
