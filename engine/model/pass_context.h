#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "backend/backend.h"
#include "model/activations.h"
#include "model/layer_weights.h"
#include "model/model_config.h"

namespace hearth {

/// Data that the parts of a forward pass share: the model, its activations, and what is known of the running
/// batch. Config, weights and backend outlive it; it outlives the parts.
struct PassContext {
    PassContext(Backend& onBackend, const ModelConfig& ofConfig, const ModelWeights& ofWeights,
                uint32_t maxRows, uint32_t maxLogitRows);

    /// A norm of rows, and one of heads. None where the model has none.
    Norm norm(const NormWeights& own) const;
    Norm headNorm(const Weight* weight) const;
    Rope rope(const LayerConfig& layer) const;
    /// Arguments for the cache of a layer; the caller sets the slices.
    KvWriteArgs kvWrite(uint32_t index, PagedKvCache& kv) const;
    /// Projects the results of a layer's part into `branch`, or adds them to it.
    void project(const Projection& projection, const Slice& in, const Slice& branch, bool accumulate,
                 float scale = 1.0F);
    void normalizeSum(const NormWeights& own);
    /// Called after a layer has written its data for later passes: if this was the last layer to write, keeps
    /// only the rows that want logits. False: there are none, and the pass is done.
    bool narrowToLogitRows(uint32_t index, std::initializer_list<Slice> kept);
    /// Logits of the rows that want some.
    void linearHead(const NormWeights& last);

    Backend& backend;
    const ModelConfig& config;
    const ModelWeights& weights;
    const uint32_t lastWriter;  ///< the last layer that writes into the cache or the states
    Activations buffers;

    // Of the running batch.
    StateStore* states = nullptr;
    size_t logitRows = 0;
    bool together = false;  ///< it is whole texts, see ForwardPass::encode()
    bool narrows = false;   ///< it continues with the rows that want logits
};

}  // namespace hearth
