#pragma once

#include "backend/cuda/weight_blocks.h"

/// The first quantised weights of a block of threads on their way to shared memory: no register waits for
/// them, so they can set out before the launch is allowed to read anything else.
namespace hearth::cuda {

constexpr int unitRows = rowPanelRows / 2;  ///< weight rows of a block of threads
/// Runs of columns of a warp; a lane has one row in one of them.
constexpr int runsPerWarp = warpSize32 / unitRows;
constexpr int stageBlocks = 2;  ///< k-blocks of each run that are copied together

/// Size of a stage of a warp, in pieces of 16 bytes: the planes of the format one after the other, each by
/// k-block, run and row. Items of 32 bytes are two planes of 16.
constexpr int planePieces(int itemBytes) {
    return stageBlocks * runsPerWarp * itemBytes;
}
constexpr int stagePieces(const FormatTraits& traits) {
    return planePieces(traits.lowBytes() + traits.highBytes() + traits.scaleBytes() + traits.superBytes());
}
/// The most that are of use. Four are the runs of a row of 4,096 columns.
constexpr int mostEarlyStages(WeightFormat format) {
    return stagePieces(traitsOf(format)) <= 88 ? 4 : 3;
}
/// Shared memory of a stage of a warp.
constexpr int stageBytes(WeightFormat format) {
    return stagePieces(traitsOf(format)) * 16;
}

/// A warp's first k-blocks of sixteen rows: of each of its runs, as many stages as there is room for.
template <WeightFormat Format>
struct EarlyWeights {
    static constexpr FormatTraits traits = traitsOf(Format);
    static constexpr int most = mostEarlyStages(Format);
    // Offsets of the planes of a stage, in bytes.
    static constexpr int high = planePieces(traits.lowBytes()) * 16;
    static constexpr int scale = high + planePieces(traits.highBytes()) * 16;
    static constexpr int super = scale + planePieces(traits.scaleBytes()) * 16;

    std::byte* memory;  ///< the warp's
    int warp, lane;
    int count;  ///< of stages

    /// `ofBlock`: shared memory for `stages` of each warp.
    HEARTH_DEVICE EarlyWeights(std::byte* ofBlock, int stages, int thread, int kBlocks)
        : warp(thread / warpSize32), lane(thread % warpSize32) {
        memory = ofBlock + warp * stages * stageBytes(Format);
        count = (runLength(kBlocks) + stageBlocks - 1) / stageBlocks;
        if (count > most) count = most;
        if (count > stages) count = stages;
    }
    HEARTH_DEVICE std::byte* stageAt(int stage) const { return memory + stage * stageBytes(Format); }

