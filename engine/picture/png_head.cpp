#include "picture/picture_head.h"

namespace hearth {

namespace {

constexpr size_t pngSignatureBytes = 8;

constexpr uint32_t pngChunk(const char (&name)[5]) noexcept {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8U | static_cast<uint8_t>(name[i]);
    return value;
}

/// The orientation in the chunk eXIf, which may be behind the pixels.
Orientation pngOrientation(std::span<const std::byte> chunks) noexcept {
    constexpr size_t around = 12;  // length, type and checksum
    while (chunks.size() >= around) {
        HeadBytes bytes(chunks, "PNG");
        const size_t length = bytes.big(4);
        if (length > chunks.size() - around) break;
        if (bytes.big(4) == pngChunk("eXIf")) return exifOrientation(bytes.rest().first(length));
        chunks = chunks.subspan(around + length);
    }
    return Orientation::Upright;
}

/// The size in the chunk IHDR, in front of which libpng allows others that a reader need not know.
PictureSize pngSize(HeadBytes bytes) {
    constexpr uint32_t ancillary = 0x20000000, largest = 0x7FFFFFFF, headLength = 13;
    constexpr size_t checksumBytes = 4;
    for (;;) {
        const uint32_t length = bytes.big(4), type = bytes.big(4);
        if (type == pngChunk("IHDR")) {
            if (length != headLength) bytes.failDamaged();
            const PictureSize size{bytes.big(4), bytes.big(4)};
            (void)bytes.take(headLength - 8 + checksumBytes);
            if (size.width - 1 >= largest || size.height - 1 >= largest) bytes.failDamaged();
            return size;
        }
        if ((type & ancillary) == 0 || length > largest) bytes.failDamaged();
        (void)bytes.take(size_t{length} + checksumBytes);
    }
}

}  // namespace

PictureHead readPngHead(std::span<const std::byte> file) {
    HeadBytes bytes(file, "PNG");
    (void)bytes.take(pngSignatureBytes);
    const PictureSize size = pngSize(bytes);
    // Of rows libpng keeps two, of up to 8 bytes a pixel, and a third is in the reader.
    return {size, pngOrientation(bytes.rest()), 32.0 / size.height};
}

}  // namespace hearth
