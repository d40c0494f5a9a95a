#include "model/cache_shapes.h"

#include <algorithm>

#include "hearth/error.h"

namespace hearth {

namespace {

/// Largest window of all readers of each layer's cache, 0: all; shape (layers). Layers that read the cache of
/// another one may have a larger window than its owner.
std::vector<uint32_t> cacheWindows(const ModelConfig& config) {
    std::vector<uint32_t> windows;
    for (const LayerConfig& layer : config.layers)
        windows.push_back(readsCache(layer.mixer) && layer.cacheOf < 0 ? layer.window : 0);
    for (const LayerConfig& layer : config.layers) {
        if (layer.cacheOf < 0) continue;
        uint32_t& window = windows[static_cast<size_t>(layer.cacheOf)];
        window = layer.window == 0 || window == 0 ? 0 : std::max(window, layer.window);
    }
    return windows;
}

}  // namespace

std::vector<uint32_t> kvWindows(const ModelConfig& config) {
    std::vector<uint32_t> windows{0};
    for (const uint32_t window : cacheWindows(config)) {
        if (std::find(windows.begin(), windows.end(), window) == windows.end()) windows.push_back(window);
    }
    return windows;
}

std::vector<KvLayerShape> kvLayers(const ModelConfig& config) {
    const std::vector<uint32_t> groups = kvWindows(config), windows = cacheWindows(config);
    std::vector<KvLayerShape> shapes;
    for (const LayerConfig& layer : config.layers) {
        const bool latent = layer.mixer == MixerKind::LatentAttention;
        const bool own = layer.cacheOf < 0 && readsCache(layer.mixer);
        shapes.push_back(
            {.kvHeads = own ? layer.kvHeads : 0,
             .keyDim = layer.keyDim,
             .valueDim = latent ? 0 : layer.valueDim,
             .group = static_cast<uint32_t>(std::find(groups.begin(), groups.end(), windows[shapes.size()]) -
                                            groups.begin())});
    }
    return shapes;
}

bool canMoveKeys(const ModelConfig& config, const Backend& backend) {
    // The embedding of a learned position went through every layer: no rotation removes it.
    // Moved to other slots, keys would be in other chunks.
    const bool chunked =
        std::any_of(config.layers.begin(), config.layers.end(), [](const auto& l) { return l.chunked; });
    return backend.canRotateKeys() && !config.recurrent() && config.learnedPositions == 0 && !chunked;
}

std::vector<uint64_t> stateFloats(const ModelConfig& config) {
    std::vector<uint64_t> floats;
    for (const LayerConfig& layer : config.layers) {
        const RecurrenceConfig& r = config.recurrence;
        uint64_t count = 0;
        if (layer.mixer == MixerKind::ShortConvolution)
            count = uint64_t{config.convolutionTaps - 1} * config.embedding;
        else if (hasMatrices(layer.mixer))
            count =
                uint64_t{config.convolutionTaps - 1} * r.convolved() + uint64_t{r.valueWidth()} * r.keyDim;
        floats.push_back(count);
    }
    return floats;
}

KvLayerShape togetherLayer(const ModelConfig& config) {
    const LayerConfig& first = config.layers.front();
    for (const LayerConfig& layer : config.layers) {
        if (layer.mixer == MixerKind::Attention && layer.cacheOf < 0 && layer.kvHeads == first.kvHeads &&
            layer.keyDim == first.keyDim && layer.valueDim == first.valueDim)
            continue;
        throw Error(ErrorCode::Unsupported, "Hearth makes no embeddings with models of the architecture " +
                                                config.architecture + " yet; choose an embedding model.");
    }
    return {.kvHeads = first.kvHeads, .keyDim = first.keyDim, .valueDim = first.valueDim, .group = 0};
}

}  // namespace hearth
