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

    size_t blockBytes(uint32_t layer) const noexcept {
        return data[layer].headBytes() * layers[layer].kvHeads;
    }
    std::byte* keys(uint32_t layer, int32_t block, uint32_t kvHead) const noexcept {
        return data[layer].memory.data() + static_cast<size_t>(block) * blockBytes(layer) +
               kvHead * data[layer].headBytes();
    }
    std::byte* values(uint32_t layer, int32_t block, uint32_t kvHead) const noexcept {
        return keys(layer, block, kvHead) + data[layer].keyBytes;
    }

    /// Copies the first positions of a block, all layers of the group.
    void copy(uint32_t group, int32_t from, int32_t to, uint32_t positions) noexcept;
    uint64_t groupBytes(uint32_t group) const noexcept;
    /// Whole blocks to and from bytes of size groupBytes().
    void save(uint32_t group, int32_t block, std::span<std::byte> out) const noexcept;
    void load(uint32_t group, int32_t block, std::span<const std::byte> in) noexcept;

private:
    std::vector<uint32_t> m_committed;  ///< blocks, by group
};

}  // namespace hearth::cpu
