#pragma once

#include <vector>

#include "backend/backend.h"
#include "model/model_config.h"
#include "model/weight_table.h"

namespace hearth {

/// A weight and its bias on the device; null where the model has none.
struct Projection {
    const Weight* weight = nullptr;
    const Weight* bias = nullptr;
    LinearPart part() const noexcept { return {weight, bias}; }
};

/// A norm's weight and bias; null where the model has none.
struct NormWeights {
    const Weight* weight = nullptr;
    const Weight* bias = nullptr;
};

/// The weights of one layer. What a layer does not have stays null.
struct LayerWeights {
    NormWeights attentionNorm, attentionPostNorm, feedForwardNorm, feedForwardPostNorm;
    NormWeights attentionSumNorm, feedForwardSumNorm;
    Projection q, k, v;  ///< or all three, one after the other, in q
    Projection output;
    const Weight* outputGate =
        nullptr;  ///< of gated attention: (heads * keyDim, embedding), latent: (heads, embedding)
    const Weight* qNorm = nullptr;
    const Weight* kNorm = nullptr;
    const Weight* rotatedNorm = nullptr;  ///< (keyDim), instead of both, behind the rotation
    const Weight* sinks = nullptr;
    std::vector<float> sinkValues;  ///< the same on the host, see readSinkValues()
    Projection gate, up, down;
    // Latent attention: q = qUp(norm(qDown(x))), the compressed keys and values, and the absorbed projections
    // by head.
    Projection qDown, qUp, kvDown;
    const Weight* qDownNorm = nullptr;
    const Weight* kvDownNorm = nullptr;
    const Weight* keyAbsorbed = nullptr;
    const Weight* valueAbsorbed = nullptr;
    // Short convolutions: the two gates and the input side by side, the taps column by column.
    Projection stateIn;
    const Weight* taps = nullptr;
    // Layers with a matrix: what is convolved, the gate of the output, and what rules the matrix.
    Projection stateGate, stateOut;
    Projection forgetDown, forgetUp, gateDown;  ///< Kimi's: to the rates, and to the gate before stateGate
    Projection scanInputs;  ///< of a selective scan: to rates of low rank, keys and queries
    const Weight* scanRateNorm = nullptr;
    const Weight* rate = nullptr;
    const Weight* strength = nullptr;
    const Weight* tapsBias = nullptr;
    const Weight* rateBias = nullptr;
    const Weight* decay = nullptr;
    const Weight* skip = nullptr;
    std::vector<const Weight*>
        stateNorms;  ///< for each group of heads that is normalised with its own weight
    // Mixture of experts.
    const Weight* router = nullptr;
    const Weight* routerBias = nullptr;
    const Weight* selectionBias = nullptr;
    Projection expertGate, expertUp, expertDown;
    Projection expertsDown, expertsUp;  ///< to the space that the experts work in and back
    Projection sharedGate, sharedUp, sharedDown;
    // Gemma 4: experts beside the dense part, with norms of their own, and the layer's own embedding.
    NormWeights densePostNorm, expertsNorm, expertsPostNorm;
    const Weight* routerNorm = nullptr;  ///< (embedding): what the router's normalised input is multiplied by
    const Weight* expertScale = nullptr;  ///< (experts)
    Projection layerGate, layerUp;        ///< to the layer's embedding and back
    // Gemma 3n: see AltUp, and sparse gates.
    Projection streamRouter, streamPredict, streamCorrect;
    NormWeights streamRouterNorm;
    const Weight* streamScale = nullptr;  ///< (embedding)
    Projection lowRankDown, lowRankUp;
    NormWeights lowRankNorm;
    const Weight* columnSum = nullptr;      ///< (1, feedForward): ones
    const Weight* gateThreshold = nullptr;  ///< (feedForward): a norm's bias
    NormWeights layerPostNorm;
    float outputScale = 1.0F;              ///< multiplies what leaves the layer
    const Weight* sharedRouter = nullptr;  ///< (1, embedding): the shared expert's own sigmoid gate
};

/// The weights around the layers.
struct ModelWeights {
    const Weight* embeddings = nullptr;
    const Weight* positions = nullptr;   ///< (learnedPositions, embedding)
    const Weight* tokenTypes = nullptr;  ///< (tokenTypes, embedding)
    NormWeights embeddingNorm;
    NormWeights outputNorm;
    Projection head;                      ///< the embeddings again when they are tied
    std::vector<Projection> pooledSteps;  ///< as ModelConfig::pooledSteps
    NormWeights classifierNorm;
    const Weight* rope = nullptr;
    const Weight* localRope = nullptr;
    float ropeMagnitude = 1.0F, localRopeMagnitude = 1.0F;
    /// To the streams but the first and back, (embedding, embedding) each.
    std::vector<const Weight*> streamProjections, streamUnprojections;
    const Weight* streamOnes = nullptr;       ///< (1, embedding)
    const Weight* layerEmbeddings = nullptr;  ///< (vocabulary, layers * layerEmbedding)
    Projection layerProjection;               ///< of the embedding to all layers' own
    NormWeights layerProjectionNorm;          ///< (layerEmbedding)
    std::vector<LayerWeights> layers;         ///< as ModelConfig::layers
    // Of the layer that guesses, besides what all have.
    Projection mtpProjection;
    NormWeights mtpEmbeddingNorm, mtpStateNorm;
    NormWeights mtpOutputNorm;  ///< null: outputNorm
};

/// A weight to upload and where its address goes.
struct WeightRequest {
    WeightSource source;
    const Weight** target;
};

/// Finds every tensor that the configuration asks for and checks its shape; nothing is read yet except small
/// rotary factors. The requests point into `weights`, which must stay where it is until they are done. Throws
/// Error(BadFile) that names the first tensor that is missing or misshaped.
std::vector<WeightRequest> requestWeights(const WeightTable& table, const ModelConfig& config,
                                          uint32_t contextLength, ModelWeights& weights);
/// Fills LayerWeights::sinkValues of layers that have sinks. Throws Error(Io).
void readSinkValues(const WeightTable& table, ModelWeights& weights);

}  // namespace hearth
