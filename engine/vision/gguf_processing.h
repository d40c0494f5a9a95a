#pragma once

#include "vision/picture_processing.h"

namespace hearth {

class GgufFile;

/// Reads a file of the architecture "clip" (mmproj). What these do not say (most limits of sizes) is as in
/// the families' released models. Throws Error(BadFile | Unsupported).
PictureProcessing ggufProcessing(const GgufFile& file);
/// That of the file or of its folder, for what GgufFile::openVision() opened.
PictureProcessing processingOf(const GgufFile& file);

}  // namespace hearth
