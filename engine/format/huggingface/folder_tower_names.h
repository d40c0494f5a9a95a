#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Names of the tensors of vision towers in folders and in mmproj files.
namespace hearth::format {

/// A kind of vision model.
struct VisionKind {
    std::string_view modelType;  ///< of its folder's config.json
    std::string_view projector;  ///< of mmproj files
    /// The patch embedding is a matrix whose columns are (y, x, channel).
    bool channelsLast = false;
    /// Rows of q and k are stored for rotation by halves and are wanted interleaved.
    bool interleavesQueries = false;
};

/// nullptr when there is none.
const VisionKind* findVisionKind(std::string_view modelType) noexcept;

/// The name in an mmproj file of a tensor of a folder, without "model." in front; empty for tensors that are
/// not of the vision encoder. `deepLayers`: the layers that have a merger of their own, in order.
std::string visionTensorName(const VisionKind& kind, std::string_view name,
                             const std::vector<uint64_t>& deepLayers);

}  // namespace hearth::format
