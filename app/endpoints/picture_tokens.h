#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hearth/picture_file.h"

namespace hearth::app {

/// Bytes of text of about one token, in most languages.
inline constexpr size_t bytesPerToken = 4;

/// Estimates the tokens of a picture without its model: most models take one for 28 x 28 pixels, and scale
/// down what would have more than about 1,600 of them, or than 85 where few are asked for (OpenAI's guide).
inline size_t guessedPictureTokens(const PictureFile& picture, PictureDetail detail) {
    constexpr uint64_t pixelsPerToken = 28ULL * 28, fewest = 64;
    const uint64_t most = detail == PictureDetail::Low ? 85 : 1600;
    return static_cast<size_t>(std::clamp(picture.size().pixels() / pixelsPerToken, fewest, most));
}

}  // namespace hearth::app
