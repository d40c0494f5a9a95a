#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "backend/backend.h"
#include "hearth/weight_id.h"
#include "model/model_config.h"

namespace hearth {

class MetadataReader;

/// Position of a layer's normalisation: before its branches, after them (before the addition), or both.
/// Parallel: attention and feed-forward read the same normalised input and are added together. Sum: the sum
/// of a branch and its input is normalised (Vaswani et al. 2017).
enum class NormPlace { Before, After, BeforeAndAfter, Parallel, Sum };

/// One row of the table of supported architectures: facts that the metadata does not give. Anything that the
/// table leaves out (biases, norms of queries and keys, sinks, shared experts) is used when the file has the
/// tensor.
struct Family {
    std::string_view architecture;  ///< general.architecture
    std::string_view title;         ///< for people
    RopePairing pairing = RopePairing::Halves;
    bool alternatesSections = false;  ///< RopeSections::interleaved, where the file has sections
    NormKind norm = NormKind::Rms;
    bool weightlessNorms = false;  ///< norms of the residual stream have no weights
    NormPlace normPlace = NormPlace::Before;
    /// Norm of the feed-forward part's input.
    WeightRole feedForwardNorm = WeightRole::FeedForwardNorm;
    WeightRole outputNorm = WeightRole::OutputNorm;  ///< Unknown: none
    bool bidirectional = false;                      ///< rows attend to later rows; there is no head
    bool normsEmbeddings = false;                    ///< the sum of embeddings has a norm
    bool normsFirstInput = true;                     ///< false: the first layer's attention has no norm
    Curve classifierCurve = Curve::Tanh;             ///< of models that score pairs of texts
    Activation activation = Activation::Silu;
    /// Every n-th layer sees all positions and the others a window; 0: all layers alike. The metadata's own
    /// pattern takes precedence.
    uint32_t windowPeriod = 0;
    /// True: the layer that sees everything comes first in each period.
    bool fullLayerFirst = false;
    /// False: layers with a window keep the trained frequencies when the others are stretched.
    bool stretchesWindows = true;
    float windowRopeBase = 0.0F;     ///< of layers with a window, when the file has none; 0: as the others
    uint32_t window = 0;             ///< when the file has none
    bool sharesKeyForValue = false;  ///< without attn_v the values are the keys before norm and rotation
    bool biasOfQkv = false;          ///< q, k and v must have biases
    bool queryKeyNorm = false;       ///< queries and keys must have norms
    bool normsWholeQueries = false;  ///< such norms run over all heads together
    bool normsRotated = false;       ///< such norms come after the rotation
    /// The output of attention has a gate: in attn_gate, for each number or each head, or in attn_q after
    /// each head's query.
    bool gatedAttention = false;
    Activation gateCurve = Activation::Sigmoid;  ///< of that gate
    bool gatedFeedForward = true;                ///< false: down(act(up(x)))
    RouterKind router = RouterKind::Softmax;
    bool normalizeExpertWeights = true;
    /// Sets values that no field gives; runs after the metadata is read and before it is checked.
    void (*refine)(const MetadataReader& meta, ModelConfig& config) = nullptr;
};

/// All supported architectures, in alphabetical order.
std::span<const Family> allFamilies() noexcept;
/// nullptr when there is no such architecture.
const Family* findFamily(std::string_view architecture) noexcept;

}  // namespace hearth
