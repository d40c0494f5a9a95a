#include "backend/cpu/paged_kv_cache.h"

#include <algorithm>
#include <cstring>

#include "backend/kv_block_sizes.h"

namespace hearth::cpu {

namespace {

/// Bytes that stay free for other programs and for other memory of this one.
constexpr uint64_t spareBytes = uint64_t{256} << 20U;

}  // namespace

CpuPagedKvCache::CpuPagedKvCache(std::vector<KvLayerShape> shapes, KvTypes kvTypes,
                                 const GroupBlocks& blockCount) {
    layers = std::move(shapes);
    types = kvTypes;
    blocks = blockCount;
    for (const KvLayerShape& shape : layers) {
        // Four bits put two columns of a value into a byte.
        if (shape.keyDim % 2 != 0 || (types.value == KvType::Q4_0 && shape.valueDim % 2 != 0))
            throw Error(ErrorCode::Unsupported,
                        "The model's heads have an odd size, which Hearth cannot run.");
        Layer layer;
        const bool inKeys = shape.valueDim == 0;
        layer.valueDim = inKeys ? shape.keyDim : shape.valueDim;
        layer.valueType = inKeys ? types.key : types.value;
        layer.valuesFromKeys = inKeys && types.keepsResidualBlocks();
        layer.keyBytes = keyBlockBytes(types.key, shape.keyDim);
        layer.valueBytes = layer.valuesFromKeys ? 0 : valueBlockBytes(layer.valueType, layer.valueDim);
        layer.memory = Memory(layer.headBytes() * shape.kvHeads * blockCount[shape.group]);
        sizeBytes += layer.memory.size();
        data.push_back(std::move(layer));
        m_committed.resize(std::max<size_t>(m_committed.size(), shape.group + 1));
    }
    if (!types.keepsResidualBlocks()) return;
    open = ResidualBlocks(layers, residualBlocksFor(blocks[0]));
    sizeBytes += open.sizeBytes();
}

bool CpuPagedKvCache::commit(uint32_t group, uint32_t count) {
    if (group >= m_committed.size() || count <= m_committed[group]) return true;
    const uint64_t more = (count - m_committed[group]) * blockBytes(group), free = freeMemory();
    if (free != 0 && more + spareBytes > free) return false;
    m_committed[group] = count;
    return true;
}

void CpuPagedKvCache::shrink(uint32_t group, uint32_t count) {
    if (group >= m_committed.size() || count >= m_committed[group]) return;
    m_committed[group] = count;
    for (uint32_t i = 0; i < layers.size(); ++i)
        if (layers[i].group == group) data[i].memory.discard(count * layerBlockBytes(i));
}

uint64_t CpuPagedKvCache::committedBytes() const {
    uint64_t bytes = open.sizeBytes();
    for (uint32_t group = 0; group < m_committed.size(); ++group)
        bytes += m_committed[group] * blockBytes(group);
    return bytes;
}

namespace {

/// The first `count` bytes of every line, lines `stride` bytes apart.
void copyLines(const std::byte* from, std::byte* to, size_t lines, size_t stride, size_t count) noexcept {
    for (size_t i = 0; i < lines; ++i) std::memcpy(to + i * stride, from + i * stride, count);
}

void copyKeys(KvType type, size_t columns, const std::byte* from, std::byte* to,
              uint32_t positions) noexcept {
    // Keys that are rounded together are copied together.
    if (isQuantized(type)) return copyLines(from, to, 1, 0, keyBlockBytes(type, columns));
    const size_t pairBytes = type == KvType::F32 ? 8 : 4;
    copyLines(from, to, columns / 2, pairBytes * PagedKvCache::blockPositions, pairBytes * positions);
}

/// Later positions may be copied along where the layout interleaves them; nobody reads those.
void copyValues(KvType type, size_t columns, const std::byte* from, std::byte* to,
                uint32_t positions) noexcept {
    const size_t scaleBytes = !isQuantized(type) ? 0 : type == KvType::Q8_0 ? 2 : 4;
    const size_t scales = kvGroups(columns) * scaleBytes / 2;
    const size_t lines = valueBlockBytes(type, columns) - scales * 2 * PagedKvCache::blockPositions;
    copyLines(from, to, 1, 0, lines / (PagedKvCache::blockPositions / 2) * ((positions + 1) / 2));
    copyLines(from + lines, to + lines, scales, 2 * PagedKvCache::blockPositions, 2 * positions);
}

}  // namespace

void CpuPagedKvCache::copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group) continue;
        for (uint32_t head = 0; head < layers[i].kvHeads; ++head) {
            copyKeys(types.key, layers[i].keyDim, keys(i, from, head), keys(i, to, head), positions);
            if (!data[i].valuesFromKeys)
                copyValues(data[i].valueType, data[i].valueDim, values(i, from, head), values(i, to, head),
                           positions);
        }
    }
}

uint64_t CpuPagedKvCache::blockBytes(uint32_t group) const noexcept {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < layers.size(); ++i)
        if (layers[i].group == group) bytes += layerBlockBytes(i);
    return bytes;
}

void CpuPagedKvCache::saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group || layerBlockBytes(i) == 0) continue;
        std::memcpy(out.data(), keys(i, block, 0), layerBlockBytes(i));
        out = out.subspan(layerBlockBytes(i));
    }
}

void CpuPagedKvCache::loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group || layerBlockBytes(i) == 0) continue;
        std::memcpy(keys(i, block, 0), in.data(), layerBlockBytes(i));
        in = in.subspan(layerBlockBytes(i));
    }
}

}  // namespace hearth::cpu
