#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "hearth/engine_options.h"
#include "hearth/kv_cost.h"
#include "hearth/kv_type.h"
#include "hearth/memory_plan.h"
#include "model/model.h"
#include "placement/kv_blocks.h"

namespace hearth {

class GgufFile;

/// Sizes that follow from the options and the model, before anything is allocated.
struct CachePlan {
    KvTypes kvType;
    uint32_t contextLength = 0;  ///< positions a conversation may have
    GroupBlocks blocks = 0;      ///< of the KV cache of all conversations, by kvWindows()
};

/// Bytes of the whole cache.
uint64_t kvBytes(const ModelConfig& config, KvTypes types, const GroupBlocks& blocks);

/// Slots for states of recurrent layers, of sequences that run, of checkpoints, and those for drafts: up to
/// 32 within 256 MB, at least 4, and draftStateCount(); 0 for models without such layers.
uint32_t stateSlotCount(const ModelConfig& config);
/// Of these, slots for the states before drafts, to which a pass returns after a rejected draft: up to as
/// many as a pass checks within 128 MB, at least 2.
uint32_t draftStateCount(const ModelConfig& config);
/// Bytes of all of them.
uint64_t stateBytes(const ModelConfig& config);

/// Recurrent states are written as a whole when a conversation begins. Throws Error(OutOfMemory) with a
/// sentence if those of the model are larger than `freeBytes`.
void needRoomForStates(const ModelConfig& config, uint64_t freeBytes);

/// Memory cost of the model's contexts. `passRows`: rows of its largest pass, if that is larger than usual.
KvCost kvCost(const ModelConfig& config, uint32_t passRows = 0);
/// Context lengths that the model was made for.
ContextTraining contextTraining(const ModelConfig& config);

/// Chooses the context length and the size of the cache. The context is the requested one, or the model's own
/// as far as one conversation fits into half of the memory that is free after the weights, but at least
/// 8,192. The cache has the requested size, or room for up to four conversations within half of that memory;
/// at least one conversation. Models that rotate by the longest context (LongRoPE, dynamic NTK) get at most
/// 8,192 if none is requested, because a longer one changes their output for short texts. Layers with a
/// window get room for the windows before the ends of as many conversations and of their last prompts.
/// `passRows`: as for kvCost(). Throws Error(BadInput) for contexts out of range.
CachePlan planCache(const EngineOptions& options, const ModelConfig& config, uint64_t freeBytes,
                    uint32_t passRows = 0);

/// The plan in the form that is shown to people.
MemoryPlan describePlan(const CachePlan& cache, const ModelConfig& config, Model::Sizes sizes);

}  // namespace hearth
