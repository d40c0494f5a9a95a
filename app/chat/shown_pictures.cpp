#include "chat/shown_pictures.h"

namespace hearth::app {

QVariantList shownPictures(const std::vector<store::MessagePicture>& pictures) {
    QVariantList shown;
    for (const store::MessagePicture& picture : pictures)
        shown.append(QVariantMap{{QStringLiteral("hash"), picture.hash},
                                 {QStringLiteral("name"), picture.name},
                                 {QStringLiteral("width"), picture.width},
                                 {QStringLiteral("height"), picture.height}});
    return shown;
}

}  // namespace hearth::app
