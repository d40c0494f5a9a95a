#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "model/model_config.h"

namespace hearth {

/// Scratch memory of a forward pass on the device. Buffers that the model does not need are null.
struct Activations {
    /// Bytes for this number of rows.
    static uint64_t bytes(const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows);

    /// Throws Error(OutOfMemory).
    Activations(Backend& backend, const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows);

    std::unique_ptr<Buffer> hidden;  ///< (rows, embedding): the residual stream
    std::unique_ptr<Buffer> branch;  ///< (rows, embedding): a branch that is normalised before it is added
    std::unique_ptr<Buffer> qkv;     ///< (rows, widest of a layer's projections)
    std::unique_ptr<Buffer> mixed;   ///< (rows, heads * valueDim)
    std::unique_ptr<Buffer> latent;  ///< (rows, ...): the steps of latent attention
    std::unique_ptr<Buffer> inner;   ///< (rows, feed-forward width)
    std::unique_ptr<Buffer> layerInputs;         ///< (rows, layers * layerEmbedding)
    std::unique_ptr<Buffer> layerGate;           ///< (rows, layers * layerEmbedding): steps on the way there
    std::unique_ptr<Buffer> streams;             ///< (rows, streams * embedding): alternating updates
    std::unique_ptr<Buffer> predictions;         ///< the same
    std::unique_ptr<Buffer> modalities;          ///< (rows, streams)
    std::unique_ptr<Buffer> streamCoefficients;  ///< (rows, streams * streams)
    std::unique_ptr<Buffer> magnitude;           ///< (rows, 1)
    std::unique_ptr<Buffer> lowRank;             ///< (rows, embedding)
    std::unique_ptr<Buffer> lowRankInner;        ///< (rows, lowRank)
    std::unique_ptr<Buffer> expertBranch;        ///< (rows, embedding): experts next to a dense part
    std::unique_ptr<Buffer> routerIn;            ///< (rows, embedding)
    std::unique_ptr<Buffer> latentExperts;       ///< (rows, 2 * latent): what the experts read and write
    std::unique_ptr<Buffer> gate;                ///< (rows, 1): the shared expert's gate
    std::unique_ptr<Buffer> guessIn;             ///< (rows, 2 * embedding): a token and the state before it
    std::unique_ptr<Buffer> logits;              ///< (logit rows, vocabulary)
};

}  // namespace hearth
