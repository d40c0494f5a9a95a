#pragma once

#include "backend/backend.h"
#include "backend/cuda/growing_memory.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/step_recorder.h"

namespace hearth::cuda {

/// The shape of one layer's head-blocks, without memory.
KvLayerView kvLayerView(const KvLayerShape& shape, KvTypes types);

/// KV cache on the device: one range of addresses a layer, behind which memory is put as blocks are committed
/// to. So launches that were recorded stay right, and each kernel sees one array.
struct DevicePagedKvCache final : PagedKvCache {
    explicit DevicePagedKvCache(StepRecorder& owner) : recorder(owner) {}
    ~DevicePagedKvCache() override { recorder.settle(); }
    StepRecorder& recorder;
    struct Layer {
        GrowingMemory memory;
        DeviceMemory open;
        KvLayerView view;
        uint64_t blockBytes() const {
            return static_cast<uint64_t>(view.headBlockBytes) * static_cast<uint64_t>(view.kvHeads);
        }
        /// Of one residual block.
        uint64_t openBytes() const {
            return static_cast<uint64_t>(view.openHeadBytes) * static_cast<uint64_t>(view.kvHeads);
        }
    };
    std::vector<Layer> data;

    bool commit(uint32_t group, uint32_t count) override;
    void shrink(uint32_t group, uint32_t count) override;
    uint64_t committedBytes() const override;
    void copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) override;
    void copyResidualBlock(int32_t from, int32_t to) override;
    uint64_t residualBlockBytes() const override;
    void saveResidualBlock(int32_t number, std::span<std::byte> out) const override;
    void loadResidualBlock(int32_t number, std::span<const std::byte> in) override;
    uint64_t blockBytes(uint32_t group) const override;
    void saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const override;
    void loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) override;

    /// Throws Error(OutOfMemory), also where the device has too little free for all blocks now: who loads a
    /// model is told then, and not in the middle of a reply.
    static std::unique_ptr<DevicePagedKvCache> make(StepRecorder& owner, std::vector<KvLayerShape> layers,
                                                    KvTypes types, const GroupBlocks& blocks);
};

}  // namespace hearth::cuda
