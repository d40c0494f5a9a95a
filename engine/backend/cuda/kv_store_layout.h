#pragma once

#include "backend/backend.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/step_recorder.h"

namespace hearth::cuda {

/// The shape of one layer's head-blocks, without memory.
KvLayerView kvLayerView(const KvLayerShape& shape, KvTypes types);

/// KV cache on the device: one allocation a layer.
struct DeviceKvStore final : KvStore {
    explicit DeviceKvStore(StepRecorder& owner) : recorder(owner) {}
    ~DeviceKvStore() override { recorder.settle(); }
    StepRecorder& recorder;
    struct Layer {
        DeviceMemory memory, open;
        KvLayerView view;
        uint64_t blockBytes() const {
            return static_cast<uint64_t>(view.headBlockBytes) * static_cast<uint64_t>(view.kvHeads);
        }
        /// Of one open block.
        uint64_t openBytes() const {
            return static_cast<uint64_t>(view.openHeadBytes) * static_cast<uint64_t>(view.kvHeads);
        }
    };
    std::vector<Layer> data;

    /// Throws Error(OutOfMemory).
    static std::unique_ptr<DeviceKvStore> make(StepRecorder& owner, std::vector<KvLayerShape> layers,
                                               KvTypes types, const GroupBlocks& blocks);
};

}  // namespace hearth::cuda
