#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <stop_token>

#include "hearth/picture.h"
#include "hearth/picture_file.h"

namespace hearth::app {

/// Returns the size at which a picture is shown: within the wanted one, whose width or height of 0 or less is
/// any, never larger than it is, and at least one pixel.
QSize shownSize(const QSize& picture, const QSize& wanted);
/// Scales a picture down to shownSize(). Any thread.
QImage scaledPicture(const Picture& picture, const QSize& wanted);
/// Decodes a picture in a child of `program`, which calls servePictureDecoder(), and scales it down. Null: it
/// is damaged, too large, or was stopped. Any thread that may wait.
QImage shownPicture(const QString& program, const PictureFile& file, const QSize& wanted,
                    const std::stop_token& stop = {});

}  // namespace hearth::app
