// Memory of a model between forward passes: the layers of the KV cache by group, and recurrent states.
#include <algorithm>

#include "model/forward_pass.h"

namespace hearth {

namespace {

/// Largest window of all readers of each layer's cache, 0: all; shape (layers). Layers that read the cache of
/// another one may have a larger window than its owner.
std::vector<uint32_t> cacheWindows(const ModelConfig& config) {
    std::vector<uint32_t> windows;
    for (const LayerConfig& layer : config.layers)
        windows.push_back(layer.mixer == MixerKind::Attention && layer.cacheOf < 0 ? layer.window : 0);
    for (const LayerConfig& layer : config.layers) {
        if (layer.cacheOf < 0) continue;
        uint32_t& window = windows[static_cast<size_t>(layer.cacheOf)];
        window = layer.window == 0 || window == 0 ? 0 : std::max(window, layer.window);
    }
    return windows;
}

}  // namespace

std::vector<uint32_t> ForwardPass::kvWindows(const ModelConfig& config) {
    std::vector<uint32_t> windows{0};
    for (const uint32_t window : cacheWindows(config)) {
        if (std::find(windows.begin(), windows.end(), window) == windows.end()) windows.push_back(window);
    }
    return windows;
}

std::vector<KvLayerShape> ForwardPass::kvLayers(const ModelConfig& config) {
    const std::vector<uint32_t> groups = kvWindows(config), windows = cacheWindows(config);
    std::vector<KvLayerShape> shapes;
    for (const LayerConfig& layer : config.layers) {
        const bool latent = layer.mixer == MixerKind::LatentAttention;
        const bool attends = latent || layer.mixer == MixerKind::Attention;
        const bool own = layer.cacheOf < 0 && attends;
        shapes.push_back(
            {.kvHeads = own ? layer.kvHeads : 0,
             .keyDim = layer.keyDim,
             .valueDim = latent ? 0 : layer.valueDim,
             .group = static_cast<uint32_t>(std::find(groups.begin(), groups.end(), windows[shapes.size()]) -
                                            groups.begin())});
    }
    return shapes;
}

bool ForwardPass::canMoveKeys(const ModelConfig& config, const Backend& backend) {
    // The embedding of a learned position went through every layer: no rotation removes it.
    return backend.canRotateKeys() && !config.recurrent() && config.learnedPositions == 0;
}

void ForwardPass::moveKeys(PagedKvCache& kv, uint32_t group, std::span<const int32_t> blocks,
                           size_t positions, int32_t residualBlock, int32_t shift) {
    for (uint32_t index = 0; index < kv.layers.size(); ++index) {
        if (kv.layers[index].kvHeads == 0 || kv.layers[index].group != group) continue;
        const Rope turned = rope(m_config.layers[index]);
        if (turned.pairing == RopePairing::None) continue;
        m_backend.rotateKeys({.store = &kv,
                              .layer = index,
                              .rope = turned,
                              .shift = shift,
                              .blocks = blocks,
                              .positions = positions,
                              .residualBlock = residualBlock});
    }
}

std::vector<uint64_t> ForwardPass::stateFloats(const ModelConfig& config) {
    std::vector<uint64_t> floats;
    for (const LayerConfig& layer : config.layers) {
        const RecurrenceConfig& r = config.recurrence;
        uint64_t count = 0;
        if (layer.mixer == MixerKind::ShortConvolution)
            count = uint64_t{config.convolutionTaps - 1} * config.embedding;
        else if (layer.mixer == MixerKind::DeltaNet || layer.mixer == MixerKind::StateSpace)
            count =
                uint64_t{config.convolutionTaps - 1} * r.convolved() + uint64_t{r.valueWidth()} * r.keyDim;
        floats.push_back(count);
    }
    return floats;
}

}  // namespace hearth