    /// A plane of which a lane has one piece of 16 bytes at most in a stage. What eight k-blocks share comes
    /// with the first of them, and with the first of a run.
    template <int ItemBytes, int ItemBlocks>
    HEARTH_DEVICE void askPlane(const std::byte* plane, int kBlocks, int rowPanel, int firstInRowPanel,
                                int place) const {
        constexpr int pieces = runsPerWarp * ItemBytes;  // of a k-block
        if (lane >= stageBlocks * pieces) return;
        const int block = lane / pieces, run = lane / ItemBytes % runsPerWarp, length = runLength(kBlocks);
        const int first = (warp * runsPerWarp + run) * length;
        const int end = first + length < kBlocks ? first + length : kBlocks;
        const std::byte* from = plane + firstInRowPanel * ItemBytes + lane % ItemBytes * 16;
        const int64_t before = static_cast<int64_t>(rowPanel) * (kBlocks / ItemBlocks);
        HEARTH_UNROLL for (int stage = 0; stage < most; ++stage) {
            const int inRun = stageBlocks * stage + block, k = first + inRun;
            if (stage >= count || k >= end || (ItemBlocks > 1 && k % ItemBlocks != 0 && inRun != 0)) continue;
            copyAsync16(stageAt(stage) + place + lane * 16,
                        from + (before + k / ItemBlocks) * (rowPanelRows * ItemBytes));
        }
    }
    /// Items of 16 bytes, a lane one of each k-block, or of 32, a lane both halves.
    HEARTH_DEVICE void askItems(const std::byte* plane, int kBlocks, int rowPanel,
                                int firstInRowPanel) const {
        constexpr int halves = traits.lowBytes() / 16;
        const int length = runLength(kBlocks);
        const int first = (warp * runsPerWarp + lane / unitRows) * length;
        const int end = first + length < kBlocks ? first + length : kBlocks;
        const std::byte* from =
            plane + (static_cast<int64_t>(rowPanel) * kBlocks + first) * (rowPanelRows * halves * 16) +
            (firstInRowPanel + lane % unitRows) * 16;
        HEARTH_UNROLL for (int i = 0; i < most * stageBlocks; ++i) {
            if (i / stageBlocks >= count || first + i >= end) continue;
            HEARTH_UNROLL for (int half = 0; half < halves; ++half) {
                const int item = (i % stageBlocks * halves + half) * warpSize32 + lane;
                copyAsync16(stageAt(i / stageBlocks) + item * 16,
                            from + (i * halves + half) * rowPanelRows * 16);
            }
        }
    }
    /// Begins to copy, in one group, those of the rows from `firstInRowPanel` on of a row panel.
    HEARTH_DEVICE void ask(const WeightView& weight, int rowPanel, int firstInRowPanel) const {
        const int kBlocks = weight.kBlocks;
        if constexpr (traits.lowBytes() >= 16) {
            askItems(weight.low, kBlocks, rowPanel, firstInRowPanel);
        } else {
            askPlane<traits.lowBytes(), 1>(weight.low, kBlocks, rowPanel, firstInRowPanel, 0);
        }
        if constexpr (traits.highBytes() > 0)
            askPlane<traits.highBytes(), 1>(weight.high, kBlocks, rowPanel, firstInRowPanel, high);
        askPlane<traits.scaleBytes(), 1>(weight.scale, kBlocks, rowPanel, firstInRowPanel, scale);
        if constexpr (traits.isSuper())
            askPlane<traits.superBytes(), traits.superBlocks()>(weight.super, kBlocks, rowPanel,
                                                                firstInRowPanel, super);
        copyAsyncCommit();
    }

    /// The lane's k-block `i` of a stage; `packed.super` stays as it is where it came with one before.
    HEARTH_DEVICE void take(int number, int i, bool hasSuper, PackedBlock<Format>& packed) const {
        const std::byte* stage = stageAt(number);
        const int item = i * warpSize32 + lane;
        if constexpr (traits.lowBits == 2) {
            const auto words = loadVector<Words2>(stage + item * 8);
            packed.low[0] = words.x;
            packed.low[1] = words.y;
        } else {
            constexpr int halves = traits.lowBytes() / 16;
            HEARTH_UNROLL for (int half = 0; half < halves; ++half) {
                const auto words = loadVector<Words4>(stage + ((i * halves + half) * warpSize32 + lane) * 16);
                packed.low[4 * half] = words.x;
                packed.low[4 * half + 1] = words.y;
                packed.low[4 * half + 2] = words.z;
                packed.low[4 * half + 3] = words.w;
            }
        }
        if constexpr (traits.highBits == 1) {
            packed.high[0] = loadVector<uint32_t>(stage + high + item * 4);
        } else if constexpr (traits.highBits == 2) {
            const auto words = loadVector<Words2>(stage + high + item * 8);
            packed.high[0] = words.x;
            packed.high[1] = words.y;
        }
        if constexpr (traits.scaleBytes() == 4) {
            packed.scale = loadVector<uint32_t>(stage + scale + item * 4);
        } else if constexpr (traits.scaleBytes() == 2) {
            packed.scale = reinterpret_cast<const uint16_t*>(stage + scale)[item];
        } else {
            packed.scale = reinterpret_cast<const uint8_t*>(stage + scale)[item];
        }
        if constexpr (traits.isSuper()) {
            if (hasSuper) packed.super = loadVector<uint32_t>(stage + super + item * 4);
        } else {
            packed.super = 0;
        }
    }
};

}  // namespace hearth::cuda
