#include "chat/picture_export.h"

#include <QClipboard>
#include <QGuiApplication>
#include <new>
#include <string_view>

#include "files/whole_file.h"
#include "hearth/picture.h"
#include "hearth/platform/process.h"
#include "notices/toast_queue.h"
#include "pictures/scaled_picture.h"
#include "store/store.h"

namespace hearth::app {

namespace {

QString suffixOf(const PictureFile& file) {
    const std::string_view type = pictureMediaType(file.bytes());
    const QString format = QLatin1String(type.substr(type.find('/') + 1));
    return format == QLatin1String("jpeg") ? QStringLiteral("jpg") : format;
}

}  // namespace

PictureExport::~PictureExport() {
    m_stop.request_stop();
    m_decoding.clear();
    m_decoding.waitForDone();
}

void PictureExport::copy(const QString& hash) {
    std::shared_ptr<const PictureFile> file;
    try {
        file = m_store.pictures().find(hash);
    } catch (const store::StoreError& error) {
        m_toasts.show(error.message());
    }
    if (!file) return;
    m_decoding.start([this, file, stop = m_stop.get_token()] {
        QImage image;
        try {
            image = shownPicture(QString::fromUtf8(platform::ownProgram()), *file, {}, stop);
        } catch (const std::bad_alloc&) {
            // Told as a picture that cannot be decoded.
        }
        QMetaObject::invokeMethod(
            this, [this, image] { putIntoClipboard(image); }, Qt::QueuedConnection);
    });
}

void PictureExport::putIntoClipboard(const QImage& image) {
    if (image.isNull()) {
        m_toasts.show(tr("The picture is damaged and cannot be copied. Save it as a file instead."));
        return;
    }
    QGuiApplication::clipboard()->setImage(image);
    m_toasts.show(tr("The picture was copied"));
}

QString PictureExport::fileName(const QString& hash) const {
    try {
        const auto file = m_store.pictures().find(hash);
        if (file) return tr("picture") + u'.' + suffixOf(*file);
    } catch (const store::StoreError& error) {
        m_toasts.show(error.message());
    }
    return {};
}

void PictureExport::saveTo(const QString& hash, const QUrl& file) {
    std::shared_ptr<const PictureFile> picture;
    try {
        picture = m_store.pictures().find(hash);
    } catch (const store::StoreError& error) {
        m_toasts.show(error.message());
    }
    if (!picture) return;
    WholeFile written(file.toLocalFile());
    const QByteArrayView bytes = store::pictureBytes(*picture);
    if (written.open(WholeFile::WriteOnly) && written.write(bytes.data(), bytes.size()) == bytes.size() &&
        written.commitWhole())
        m_toasts.show(tr("Saved as %1").arg(file.fileName()));
    else
        m_toasts.show(tr("%1 could not be written (%2). Choose another folder.")
                          .arg(file.fileName(), written.errorString()));
}

}  // namespace hearth::app

#include "moc_picture_export.cpp"
