#include "model/activations.h"

#include <algorithm>

#include "model/family_table.h"

namespace hearth {

namespace {

/// Columns of each scratch buffer.
struct Widths {
    uint64_t qkv = 0, mixed = 0, latent = 0, inner = 0, gate = 0;
    uint64_t layerInputs = 0;  ///< twice
    uint64_t expertBranch = 0, routerIn = 0, latentExperts = 0;
    uint64_t guessIn = 0;
    uint64_t streams = 0, lowRank = 0;

    explicit Widths(const ModelConfig& config) {
        for (const LayerConfig& layer : config.layers) {
            const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
            const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                           values = uint64_t{layer.kvHeads} * layer.valueDim;
            const uint64_t gates = uint64_t{layer.heads} * std::max(layer.keyDim, layer.valueDim);
            qkv = std::max(qkv, queries + keys + values + (config.family->gatedAttention ? gates : 0));
            mixed = std::max(mixed, uint64_t{layer.heads} * layer.valueDim);
            // With a limit, gate and up of the shared expert are side by side.
            if (layer.gateThreshold != 0) {
                // Gate, up and two steps on the way.
                inner = std::max(inner, uint64_t{4} * layer.feedForward);
                gate = 1;
            }
            const uint64_t shared =
                uint64_t{config.experts.sharedFeedForward} * (layer.sharedLimit != 0 ? 2 : 1);
            inner = std::max({inner, uint64_t{layer.feedForward}, shared});
            if (layer.mixer == MixerKind::ShortConvolution)
                qkv = std::max(qkv, uint64_t{3} * config.embedding);
            if (hasMatrices(layer.mixer)) {
                const RecurrenceConfig& r = config.recurrence;
                const uint64_t forget = layer.mixer == MixerKind::SelectiveScan
                                            ? r.valueWidth() + r.rank + 2 * r.keyWidth()
                                        : layer.mixer == MixerKind::KimiDelta ? r.keyWidth() + 2 * r.rank
                                                                              : 0;
                qkv =
                    std::max(qkv, uint64_t{r.convolved()} + r.valueWidth() + 2 * uint64_t{r.heads} + forget);
                mixed = std::max(mixed, uint64_t{r.convolved()});
            }
            // In parallel, the branch holds what attention made meanwhile.
            const bool parallel =
                config.family->normPlace == NormPlace::Parallel && config.experts.sharedFeedForward != 0;
            if (layer.denseBesideExperts || parallel) expertBranch = config.embedding;
            if (layer.denseBesideExperts || config.experts.latent != 0 || config.experts.routesLayerInput)
                routerIn = config.embedding;
            if (layer.mixer != MixerKind::LatentAttention) continue;
            const LatentConfig& l = config.latent;
            latent = std::max(latent, uint64_t{layer.heads} * std::max(l.keyDim, l.valueDim) + l.queryRank);
        }
        guessIn = config.guesses ? uint64_t{2} * config.embedding : 0;
        latentExperts = uint64_t{2} * config.experts.latent;
        if (config.experts.sharedFeedForward != 0) gate = 1;
        streams = config.streams > 1 ? config.streams : 0;
        lowRank = config.lowRank;
        layerInputs = uint64_t{config.layerEmbedding} * config.layerCount;
    }
};

}  // namespace

uint64_t Activations::bytes(const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows) {
    const Widths widths(config);
    const uint64_t row = uint64_t{2} * config.embedding + widths.qkv + widths.mixed + widths.latent +
                         widths.inner + widths.gate + widths.guessIn + widths.expertBranch + widths.routerIn +
                         widths.latentExperts + 2 * widths.layerInputs + widths.lowRank +
                         (widths.streams == 0 ? 0
                                              : (2 * widths.streams + 1) * config.embedding +
                                                    (widths.streams + 1) * widths.streams + 1);
    return (row * maxRows + uint64_t{config.vocabSize} * maxLogitRows) * sizeof(float);
}

Activations::Activations(Backend& backend, const ModelConfig& config, uint32_t maxRows,
                         uint32_t maxLogitRows) {
    const Widths widths(config);
    hidden = backend.allocate(maxRows, config.embedding);
    branch = backend.allocate(maxRows, config.embedding);
    qkv = backend.allocate(maxRows, widths.qkv);
    mixed = backend.allocate(maxRows, widths.mixed);
    if (widths.latent != 0) latent = backend.allocate(maxRows, widths.latent);
    inner = backend.allocate(maxRows, std::max<uint64_t>(widths.inner, 1));
    if (widths.gate != 0) gate = backend.allocate(maxRows, widths.gate);
    if (widths.guessIn != 0) guessIn = backend.allocate(maxRows, widths.guessIn);
    if (widths.layerInputs != 0) {
        layerInputs = backend.allocate(maxRows, widths.layerInputs);
        layerGate = backend.allocate(maxRows, widths.layerInputs);
    }
    if (widths.streams != 0) {
        streams = backend.allocate(maxRows, widths.streams * config.embedding);
        predictions = backend.allocate(maxRows, widths.streams * config.embedding);
        modalities = backend.allocate(maxRows, widths.streams);
        streamCoefficients = backend.allocate(maxRows, widths.streams * widths.streams);
        magnitude = backend.allocate(maxRows, 1);
        lowRank = backend.allocate(maxRows, config.embedding);
        lowRankInner = backend.allocate(maxRows, widths.lowRank);
    }
    if (widths.expertBranch != 0) expertBranch = backend.allocate(maxRows, widths.expertBranch);
    if (widths.routerIn != 0) routerIn = backend.allocate(maxRows, widths.routerIn);
    if (widths.latentExperts != 0) latentExperts = backend.allocate(maxRows, widths.latentExperts);
    if (maxLogitRows != 0) logits = backend.allocate(maxLogitRows, config.vocabSize);
}

}  // namespace hearth
