#include "backend/split/split_placement.h"

namespace hearth {

SplitSide SplitPlacement::sideOfLayer(uint32_t layer) const noexcept {
    return layer + deviceLayers >= layers ? SplitSide::Device : SplitSide::Host;
}

bool SplitPlacement::holds(const WeightSource& source, SplitSide side) const noexcept {
    const WeightId& id = source.id;
    // Queries are normalised where the cache lies that they look at, which may be that of another layer.
    if (id.role == WeightRole::QueryNorm) return true;
    if (id.layer != WeightId::noLayer) return sideOfLayer(static_cast<uint32_t>(id.layer)) == side;
    if (source.rows == 1) return true;
    const bool embeddings =
        id.role == WeightRole::TokenEmbedding || id.role == WeightRole::PositionEmbedding ||
        id.role == WeightRole::LayerEmbeddings || id.role == WeightRole::LayerEmbeddingProjection;
    return (embeddings && !embeddingsOnDevice ? SplitSide::Host : SplitSide::Device) == side;
}

}  // namespace hearth
