#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "model/model_config.h"

/// Memory of a model between forward passes: the layers of the KV cache by group, and recurrent states.
namespace hearth {

/// The layers of the KV cache that this model needs, one for each of ModelConfig::layers.
std::vector<KvLayerShape> kvLayers(const ModelConfig& config);
/// Attention window of the layers of each group of the cache, including the row itself, shape (groups). The
/// first group sees everything (0); one group for each width of a sliding window follows.
std::vector<uint32_t> kvWindows(const ModelConfig& config);
/// The floats of state that each layer carries for a sequence.
std::vector<uint64_t> stateFloats(const ModelConfig& config);
/// The cache layer that ForwardPass::encode() needs. Throws Error(Unsupported) for models whose layers differ
/// or carry other state.
KvLayerShape togetherLayer(const ModelConfig& config);
/// True if cached keys and values can be moved to other positions: no layer carries a state, positions are
/// not learned, and the backend rotates keys.
bool canMoveKeys(const ModelConfig& config, const Backend& backend);

}  // namespace hearth
