#include "pictures/scaled_picture.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "hearth/picture_decoder.h"

namespace hearth::app {

QSize shownSize(const QSize& picture, const QSize& wanted) {
    const auto scaleTo = [](int wantedSide, int side) {
        return wantedSide > 0 ? wantedSide / double(side) : 1.0;
    };
    const double scale =
        std::min({1.0, scaleTo(wanted.width(), picture.width()), scaleTo(wanted.height(), picture.height())});
    const auto scaled = [scale](int side) {
        return std::max(1, static_cast<int>(std::lround(side * scale)));
    };
    return {scaled(picture.width()), scaled(picture.height())};
}

QImage scaledPicture(const Picture& picture, const QSize& wanted) {
    const QSize size(static_cast<int>(picture.size.width), static_cast<int>(picture.size.height));
    const QImage whole(picture.rgb.data(), size.width(), size.height(), qsizetype{3} * size.width(),
                       QImage::Format_RGB888);
    const QSize shown = shownSize(size, wanted);
    // The image does not own the pixels.
    return shown == size ? whole.copy()
                         : whole.scaled(shown, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage shownPicture(const QString& program, const PictureFile& file, const QSize& wanted,
                    const std::stop_token& stop) {
    try {
        return scaledPicture(decodePictureApart(program.toStdString(), file.bytes(), stop), wanted);
    } catch (const std::exception&) {
        return {};
    }
}

}  // namespace hearth::app
