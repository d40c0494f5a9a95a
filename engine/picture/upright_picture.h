#pragma once

#include <cstddef>
#include <cstdint>

#include "hearth/picture.h"
#include "picture/exif_orientation.h"

namespace hearth {

/// Takes the pixels of a stored picture, in any order, and puts each where it is seen, so that turning needs
/// no second picture. Pixels that never come are black.
class UprightPicture {
public:
    UprightPicture(PictureSize stored, Orientation orientation);

    /// Pixels of a stored row: `count` from column `x` on, `step` columns apart. All lie within the picture.
    void put(uint32_t y, uint32_t x, uint32_t step, uint32_t count, const uint8_t* rgb) noexcept;
    void putRow(uint32_t y, const uint8_t* rgb) noexcept { put(y, 0, 1, m_stored.width, rgb); }
    /// All pixels, (height, width, 3), for a decoder that writes whole pictures; nullptr where they are
    /// turned.
    uint8_t* wholeRows() noexcept { return m_isUpright ? m_picture.rgb.data() : nullptr; }
    Picture take() && { return std::move(m_picture); }

private:
    PictureSize m_stored;
    bool m_isUpright;
    // In pixels: the stored pixel (x, y) is seen at m_origin + x * m_stepX + y * m_stepY.
    ptrdiff_t m_origin = 0, m_stepX = 1, m_stepY = 0;
    Picture m_picture;
};

/// The size of a stored picture once it is turned.
PictureSize uprightSize(PictureSize stored, Orientation orientation) noexcept;

}  // namespace hearth
