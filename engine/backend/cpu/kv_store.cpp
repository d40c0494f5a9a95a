#include "backend/cpu/kv_store.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/kernels.h"

namespace hearth::cpu {

namespace {

/// What stays free for others, and for what this program needs besides.
constexpr uint64_t spareBytes = uint64_t{256} << 20U;

}  // namespace

size_t kvHeadBytes(KvType type, size_t dim) noexcept {
    constexpr size_t scaleBytes = 2;
    const size_t grouped = kvGroups(dim) * KvStore::blockPositions;
    switch (type) {
        case KvType::F32:
            return dim * KvStore::blockPositions * 4;
        case KvType::F16:
            break;
        case KvType::Q8_0:
            return grouped * (kvGroupColumns + scaleBytes);
        case KvType::Q4_0:
            return grouped * (kvGroupColumns / 2 + scaleBytes);
    }
    return dim * KvStore::blockPositions * 2;
}

CpuKvStore::CpuKvStore(std::vector<KvLayerShape> shapes, KvType kvType, const GroupBlocks& blockCount) {
    layers = std::move(shapes);
    type = kvType;
    blocks = blockCount;
    for (uint32_t i = 0; i < layers.size(); ++i) {
        const KvLayerShape& shape = layers[i];
        if (shape.keyDim % 2 != 0)
            throw Error(ErrorCode::Unsupported,
                        "The model's heads have an odd size, which Hearth cannot run.");
        Layer layer;
        layer.valueDim = shape.valueDim != 0 ? shape.valueDim : shape.keyDim;
        layer.keyBytes = kvHeadBytes(kvType, shape.keyDim);
        layer.valueBytes = kvHeadBytes(kvType, layer.valueDim);
        layer.memory = Memory(layer.headBytes() * shape.kvHeads * blockCount[shape.group]);
        sizeBytes += layer.memory.size();
        data.push_back(std::move(layer));
        m_committed.resize(std::max<size_t>(m_committed.size(), shape.group + 1));
    }
}

bool CpuKvStore::commit(uint32_t group, uint32_t count) {
    if (group >= m_committed.size() || count <= m_committed[group]) return true;
    const uint64_t more = (count - m_committed[group]) * groupBytes(group), free = freeMemory();
    if (free != 0 && more + spareBytes > free) return false;
    m_committed[group] = count;
    return true;
}

uint64_t CpuKvStore::committedBytes() const {
    uint64_t bytes = 0;
    for (uint32_t group = 0; group < m_committed.size(); ++group)
        bytes += m_committed[group] * groupBytes(group);
    return bytes;
}

namespace {
/// The first `count` bytes of every line, lines `stride` bytes apart.
void copyLines(const std::byte* from, std::byte* to, size_t lines, size_t stride, size_t count) noexcept {
    for (size_t i = 0; i < lines; ++i) std::memcpy(to + i * stride, from + i * stride, count);
}
}  // namespace

void CpuKvStore::copy(uint32_t group, int32_t from, int32_t to, uint32_t positions) noexcept {
    // A column of a position takes so many bytes; 4 bits hold two columns in one.
    const size_t element = type == KvType::F32 ? 4 : type == KvType::F16 ? 2 : 1;
    const size_t rows = (positions + 1) / 2;
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group) continue;
        const auto columns = [&](size_t dim) {
            if (!quantized()) return dim;
            return kvGroups(dim) * kvGroupColumns / (type == KvType::Q4_0 ? 2 : 1);
        };
        const size_t keyColumns = columns(layers[i].keyDim);
        const size_t valueColumns = columns(data[i].valueDim);
        for (uint32_t head = 0; head < layers[i].kvHeads; ++head) {
            // Later positions may be copied along where the layout interleaves them; nobody reads those.
            const std::byte* source = keys(i, from, head);
            std::byte* target = keys(i, to, head);
            const size_t pairBytes = blockPositions * 2 * element;
            copyLines(source, target, keyColumns / 2, pairBytes, positions * 2 * element);
            const std::byte* sourceValues = values(i, from, head);
            std::byte* targetValues = values(i, to, head);
            copyLines(sourceValues, targetValues, 1, 0, rows * valueColumns * 2 * element);
            if (!quantized()) continue;
            const size_t keysEnd = keyColumns * blockPositions;
            const size_t valuesEnd = valueColumns * blockPositions;
            copyLines(source + keysEnd, target + keysEnd, kvGroups(layers[i].keyDim), blockPositions * 2,
                      positions * 2);
            copyLines(sourceValues + valuesEnd, targetValues + valuesEnd, kvGroups(data[i].valueDim),
                      blockPositions * 2, positions * 2);
        }
    }
}

uint64_t CpuKvStore::groupBytes(uint32_t group) const noexcept {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < layers.size(); ++i)
        if (layers[i].group == group) bytes += blockBytes(i);
    return bytes;
}

void CpuKvStore::save(uint32_t group, int32_t block, std::span<std::byte> out) const noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group || blockBytes(i) == 0) continue;
        std::memcpy(out.data(), keys(i, block, 0), blockBytes(i));
        out = out.subspan(blockBytes(i));
    }
}

void CpuKvStore::load(uint32_t group, int32_t block, std::span<const std::byte> in) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group || blockBytes(i) == 0) continue;
        std::memcpy(keys(i, block, 0), in.data(), blockBytes(i));
        in = in.subspan(blockBytes(i));
    }
}

}  // namespace hearth::cpu
