#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/memory.h"

namespace hearth::cpu {

/// The keys of blocks that are not full, in float16 and the layout of AttentionRun; see PagedKvCache. What a
/// batch has of more than one block of a sequence lies in memory beside them, which serves one layer after
/// the other: of each group of layers what the last one wrote stays, because layers that read another's
/// cache read that. A prompt may pause for a batch of replies, so either kind has its own.
class ResidualBlocks {
public:
    ResidualBlocks() = default;
    /// Throws Error(OutOfMemory).
    ResidualBlocks(std::span<const KvLayerShape> layers, uint32_t count);

    uint64_t sizeBytes() const noexcept { return m_bytes; }
    void copy(int32_t from, int32_t to) noexcept;
    /// Of one block, all layers; and these bytes to and from other memory.
    uint64_t bytesOfOne() const noexcept;
    void save(int32_t number, std::span<std::byte> out) const noexcept;
    void load(int32_t number, std::span<const std::byte> in) noexcept;

    /// A block of one sequence, all heads.
    struct Piece {
        std::byte* keys = nullptr;   ///< where it is open
        std::byte* other = nullptr;  ///< to be filled from, or where it is to go afterwards
        uint32_t sequence = 0, block = 0;
    };
    /// Before a layer's keys of a batch are written: finds room for all blocks of its rows. Throws
    /// Error(OutOfMemory).
    void begin(const BatchContext& batch, uint32_t layer);
    /// Blocks that hold positions before the batch's: `keys` is to be made what `other` is.
    std::span<const Piece> toContinue() const noexcept { return m_continued; }
    /// Blocks that are full now: they are to be rounded.
    std::span<const Piece> full() const noexcept { return m_full; }
    /// Blocks that other batches go on with: `other` is to be made what `keys` is.
    std::span<const Piece> toKeep() const noexcept { return m_kept; }
    /// Of all heads.
    size_t blockBytes(uint32_t layer) const noexcept {
        return m_layers[layer].headBytes * m_layers[layer].heads;
    }

    /// One head's keys of an residual block.
    std::byte* keysOf(uint32_t layer, int32_t number, uint32_t kvHead) const noexcept {
        return open(layer, number) + kvHead * m_layers[layer].headBytes;
    }
    /// One head's keys of the block that contains a batch row's position in a sequence, after a layer of its
    /// group was written.
    std::byte* keys(const BatchContext& batch, uint32_t layer, uint32_t sequence, uint32_t block,
                    uint32_t kvHead) const noexcept;

private:
    struct Layer {
        Memory memory;  ///< (count, heads, headBytes)
        size_t headBytes = 0, heads = 0;
        uint32_t group = 0;
    };
    /// Location of the blocks of a sequence in the batch.
    struct Span {
        uint32_t firstBlock = 0;
        bool beside = false;  ///< in the memory beside; else it is one block
        size_t offset = 0;    ///< in blocks
    };
    struct Beside {
        Memory memory;
        std::vector<Span> spans;  ///< by sequence
    };
    std::byte* open(uint32_t layer, int32_t number) const noexcept {
        return m_layers[layer].memory.data() + static_cast<size_t>(number) * blockBytes(layer);
    }

    std::vector<Layer> m_layers;
    uint64_t m_bytes = 0;
    std::vector<std::array<Beside, 2>> m_beside;  ///< by group and kind of rows
    std::vector<Piece> m_continued, m_full, m_kept;
};

}  // namespace hearth::cpu
