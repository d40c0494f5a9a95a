#include <algorithm>

#include "picture/picture_head.h"

namespace hearth {

namespace {

/// Skips blocks that have their length in front, up to the empty one.
void skipGifBlocks(HeadBytes& bytes) {
    while (const uint32_t length = bytes.big(1)) (void)bytes.take(length);
}

}  // namespace

PictureHead readGifHead(std::span<const std::byte> file) {
    constexpr size_t signatureBytes = 6, colourBytes = 3;
    constexpr uint32_t extension = 0x21, frame = 0x2C, hasColours = 0x80, coloursMask = 7;
    HeadBytes bytes(file, "GIF");
    (void)bytes.take(signatureBytes);
    const uint32_t screenWidth = bytes.little(2), screenHeight = bytes.little(2), flags = bytes.little(1);
    (void)bytes.take(2);
    if ((flags & hasColours) != 0) (void)bytes.take(colourBytes << ((flags & coloursMask) + 1));
    uint32_t record = bytes.little(1);
    for (; record == extension; record = bytes.little(1)) {
        (void)bytes.take(1);
        skipGifBlocks(bytes);
    }
    if (record != frame) bytes.failDamaged();
    const uint32_t left = bytes.little(2), top = bytes.little(2), width = bytes.little(2),
                   height = bytes.little(2);
    if (width == 0 || height == 0) bytes.failDamaged();
    // A frame that is larger than the screen makes it larger.
    const PictureSize size{std::max(screenWidth, left + width), std::max(screenHeight, top + height)};
    // Of a row there are its indices and its colours.
    return {size, Orientation::Upright, 4.0 / size.height};
}

}  // namespace hearth
