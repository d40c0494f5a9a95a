#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/residual_blocks.h"
#include "hearth/host_resources.h"

namespace hearth::cpu {

/// Blocks of the cache: by layer, memory of shape (blocks, kvHeads, keys | values), see AttentionRun for the
/// layout within, and kv_quantized.h for that of 8 and 4 bits. Models whose values are a part of the keys
/// (valueDim 0) have them stored a second time, as values, unless keys are rounded by the block: then the
/// values are made of them when they are read.
struct CpuPagedKvCache final : PagedKvCache {
    struct Layer {
        Memory memory;
        size_t keyBytes = 0;  ///< of one head in one block
        size_t valueBytes = 0;
        uint32_t valueDim = 0;  ///< as attention reads them
        KvType valueType = KvType::F16;
        bool valuesFromKeys = false;  ///< nothing is stored for them
        size_t headBytes() const noexcept { return keyBytes + valueBytes; }
    };
    std::vector<Layer> data;
    ResidualBlocks open;  ///< empty where types.keepsResidualBlocks() says no

    /// Returns the free memory in bytes; 0: unknown. Tests report less.
    std::function<uint64_t()> freeMemory = availableMemoryBytes;

    /// Throws Error(Unsupported | OutOfMemory).
    CpuPagedKvCache(std::vector<KvLayerShape> shapes, KvTypes kvTypes, const GroupBlocks& blockCount);

    /// The system provides memory when it is first touched, and kills a program when none is left. So this
    /// only checks that enough is free, with something to spare for others.
    bool commit(uint32_t group, uint32_t count) override;
    void shrink(uint32_t group, uint32_t count) override;
    uint64_t committedBytes() const override;

    /// Of one block of one layer.
    size_t layerBlockBytes(uint32_t layer) const noexcept {
        return data[layer].headBytes() * layers[layer].kvHeads;
    }
    std::byte* keys(uint32_t layer, int32_t block, uint32_t kvHead) const noexcept {
        return data[layer].memory.data() + static_cast<size_t>(block) * layerBlockBytes(layer) +
               kvHead * data[layer].headBytes();
    }
    std::byte* values(uint32_t layer, int32_t block, uint32_t kvHead) const noexcept {
        return keys(layer, block, kvHead) + data[layer].keyBytes;
    }

    void copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) noexcept override;
    uint64_t blockBytes(uint32_t group) const noexcept override;
    void saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const noexcept override;
    void loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) noexcept override;
    void copyResidualBlock(int32_t from, int32_t to) noexcept override { open.copy(from, to); }
    uint64_t residualBlockBytes() const noexcept override { return open.bytesOfOne(); }
    void saveResidualBlock(int32_t number, std::span<std::byte> out) const noexcept override {
        open.save(number, out);
    }
    void loadResidualBlock(int32_t number, std::span<const std::byte> in) noexcept override {
        open.load(number, in);
    }

private:
    std::vector<uint32_t> m_committed;  ///< blocks, by group
};

}  // namespace hearth::cpu
