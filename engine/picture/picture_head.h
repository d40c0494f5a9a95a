#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "hearth/picture.h"
#include "picture/exif_orientation.h"
#include "picture/picture_errors.h"

namespace hearth {

/// Facts of a picture's file that are in front of its pixels, which bound what decoding it takes.
struct PictureHead {
    PictureSize stored;  ///< before it is turned; no side is 0
    Orientation orientation = Orientation::Upright;
    /// Bytes that its reader needs for each pixel beside the 3 bytes of the picture itself.
    double bytesBeside = 0;
};

// Readers of heads, for a process that is not to give a stranger's file to a library. They find what the
// libraries find in the same file, but not all damage that these find. Each takes time in proportion to the
// file and no memory, and throws Error with a kind of picture_errors.h. The file begins as one of its format.

/// Portable Network Graphics, third edition: IHDR (11.2.1), eXIf (11.3.4.6).
PictureHead readPngHead(std::span<const std::byte> file);
/// ITU-T T.81, Annex B: the segments in front of the first scan.
PictureHead readJpegHead(std::span<const std::byte> file);
/// RFC 9649, 2: the chunks of a simple and of an extended file; the headers of RFC 6386 and RFC 9649, 3.
PictureHead readWebPHead(std::span<const std::byte> file);
/// GIF89a, 18 to 23: the screen, and what is in front of the first frame.
PictureHead readGifHead(std::span<const std::byte> file);
PictureHead readBmpHead(std::span<const std::byte> file);
/// HEIC, AVIF and other HEIF. Asks libheif whether it has the codec, without showing it the file.
PictureHead readHeifPictureHead(std::span<const std::byte> file);

/// Takes numbers and bytes off the front of a file. Throws Error(errors::cutPicture) where it ends.
class HeadBytes {
public:
    HeadBytes(std::span<const std::byte> bytes, std::string_view format) : m_rest(bytes), m_format(format) {}

    bool isEmpty() const noexcept { return m_rest.empty(); }
    std::span<const std::byte> rest() const noexcept { return m_rest; }
    std::span<const std::byte> take(size_t count) {
        if (count > m_rest.size()) throw Error(errors::cutPicture, {m_format});
        const auto taken = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        return taken;
    }
    /// The first byte of a number of `count` bytes, 4 at most, counts most.
    uint32_t big(size_t count) {
        uint32_t value = 0;
        for (const std::byte byte : take(count)) value = value << 8U | static_cast<uint32_t>(byte);
        return value;
    }
    /// The last byte counts most.
    uint32_t little(size_t count) {
        uint32_t value = 0, shift = 0;
        for (const std::byte byte : take(count)) {
            value |= static_cast<uint32_t>(byte) << shift;
            shift += 8;
        }
        return value;
    }
    [[noreturn]] void failDamaged() const { throw Error(errors::damagedPicture, {m_format}); }

private:
    std::span<const std::byte> m_rest;
    std::string_view m_format;
};

}  // namespace hearth
