#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hearth {

/// In pixels.
struct PictureSize {
    uint32_t width = 0, height = 0;

    uint64_t pixels() const noexcept { return uint64_t{width} * height; }
    bool operator==(const PictureSize&) const = default;
};

/// A decoded picture as vision models see it: 8 bits a channel, no alpha, turned upright.
struct Picture {
    PictureSize size;
    std::vector<uint8_t> rgb;  ///< (height, width, 3)
};

/// Decodes PNG, JPEG, WebP, GIF, BMP, HEIC or AVIF as Pillow's convert("RGB") does after its
/// exif_transpose(), what models were trained on: the EXIF orientation is applied, alpha is dropped and not
/// blended, grey is repeated, 16 bits become the upper 8 (but grey alone is clipped to 255), CMYK is taken
/// for Adobe's, colour profiles are ignored. Animations give their first frame. Takes at most 500 MB, and 5 s
/// of processor time and 1 s more for each megabyte of the file, 30 s at most. Any thread. Throws Error with
/// one of the kinds in engine/picture/picture_errors.h.
Picture decodePicture(std::span<const std::byte> file);

/// The size of what decodePicture() gives, from the file's header alone, which no library reads. Throws the
/// same errors, but finds no damage in what follows.
PictureSize pictureSize(std::span<const std::byte> file);

/// The media type of a file that decodePicture() may read ("image/png"), by how it begins; empty: it is of no
/// format that Hearth reads.
std::string_view pictureMediaType(std::span<const std::byte> file) noexcept;

}  // namespace hearth
