#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "model/pass_context.h"

namespace hearth {

/// Embeddings of each token for each layer (Gemma 3n, 4). For ModelConfig::layerEmbedding.
class LayerEmbeddings {
public:
    explicit LayerEmbeddings(PassContext& pass) : m_pass(pass) {}

    /// Calculates the additional input of every layer: the token's own embedding for the layer plus a
    /// normalised projection of its main embedding, together divided by sqrt(2). Rows that are given use
    /// those of the padding token, which is the first one in this family (transformers, Gemma4Model).
    void embed(const Batch& batch);
    /// Adds a layer's part to the residual stream, at the end of the layer.
    void add(uint32_t index);
    /// The same in two steps: its projection goes into the branch, by what `in` opens of it, and is
    /// normalised and added to `out`.
    void project(uint32_t index, const Slice& in);
    void addTo(uint32_t index, const Slice& out);

private:
    PassContext& m_pass;
};

}  // namespace hearth
