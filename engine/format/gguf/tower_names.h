#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hearth {

/// A weight of a vision tower and of the projectors behind it.
enum class TowerRole : uint8_t {
    PatchEmbedding,        ///< of a patch's values, (channel, y, x)
    SecondPatchEmbedding,  ///< of the same patch a frame later, which in a still picture is the same
    ClassEmbedding,        ///< of a row that stands for the whole picture
    Positions,             ///< a row for each patch of the largest grid, and for the class
    InputNorm,
    OutputNorm,
    StandardBias,  ///< taken off rows that are merged, which are then multiplied by the next one
    StandardScale,
    // Those of a layer.
    AttentionNorm,
    QueryKeyValue,  ///< one after the other
    Query,
    Key,
    Value,
    AttentionOutput,
    QueryNorm,  ///< of each head
    KeyNorm,
    AttentionScale,  ///< multiplies what attention adds
    AttentionPostNorm,
    FeedForwardNorm,
    FeedForwardGate,
    FeedForwardUp,
    FeedForwardDown,
    FeedForwardScale,
    FeedForwardPostNorm,
    // Those of a projector that reads the rows behind a layer of the tower (deepstack).
    DeepNorm,
    DeepIn,
    DeepOut,
    // Those of the projector, in their order.
    PatchNorm,       ///< of each patch, before they are joined
    ProjectorMerge,  ///< of the joined patches, (channel, y, x)
    ProjectorNorm,
    ProjectorIn,
    ProjectorPostNorm,
    ProjectorGate,
    ProjectorUp,
    ProjectorOut,
    LineEnd,  ///< of a row of the text model's width, after each line of a picture's rows
};

/// Which weight of a tower: its role and, for the roles of a layer, the layer's number.
struct TowerWeightId {
    static constexpr int32_t noLayer = -1;

    TowerRole role = TowerRole::PatchEmbedding;
    int32_t layer = noLayer;  ///< from 0
    bool bias = false;
};

/// Name of a weight in files of the architecture "clip" with a type of projector ("gemma3"). Empty: the type
/// has no such weight.
std::string towerWeightName(std::string_view projector, const TowerWeightId& id);

}  // namespace hearth
