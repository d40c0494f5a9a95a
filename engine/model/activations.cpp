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

    explicit Widths(const ModelConfig& config) {
        for (const LayerConfig& layer : config.layers) {
            const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
            const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                           values = uint64_t{layer.kvHeads} * layer.valueDim;
            qkv = std::max(qkv, queries + keys + values + (config.family->gatedAttention ? queries : 0));
            mixed = std::max(mixed, uint64_t{layer.heads} * layer.valueDim);
            inner =
                std::max({inner, uint64_t{layer.feedForward}, uint64_t{config.experts.sharedFeedForward}});
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
            if (layer.denseBesideExperts) expertBranch = config.embedding;
            if (layer.denseBesideExperts || config.experts.latent != 0) routerIn = config.embedding;
            if (layer.mixer != MixerKind::LatentAttention) continue;
            const LatentConfig& l = config.latent;
            latent = std::max(latent, uint64_t{layer.heads} * std::max(l.keyDim, l.valueDim) + l.queryRank);
        }
        guessIn = config.guesses ? uint64_t{2} * config.embedding : 0;
        latentExperts = uint64_t{2} * config.experts.latent;
        gate = config.experts.sharedFeedForward != 0 ? 1 : 0;
        layerInputs = uint64_t{config.layerEmbedding} * config.layerCount;
    }
};

}  // namespace

uint64_t Activations::bytes(const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows) {
    const Widths widths(config);
    const uint64_t row = uint64_t{2} * config.embedding + widths.qkv + widths.mixed + widths.latent +
                         widths.inner + widths.gate + widths.guessIn + widths.expertBranch + widths.routerIn +
                         widths.latentExperts + 2 * widths.layerInputs;
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
    if (widths.expertBranch != 0) expertBranch = backend.allocate(maxRows, widths.expertBranch);
    if (widths.routerIn != 0) routerIn = backend.allocate(maxRows, widths.routerIn);
    if (widths.latentExperts != 0) latentExperts = backend.allocate(maxRows, widths.latentExperts);
    if (maxLogitRows != 0) logits = backend.allocate(maxLogitRows, config.vocabSize);
}

}  // namespace hearth
