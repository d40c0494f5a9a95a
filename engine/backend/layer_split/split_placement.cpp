#include "backend/layer_split/split_placement.h"

namespace hearth {

size_t SplitPlacement::partOfLayer(uint32_t layer) const noexcept {
    size_t part = 0;
    for (uint32_t end = layers.front(); layer >= end && part + 1 < layers.size();) end += layers[++part];
    return part;
}

bool SplitPlacement::holds(const WeightSource& source, size_t part) const noexcept {
    const WeightId& id = source.id;
    // Queries are normalised where the cache lies that they look at, which may be that of another layer.
    if (id.role == WeightRole::QueryNorm) return true;
    if (id.layer != WeightId::noLayer) return partOfLayer(static_cast<uint32_t>(id.layer)) == part;
    if (source.rows == 1) return true;
    const bool embeddings = id.role == WeightRole::TokenEmbedding ||
                            id.role == WeightRole::PositionEmbedding || id.role == WeightRole::TokenTypes ||
                            id.role == WeightRole::LayerEmbeddings ||
                            id.role == WeightRole::LayerEmbeddingProjection;
    return (embeddings ? embeddingsOn : layers.size() - 1) == part;
}

}  // namespace hearth
