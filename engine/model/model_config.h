#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "hearth/weight_id.h"

namespace hearth {

class GgufFile;

/// Method that stretches rotation frequencies beyond the trained context. The factors of Llama 3 come as a
/// tensor (rope_freqs.weight) and apply on top of any of these.
enum class RopeScaling { None, Linear, Yarn, LongRope, Dynamic };

/// Parameters of the rotation of one kind of layer.
struct RopeConfig {
    RopePairing pairing = RopePairing::None;
    uint32_t dims = 0;      ///< rotated columns of a head, even
    uint32_t firstDim = 0;  ///< the first rotated column
    float base = 10000.0F;
    RopeScaling scaling = RopeScaling::None;
    float factor = 1.0F;           ///< ratio of the stretched to the trained context
    uint32_t originalContext = 0;  ///< positions of the training
    float magnitudeFactor = 1.0F;  ///< multiplied with the scaling's own magnitude
    float betaFast = 32.0F, betaSlow = 1.0F;
    float magnitudeAllDims = 0.0F;    ///< YaRN's mscale_all_dim; 0: not used
    bool wholeCorrectionDims = true;  ///< YaRN's correction range is rounded outwards to whole dimensions
    bool usesFactorTensor = true;     ///< rope_freqs.weight, when the file has it, divides the frequencies
    uint32_t factors = 0;             ///< its numbers, of which those of `dims` are used; 0: as many
    RopeSections sections = {};       ///< of models that read pictures
};

/// Kind of layer that mixes positions.
enum class MixerKind {
    None,
    Attention,
    LatentAttention,
    ShortConvolution,
    DeltaNet,
    KimiDelta,  ///< a delta net whose matrices fade row by row
    StateSpace,
    SelectiveScan,           ///< Mamba's first kind
    AttentionAndStateSpace,  ///< side by side, added up (Falcon-H1)
};

/// True for mixers that read the KV cache.
constexpr bool readsCache(MixerKind mixer) noexcept {
    return mixer == MixerKind::Attention || mixer == MixerKind::LatentAttention ||
           mixer == MixerKind::AttentionAndStateSpace;
}
/// True for mixers that carry a state from row to row.
constexpr bool carriesState(MixerKind mixer) noexcept {
    return mixer != MixerKind::None && mixer != MixerKind::Attention && mixer != MixerKind::LatentAttention;
}
/// True for those whose state has a matrix for each head.
constexpr bool hasMatrices(MixerKind mixer) noexcept {
    return carriesState(mixer) && mixer != MixerKind::ShortConvolution;
}

struct LayerConfig {
    MixerKind mixer = MixerKind::Attention;
    uint32_t heads = 0, kvHeads = 0;
    uint32_t keyDim = 0, valueDim = 0;  ///< per head
    uint32_t window = 0;              ///< positions that a sliding-window layer sees, itself included; 0: all
    bool chunked = false;             ///< the window is a chunk, as in AttentionArgs
    bool rotates = true;              ///< false: no position embedding in this layer
    bool normalizesHeads = false;     ///< queries and keys have norms without weights
    bool localRope = false;           ///< uses ModelConfig::localRope
    bool normsBefore = false;         ///< its norms come before its branches, whatever the family's do
    bool hasFeedForward = true;       ///< false: the layer is its mixer alone (Nemotron-H)
    bool experts = false;             ///< the feed-forward part is a mixture of experts
    bool denseBesideExperts = false;  ///< with a dense part whose output is added (Gemma 4)
    uint32_t feedForward = 0;         ///< hidden width of the dense feed-forward part
    int32_t cacheOf = -1;             ///< reads the keys and values of this layer and has none of its own
    UnitSight units = UnitSight::Whole;            ///< as in AttentionArgs
    float expertLimit = 0.0F, sharedLimit = 0.0F;  ///< of experts and the shared one, as in ExpertsArgs
    XieluNumbers xielu = {};                       ///< of Activation::Xielu
    /// Standard deviations above their mean that values of the gate must reach; 0: all count (Gemma 3n).
    float gateThreshold = 0.0F;
};

struct ExpertsConfig {
    uint32_t count = 0, used = 0;
    uint32_t feedForward = 0;        ///< hidden width of one expert
    uint32_t sharedFeedForward = 0;  ///< of the expert that always runs; 0: none
    uint32_t latent = 0;             ///< width of the space that the others work in; 0: the stream's
    uint32_t groups = 1, usedGroups = 1;
    RouterKind router = RouterKind::Softmax;
    bool normalizeWeights = true;
    bool weighsInputs = false;      ///< as in ExpertsArgs
    bool routesLayerInput = false;  ///< the router reads what comes into the layer (SmallThinker)
    bool averagesShared = false;    ///< the mean of the experts' sum and the shared one, not their sum
    float scale = 1.0F;
    Activation activation = Activation::Silu;
};

/// Low ranks of multi-head latent attention (DeepSeek-V2).
struct LatentConfig {
    uint32_t queryRank = 0;  ///< 0: queries are projected directly
    uint32_t kvRank = 0;
    uint32_t keyDim = 0,
             valueDim = 0;      ///< of a head before the absorption, rotated columns included in keyDim
    float normEpsilon = 1e-5F;  ///< of the norms of low ranks
};

/// Layers that keep a matrix state for each head after a short convolution: gated delta nets and Mamba-2.
struct RecurrenceConfig {
    uint32_t heads = 0, keyHeads = 0;
    uint32_t keyDim = 0, valueDim = 0;  ///< per head
    bool tiledHeads = false;            ///< as in RecurrenceArgs
    bool scans = false;                 ///< one head, as of a selective scan in RecurrenceArgs
    bool normsInputs = false;           ///< of a scan: its rates, keys and queries, even without weights
    uint32_t rank = 0;                  ///< of the gates of Kimi's delta nets, 0: full; of a scan's rates
    float strengthScale = 1.0F, lowestLog = 0.0F;
    float normEpsilon = 0.0F;  ///< of the norm of what the matrices answer; 0: that of the other norms

