#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hearth/picture.h"

namespace hearth {

/// Properties of the primary picture of a HEIF or AVIF file.
struct HeifHead {
    PictureSize size;  ///< cropped and turned
    bool hasHevc = false, hasAv1 = false;
    /// Pixels of the largest unit that is decoded: the picture before it is cropped, or one of its tiles.
    uint64_t mostPixels = 0;
    bool isWide = false;          ///< more than 8 bits a sample
    bool hasFineColours = false;  ///< of more pixels than 4:2:0
    bool hasAlpha = false, isGrid = false;
};

/// "HEIC" (HEVC), "AVIF" or, where its brands leave that open, "HEIF", by the box ftyp; empty: it is another
/// file. 12 bytes are enough to tell whether it is one of them.
std::string_view heifFormat(std::span<const std::byte> file) noexcept;

/// Reads the boxes around the primary picture and the headers of its coded data, without a library: they
/// bound what the library, which trusts them further, can be made to do. Refuses files whose items are
/// larger together than twice the file, whose items contain each other, and whose picture would be decoded
/// several times over. Throws Error with a kind of picture_errors.h. ISO/IEC 14496-12, 23008-12.
HeifHead readHeifHead(std::span<const std::byte> file);

}  // namespace hearth
