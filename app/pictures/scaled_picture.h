#pragma once

#include <QImage>
#include <QSize>

#include "hearth/picture_file.h"

namespace hearth::app {

/// Returns the size at which a picture is shown: within the wanted one, whose width or height of 0 or less is
/// any, never larger than it is, and at least one pixel.
QSize shownSize(const QSize& picture, const QSize& wanted);
/// Decodes a picture and scales it down to shownSize(). Bounded as decodePicture() is. Throws Error; any
/// thread.
QImage scaledPicture(const PictureFile& file, const QSize& wanted);

}  // namespace hearth::app
