#pragma once

#include <cstdint>

namespace hearth {

/// Role of a weight. Each file format maps its tensor names to roles; all other code uses roles.
enum class WeightRole : uint8_t {
    Unknown,
    TokenEmbedding,     ///< (vocabulary, embedding), and the head if there is no separate one
    EmbeddingNorm,      ///< of the output in some families, of the sum of embeddings in others
    PositionEmbedding,  ///< (positions, embedding): learned positions
    TokenTypes,         ///< (types, embedding): for the first or the second text of a pair
    OutputNorm,
    Output,            ///< the head
    ClassifierDense,   ///< of a pooled text, before its score
    ClassifierNorm,    ///< after that
    ClassifierOutput,  ///< (labels, embedding)
    PooledDense1,      ///< of a pooled text, one after the other
    PooledDense2,
    LayerEmbeddings,  ///< of all layers side by side (Gemma 3n and 4)
    LayerEmbeddingProjection,
    LayerEmbeddingNorm,
    RotaryFactors,  ///< divisors of the rotary frequencies
    RotaryFactorsShort,
    RotaryFactorsLong,
    RotaryFrequencies,       ///< in no file: made of the numbers above
    LocalRotaryFrequencies,  ///< the same for layers with a window
    // Those of a layer.
    AttentionNorm,
    AttentionPostNorm,  ///< in some families before the feed-forward part
    FeedForwardNorm,
    BareFeedForwardNorm,  ///< the same, of Falcon-H1, whose files leave the end of its name out
    FeedForwardPostNorm,
    AttentionSumNorm,  ///< of the residual stream after each branch
    FeedForwardSumNorm,
    QueryKeyValue,  ///< one after the other; in delta nets the convolved part
    Query,
    Key,
    Value,
    AttentionOutput,
    AttentionGate,
    AttentionSinks,
    QueryNorm,
    KeyNorm,
    QueryDown,  ///< latent attention: to the compressed queries and back, to the compressed keys and values
    QueryDownNorm,
    QueryUp,
    KeyValueDown,
    KeyValueDownNorm,
    KeyAbsorbed,
    ValueAbsorbed,
    ConvolutionIn,
    ConvolutionTaps,
    ConvolutionOut,
    StateIn,  ///< layers with a matrix, see RecurrenceArgs
    StateTaps,
    StateTapsQuery,  ///< the same in three parts
    StateTapsKey,
    StateTapsValue,
    ForgetGateDown,  ///< Kimi's delta nets: to a rate for each column, in two steps or one
    ForgetGateUp,
    StateGateDown,  ///< and to the gate of what the matrices answer
    StateGateUp,
    StateRate,
    StateRateBias,  ///< and as a weight the projection of a selective scan's rates
    ScanInputs,     ///< of a selective scan: to rates of low rank, keys and queries
    ScanRateNorm,
    ScanKeyNorm,
    ScanQueryNorm,
    StateStrength,
    StateStrengthAndRate,
    StateDecay,
    StateSkip,
    StateNorm,
    StateOut,
    FeedForwardGate,
    FeedForwardUp,
    FeedForwardDown,
    Router,
    ExpertSelection,  ///< added to the scores for choosing alone
    ExpertGateUp,     ///< stacked over experts, as the next ones
    ExpertGate,
    ExpertUp,
    ExpertDown,
    ExpertsDown,  ///< of all experts, where they work in a smaller space
    ExpertsUp,
    SharedExpertGate,
    SharedExpertUp,
    SharedExpertDown,
    SharedExpertRouter,
    DensePostNorm,  ///< Gemma 4: a dense part next to experts
    ExpertsNorm,
    ExpertsPostNorm,
    LayerGate,  ///< to the layer's own embedding and back
    LayerUp,
    LayerPostNorm,
    LayerOutputScale,
    // Alternating updates and low-rank branches (Gemma 3n).
    StreamProjections,    ///< stacked, to the streams but the first
    StreamUnprojections,  ///< and back
    StreamRouter,
    StreamRouterNorm,
    StreamPredict,
    StreamCorrect,
    StreamScale,
    LowRankDown,
    LowRankUp,
    LowRankNorm,
    ColumnSum,      ///< in no file: ones, which add up the columns of a row
    GateThreshold,  ///< in no file: what sparse gates are above, in standard deviations
    // Weights of the layer for multi-token prediction, which comes after the others.
    MtpProjection,     ///< (embedding, 2 embedding): of a token's embedding and the row before
    MtpEmbeddingNorm,  ///< before it, of either
    MtpStateNorm,
    MtpOutputNorm,  ///< the last norm; where it lacks, that of the model
};

/// A projection comes with a bias, some weights with a scale.
enum class WeightPart : uint8_t { Weight, Bias, Scale };

/// Which weight of a model: its role and, for the roles of a layer, the layer's number.
struct WeightId {
    static constexpr int32_t noLayer = -1;

    WeightRole role = WeightRole::Unknown;
    int32_t layer = noLayer;  ///< from 0
    WeightPart part = WeightPart::Weight;
    bool operator==(const WeightId&) const = default;
};

}  // namespace hearth
