#include "picture/upright_picture.h"

#include <cstring>

namespace hearth {

PictureSize uprightSize(PictureSize stored, Orientation orientation) noexcept {
    return swapsSides(orientation) ? PictureSize{stored.height, stored.width} : stored;
}

UprightPicture::UprightPicture(PictureSize stored, Orientation orientation)
    : m_stored(stored), m_isUpright(orientation == Orientation::Upright) {
    m_picture.size = uprightSize(stored, orientation);
    const auto width = static_cast<ptrdiff_t>(m_picture.size.width);
    const auto last = static_cast<ptrdiff_t>(m_picture.size.pixels()) - 1;
    const ptrdiff_t along = swapsSides(orientation) ? width : 1, down = swapsSides(orientation) ? 1 : width;
    const bool mirrorsX = orientation == Orientation::MirroredSideways ||
                          orientation == Orientation::UpsideDown || orientation == Orientation::Transversed ||
                          orientation == Orientation::TurnedLeft;
    const bool mirrorsY = orientation == Orientation::UpsideDown ||
                          orientation == Orientation::MirroredUpsideDown ||
                          orientation == Orientation::TurnedRight || orientation == Orientation::Transversed;
    m_stepX = mirrorsX ? -along : along;
    m_stepY = mirrorsY ? -down : down;
    if (mirrorsX && mirrorsY)
        m_origin = last;
    else if (mirrorsX)
        m_origin = along * (static_cast<ptrdiff_t>(stored.width) - 1);
    else if (mirrorsY)
        m_origin = down * (static_cast<ptrdiff_t>(stored.height) - 1);
    m_picture.rgb.resize(m_picture.size.pixels() * 3);
}

void UprightPicture::put(uint32_t y, uint32_t x, uint32_t step, uint32_t count, const uint8_t* rgb) noexcept {
    uint8_t* to = m_picture.rgb.data() +
                  3 * (m_origin + static_cast<ptrdiff_t>(y) * m_stepY + static_cast<ptrdiff_t>(x) * m_stepX);
    const ptrdiff_t stride = 3 * m_stepX * static_cast<ptrdiff_t>(step);
    if (stride == 3) {
        std::memcpy(to, rgb, size_t{count} * 3);
        return;
    }
    for (uint32_t i = 0; i < count; ++i, rgb += 3) {
        uint8_t* const pixel = to + static_cast<ptrdiff_t>(i) * stride;
        pixel[0] = rgb[0];
        pixel[1] = rgb[1];
        pixel[2] = rgb[2];
    }
}

}  // namespace hearth
