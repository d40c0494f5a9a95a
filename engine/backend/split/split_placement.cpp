#include "backend/split/split_placement.h"

#include <charconv>
#include <optional>
#include <string>

namespace hearth {
namespace {

/// The layer in a tensor's name ("blk.7.attn_q.weight"); nullopt for what belongs to none.
std::optional<uint32_t> layerOf(const std::string& name) {
    if (!name.starts_with("blk.")) return std::nullopt;
    uint32_t layer = 0;
    const auto result = std::from_chars(name.data() + 4, name.data() + name.size(), layer);
    return result.ec == std::errc() ? std::optional(layer) : std::nullopt;
}

}  // namespace

SplitSide SplitPlacement::sideOfLayer(uint32_t layer) const noexcept {
    return layer + deviceLayers >= layers ? SplitSide::Device : SplitSide::Host;
}

bool SplitPlacement::holds(const WeightSource& source, SplitSide side) const {
    // Queries are normalised where the cache lies that they look at, which may be that of another layer.
    if (source.name.find(".attn_q_norm.") != std::string::npos) return true;
    if (const auto layer = layerOf(source.name)) return sideOfLayer(*layer) == side;
    if (source.rows == 1) return true;
    const bool embeddings = source.name.starts_with("token_embd") || source.name.starts_with("per_layer");
    return (embeddings && !embeddingsOnDevice ? SplitSide::Host : SplitSide::Device) == side;
}

}  // namespace hearth
