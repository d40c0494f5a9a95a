#pragma once

#include <vector>

#include "vision/picture_layout.h"

namespace hearth {

/// A picture as a tower reads it. All families get their patches in one order, and their weights are brought
/// to it when they are loaded: tile by tile; in a tile the blocks of mergeSize x mergeSize patches that
/// become one row of the prompt, row by row, and the patches of a block row by row; in a patch (channel, y,
/// x).
struct PicturePatches {
    PictureLayout layout;
    std::vector<float> values;  ///< (patches, patchValues), normalised
};

/// Throws Error as pictureLayout(). Any thread.
PicturePatches picturePatches(const Picture& picture, const PictureProcessing& processing);

}  // namespace hearth
