#pragma once

#include "hearth/picture.h"

namespace hearth {

/// Bilinear is the triangle, bicubic has a = -0.5 (Catmull and Rom), Lanczos has 3 lobes. All are widened
/// where a picture shrinks.
enum class ResizeFilter : uint8_t { Bilinear, Bicubic, Lanczos };

/// The picture stretched to a size, with antialiasing, as torchvision does it for pictures of 8 bits, which
/// is what models were trained on: horizontally, then vertically, rounded and held to 0 to 255 after each,
/// with weights of 16 bits. Takes memory for a few rows beside the two pictures. Both sizes are at least 1
/// x 1.
Picture resizedPicture(const Picture& picture, PictureSize size, ResizeFilter filter);

}  // namespace hearth
