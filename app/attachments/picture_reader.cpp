#include "attachments/picture_reader.h"

#include <QBuffer>
#include <QCoreApplication>
#include <new>
#include <span>
#include <string_view>

#include "hearth/picture.h"
#include "inference/message_translation.h"
#include "store/picture_table.h"

namespace hearth::app {

namespace {

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(DraftPictures)
};

}  // namespace

bool isPicture(const QByteArray& start) {
    const std::string_view type =
        pictureMediaType(std::as_bytes(std::span(start.constData(), static_cast<size_t>(start.size()))));
    // A text may begin with the letters alone ("BMW", "GIF89a files").
    if (type == "image/bmp") return start.mid(6, 4) == QByteArray(4, '\0');
    if (type == "image/gif") return start.mid(6, 7).contains('\0');
    return !type.empty() || start.startsWith(QByteArray::fromRawData("II*\0", 4)) ||
           start.startsWith(QByteArray::fromRawData("MM\0*", 4));
}

ReadPicture readPicture(const QByteArray& bytes) {
    if (bytes.size() > maxPictureBytes)
        return {nullptr, PictureText::tr("It is larger than %1 MB. Save it smaller, or as a JPEG file.")
                             .arg(maxPictureBytes / 1'000'000)};
    try {
        return {store::pictureFile(bytes), {}};
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return {nullptr, translated(error)};
    }
}

ReadPicture readPicture(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (image.isNull() || !buffer.open(QBuffer::WriteOnly) || !image.save(&buffer, "PNG"))
        return {
            nullptr,
            PictureText::tr("The clipboard's picture could not be read. Save it as a file and attach that.")};
    return readPicture(bytes);
}

}  // namespace hearth::app
