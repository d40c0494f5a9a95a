#include "exchange/foreign_pictures.h"

#include <QCoreApplication>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/base64.h"
#include "hearth/data_url.h"
#include "hearth/error.h"
#include "store/picture_table.h"

namespace hearth::app {

void addForeignPicture(store::Message& message, const QString& url, const QString& name) {
    const std::string text = url.toStdString();
    const std::optional<DataUrl> data = readDataUrl(text);
    const bool isImage = data && data->type.starts_with("image/");
    std::optional<std::vector<std::byte>> bytes = isImage ? bytesOfBase64(data->base64) : std::nullopt;
    if (!bytes) return noteMissingPicture(message);
    try {
        const auto file = std::make_shared<const PictureFile>(std::move(*bytes));
        message.pictures.push_back(store::messagePicture({file, name}));
    } catch (const Error&) {
        noteMissingPicture(message);
    }
}

void noteMissingPicture(store::Message& message) {
    if (!message.text.isEmpty()) message.text += u'\n';
    message.text += QCoreApplication::translate("Exchange", "[image]");
}

}  // namespace hearth::app
