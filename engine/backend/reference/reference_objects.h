#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"

/// The objects that the reference backend returns, in the memory of the program.
namespace hearth::reference {

/// (experts, rows, columns), float32.
struct HostWeight final : Weight {
    std::vector<float> values;
    const float* row(uint64_t index) const noexcept { return values.data() + index * columns; }
};

struct HostBuffer final : Buffer {
    std::vector<float> values;
};

/// Each layer: keys (blocks, 32, kvHeads * keyDim), values (blocks, 32, kvHeads * valueDim), and residual
/// blocks of the shape of keys where the types keep any.
struct HostPagedKvCache final : PagedKvCache {
    /// All zero. Throws Error(OutOfMemory).
    HostPagedKvCache(std::vector<KvLayerShape> shapes, KvTypes kvTypes, const GroupBlocks& blockCount);

    void copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) override;
    uint64_t blockBytes(uint32_t group) const override;
    void saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const override;
    void loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) override;
    void copyResidualBlock(int32_t from, int32_t to) override;
    uint64_t residualBlockBytes() const override;
    void saveResidualBlock(int32_t number, std::span<std::byte> out) const override;
    void loadResidualBlock(int32_t number, std::span<const std::byte> in) override;

    /// The keys of a sequence from the block of its first row in the batch on, before they are rounded.
    struct Span {
        size_t firstBlock = 0;
        std::vector<float> keys;
    };
    struct Layer {
        std::vector<float> keys, values, open;
        std::vector<Span> spans;  ///< by sequence of the batch that wrote last
        uint64_t batch = 0;       ///< which that was
    };
    std::vector<Layer> data;
};

struct HostStateStore final : StateStore {
    /// All zero. Throws Error(OutOfMemory).
    HostStateStore(std::vector<uint64_t> floatsOfLayers, uint32_t slots);

    void copy(int32_t from, int32_t to) override;
    void reset(int32_t slot) override;
    void save(int32_t slot, std::span<std::byte> out) const override;
    void load(int32_t slot, std::span<const std::byte> in) override;

    std::vector<std::vector<float>> data;  ///< by layer: (slots, floats)
};

/// This many floats, all zero. Throws Error(OutOfMemory).
std::vector<float> zeros(uint64_t count);
/// The values of a weight that this backend made; nullptr for nullptr.
const float* valuesOf(const Weight* weight) noexcept;
/// One row of a slice.
float* rowOf(const Slice& slice, uint64_t row) noexcept;

}  // namespace hearth::reference
