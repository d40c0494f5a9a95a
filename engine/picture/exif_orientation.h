#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth {

/// Orientation of a stored picture, as EXIF numbers it (CIPA DC-008, tag 0x0112).
enum class Orientation : uint8_t {
    Upright = 1,
    MirroredSideways,
    UpsideDown,
    MirroredUpsideDown,
    Transposed,
    TurnedRight,  ///< a quarter clockwise
    Transversed,
    TurnedLeft
};

/// True if width and height are exchanged.
constexpr bool swapsSides(Orientation orientation) noexcept {
    return orientation >= Orientation::Transposed;
}

/// The orientation that EXIF data names: a TIFF header and its first directory, with "Exif\0\0" in front or
/// without. Upright for data that is damaged or names none.
Orientation exifOrientation(std::span<const std::byte> exif) noexcept;

}  // namespace hearth
