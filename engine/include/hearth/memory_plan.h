#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hearth/expert_traffic.h"
#include "hearth/kv_cost.h"

namespace hearth {

/// Method by which positions are stretched beyond the lengths of the training.
enum class ContextScaling { None, Linear, Yarn, LongRope, Dynamic };

/// Lengths of context that a model was made for, as its file says.
struct ContextTraining {
    int length = 0;  ///< up to which it was trained or adapted; 0: not known
    ContextScaling scaling = ContextScaling::None;
    int unscaledLength = 0;  ///< with a scaling: the length before it
};

/// The share of a model that one GPU holds.
struct GpuShare {
    int number = 0;    ///< as in EngineOptions::devices
    std::string name;  ///< "NVIDIA L4"
    int layers = 0;
    uint64_t totalBytes = 0, freeBytes = 0;  ///< of the GPU, as MemoryPlan has them of all
    bool operator==(const GpuShare&) const = default;
};

/// Memory of a model by purpose, in bytes; exact, computed by the allocators that load the model.
struct MemoryPlan {
    uint64_t weightsBytes = 0, scratchBytes = 0;
    uint64_t kvBytes = 0;  ///< maximum for the KV cache of all conversations
    /// The part of kvBytes that is allocated: at load, in a plan, or by now; the rest is allocated as
    /// conversations grow.
    uint64_t kvCommittedBytes = 0;
    uint64_t kvConversationBytes = 0;  ///< for one conversation of contextLength tokens
    KvCost kv;                         ///< both for other contexts
    int contextLength = 0;             ///< positions that a conversation may have
    ContextTraining training;
    uint64_t draftBytes = 0;   ///< all of the draft model
    uint64_t visionBytes = 0;  ///< all of the vision encoder
    uint64_t deviceTotalBytes = 0, deviceFreeBytes = 0;
    int layersOnDevice = 0, layers = 0;
    std::vector<GpuShare> cards = {};  ///< those that have layers, in this order
    bool gpusShareLayers = false;      ///< each GPU has a part of every layer (GpuSplit::TensorParallel)
    /// For a mixture: experts in host memory, not included in weightsBytes; its counts are those of
    /// CacheStats.
    ExpertTraffic experts = {};
    uint64_t totalBytes() const noexcept {
        return weightsBytes + kvBytes + scratchBytes + draftBytes + visionBytes + experts.hostBytes;
    }
};

}  // namespace hearth
