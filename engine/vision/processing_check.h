#pragma once

#include "vision/picture_processing.h"

namespace hearth {

// Limits and checks for files and folders of models alike.

inline constexpr uint32_t mostPatchSize = 256, mostMergeSize = 16, mostEdge = 65536, mostTiles = 64;
inline constexpr uint64_t mostArea = uint64_t{1} << 28U;
inline constexpr std::array<float, 3> clipMean{0.48145466F, 0.4578275F, 0.40821073F},
    clipDeviation{0.26862954F, 0.26130258F, 0.27577711F};

/// Patches a side that make one row of the prompt, where it is the rows that are given. Throws
/// Error(errors::badPictureSetting).
uint32_t mergeSizeOf(uint32_t edge, uint32_t patchSize, uint32_t rows);

/// Holds settings against each other: sizes that do not depend on a picture are whole rows of the prompt.
/// Throws Error(errors::badPictureSetting).
void checkProcessing(const PictureProcessing& processing);

}  // namespace hearth
