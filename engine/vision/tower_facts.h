#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "hearth/picture.h"

namespace hearth {

/// Facts of a model's vision encoder, from its tables alone.
struct TowerFacts {
    std::string projector;  ///< "gemma3"
    uint32_t layers = 0, width = 0;
    uint32_t outWidth = 0;   ///< of the text model
    uint32_t patchSize = 0;  ///< pixels a side
    uint32_t tokens = 0;     ///< rows of the prompt that a picture of factsPicture takes
    uint64_t bytes = 0;      ///< of all its tensors
};

/// A size that many towers were trained with.
inline constexpr PictureSize factsPicture{896, 896};

/// `visionFile`: an mmproj file or a folder. Throws Error(BadFile | Unsupported | Io).
TowerFacts towerFacts(const std::filesystem::path& visionFile);

/// Bytes of the vision encoder of a model whose rows have `width` numbers; 0: there is no such file (empty),
/// or it cannot be used, and loading says why.
uint64_t plannedVisionBytes(const std::filesystem::path& visionFile, uint32_t width);

}  // namespace hearth
