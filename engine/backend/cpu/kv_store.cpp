#include "backend/cpu/kv_store.h"

#include <cstring>

namespace hearth::cpu {

CpuKvStore::CpuKvStore(std::vector<KvLayerShape> shapes, KvType kvType, uint32_t blockCount) {
    if (kvType != KvType::F16 && kvType != KvType::F32)
        throw Error(ErrorCode::Unsupported,
                    "The CPU backend keeps its cache as f16 or f32; choose one of these.");
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
        layer.keyBytes = size_t{shape.keyDim} * blockPositions * elementBytes();
        layer.valueBytes = size_t{layer.valueDim} * blockPositions * elementBytes();
        layer.memory = Memory(layer.headBytes() * shape.kvHeads * blockCount);
        sizeBytes += layer.memory.size();
        data.push_back(std::move(layer));
    }
}

void CpuKvStore::copy(uint32_t group, int32_t from, int32_t to, uint32_t positions) noexcept {
    const size_t element = elementBytes();
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group) continue;
        for (uint32_t head = 0; head < layers[i].kvHeads; ++head) {
            // Later positions may be copied along where the layout interleaves them; nobody reads those.
            const std::byte* source = keys(i, from, head);
            std::byte* target = keys(i, to, head);
            const size_t pairBytes = blockPositions * 2 * element;
            for (size_t pair = 0; pair < layers[i].keyDim / 2; ++pair)
                std::memcpy(target + pair * pairBytes, source + pair * pairBytes, positions * 2 * element);
            const size_t rows = (positions + 1) / 2;
            std::memcpy(values(i, to, head), values(i, from, head), rows * data[i].valueDim * 2 * element);
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
        if (layers[i].group != group) continue;
        std::memcpy(out.data(), keys(i, block, 0), blockBytes(i));
        out = out.subspan(blockBytes(i));
    }
}

void CpuKvStore::load(uint32_t group, int32_t block, std::span<const std::byte> in) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        if (layers[i].group != group) continue;
        std::memcpy(keys(i, block, 0), in.data(), blockBytes(i));
        in = in.subspan(blockBytes(i));
    }
}

}  // namespace hearth::cpu