    uint32_t keyWidth() const noexcept { return keyHeads * keyDim; }
    uint32_t valueWidth() const noexcept { return heads * valueDim; }
    /// Columns that are convolved: values, keys and queries, or only the first of a selective scan.
    uint32_t convolved() const noexcept { return (scans ? 0 : 2 * keyWidth()) + valueWidth(); }
};

/// Rows of a text that become its embedding: their mean, the first or the last one.
enum class Pooling : uint8_t { None, Mean, First, Last };

/// Function applied to each number of a projection's result.
enum class Curve : uint8_t { None, Tanh, GeluErf };

/// A projection after the pooling.
struct PooledStep {
    WeightRole role = WeightRole::Unknown;
    uint32_t width = 0;  ///< numbers of its result
    Curve curve = Curve::None;
    bool normalized = false;  ///< by ClassifierNorm, after the curve
};

struct Family;

/// A transformer, described by data: everything that the forward pass needs to know besides the weights.
struct ModelConfig {
    const Family* family = nullptr;
    std::string architecture;
    uint32_t layerCount = 0, embedding = 0, vocabSize = 0;
    uint32_t trainedContext = 0;
    NormKind norm = NormKind::Rms;
    float normEpsilon = 1e-5F;
    float embeddingScale = 1.0F;
    float givenScale = 1.0F;        ///< of vectors given in place of embeddings (BatchRow::given)
    bool picturesSeeAhead = false;  ///< rows of a picture attend to its later rows, as layers allow it
    float residualScale = 1.0F;     ///< multiplies every branch before it is added
    float attentionScale = 0.0F;    ///< of the scores; 0: 1 / sqrt(keyDim)
    float logitScale = 1.0F;        ///< multiplies the logits
    float valueScale = 1.0F;        ///< multiplies what attention reads
    float attentionSoftCap = 0.0F, logitSoftCap = 0.0F;
    bool normalizesValues = false;           ///< values by their rms, head by head
    bool normalizesEmbeddings = false;       ///< by their rms
    float projectionLimit = 0.0F;            ///< of queries, keys and values to both sides; 0: none
    float postNormEpsilon = 0.0F;            ///< of the norms after the branches; 0: normEpsilon
    uint32_t streams = 1, activeStream = 0;  ///< alternating updates, see AltUp
    uint32_t lowRank = 0;                    ///< width of the low-rank branch beside attention
    uint32_t layerEmbedding = 0;      ///< width of the embedding that each layer adds (Gemma 3n, 4); 0: none
    uint32_t layerEmbeddingRows = 0;  ///< rows of their table, which may lack tokens that are not text
    float temperatureBeta = 0.0F;     ///< attention temperature by position, as in KvWriteArgs
    uint32_t temperatureLength = 0, temperatureOffset = 0;
    bool temperatureWithoutRotation = false;  ///< only in layers that do not rotate
    RopeConfig rope, localRope;
    ExpertsConfig experts;
    LatentConfig latent;
    RecurrenceConfig recurrence;
    uint32_t learnedPositions = 0;  ///< rows of a table of positions; 0: none
    uint32_t tokenTypes = 0;        ///< rows of a table of token types; 0: none
    Pooling pooling = Pooling::None;
    /// The model scores a question and a passage that it reads together, and makes no embeddings. Its last
    /// step has one number, or two: then the score is how much more likely the one of `yesLabel` is.
    bool ranks = false;
    uint32_t yesLabel = 0;
    std::vector<PooledStep> pooledSteps;  ///< after the pooling, in order
    uint32_t convolutionTaps = 0;         ///< of short convolutions, the row itself included
    /// True for multi-token prediction (ForwardPass::guess()): the model has a layer after the others, of
    /// their kind, which is the last of `layers` and not counted in layerCount.
    bool guesses = false;
    /// That layer's input has the state before the token's embedding, instead of after it.
    bool guessesFromStateFirst = false;
    std::vector<LayerConfig> layers;  ///< layerCount, and the one for multi-token prediction

    /// True if rows attend to later rows: the model makes embeddings of whole texts and no replies.
    bool bidirectional() const noexcept;
    /// Numbers of a pooled text after all steps.
    uint32_t pooledWidth() const noexcept {
        return pooledSteps.empty() ? embedding : pooledSteps.back().width;
    }
    /// True if some layer carries a state from row to row.
    bool recurrent() const noexcept;
    /// Reads and checks the metadata of a model whose architecture is in the family table.
    /// Throws Error(Unsupported) for unknown architectures and Error(BadFile) for impossible numbers.
    static ModelConfig fromGguf(const GgufFile& file);
};

}  // namespace hearth
