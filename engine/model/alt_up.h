#pragma once

#include <cstdint>

#include "model/layer_embeddings.h"
#include "model/pass_context.h"

namespace hearth {

/// Alternating updates (Baykal et al. 2023), as in Gemma 3n: several residual streams of which a layer
/// computes one; the others are predicted before it and corrected by what it made. For
/// ModelConfig::streams. Made of operations that all backends have.
class AltUp {
public:
    AltUp(PassContext& pass, LayerEmbeddings& embeddings) : m_pass(pass), m_embeddings(embeddings) {}

    /// Makes the streams of the embeddings in `hidden`.
    void split();
    /// Predicts the streams after a layer. Leaves the active one in `hidden`, and the layer's low-rank branch
    /// (LAuReL, Menghani et al. 2024) for addLowRank().
    void predict(uint32_t index);
    /// Adds that branch to `hidden`, after attention.
    void addLowRank();
    /// Corrects the predictions by what the layer left in `hidden`, and adds the layer's own embedding to all
    /// streams but the first.
    void correct(uint32_t index);
    /// Makes one stream of all, in `hidden`.
    void join();

private:
    Slice stream(uint32_t index) const;
    Slice prediction(uint32_t index) const;
    /// tanh of the router's scores of a stream, one for each stream.
    void route(uint32_t index, const Slice& in);
    /// The root mean square of each row of `in`.
    void measure(const Slice& in);
    void copy(const Slice& in, const Slice& out, float scale = 1.0F, bool accumulate = false);

    PassContext& m_pass;
    LayerEmbeddings& m_embeddings;
};

}  // namespace hearth
