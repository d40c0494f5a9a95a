#include "pictures/picture_provider.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>
#include <algorithm>
#include <new>
#include <utility>

#include "store/database.h"
#include "store/picture_table.h"

namespace hearth::app {

namespace {

class Response : public QQuickImageResponse {
public:
    /// A null image, or none: the picture cannot be shown.
    explicit Response(const QFuture<QImage>& made) {
        connect(&m_made, &QFutureWatcherBase::finished, this, &QQuickImageResponse::finished);
        m_made.setFuture(made);
    }
    QQuickTextureFactory* textureFactory() const override {
        return image().isNull() ? nullptr : QQuickTextureFactory::textureFactoryForImage(image());
    }
    QString errorString() const override {
        return image().isNull() ? QStringLiteral("The picture cannot be shown.") : QString();
    }

private:
    QImage image() const { return m_made.future().resultCount() > 0 ? m_made.result() : QImage(); }

    QFutureWatcher<QImage> m_made;
};

/// Of the pictures that were made last.
constexpr int keptKilobytes = 32 << 10;

/// Every graphics card takes a texture of this size.
constexpr int longestSide = 4096;

QSize withinTexture(const QSize& wanted) {
    const auto limit = [](int side) { return side > 0 ? std::min(side, longestSide) : longestSide; };
    return {limit(wanted.width()), limit(wanted.height())};
}

}  // namespace

PictureProvider::PictureProvider(store::PictureTable& pictures, Decode decode)
    : m_pictures(pictures), m_decode(std::move(decode)), m_made(keptKilobytes) {
    // A decoded picture may take 300 MB.
    m_pool.setMaxThreadCount(1);
}

PictureProvider::~PictureProvider() {
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

QImage PictureProvider::imageOf(const QString& id, const PictureFile& file, const QSize& wanted) {
    const QString key = QStringLiteral("%1 %2 %3").arg(id).arg(wanted.width()).arg(wanted.height());
    if (const QImage* made = m_made.object(key)) return *made;
    try {
        const QImage image = m_decode(file, wanted, m_stop.get_token());
        if (!image.isNull()) m_made.insert(key, new QImage(image), 1 + image.sizeInBytes() / 1024);
        return image;
    } catch (const std::bad_alloc&) {
        return {};
    }
}

QQuickImageResponse* PictureProvider::requestImageResponse(const QString& id, const QSize& requestedSize) {
    // Destroyed without a result, it ends the response as well.
    const auto promise = std::make_shared<QPromise<QImage>>();
    promise->start();
    auto* response = new Response(promise->future());
    QMetaObject::invokeMethod(
        this,
        [this, id, requestedSize, promise] {
            std::shared_ptr<const PictureFile> file;
            try {
                file = m_pictures.find(id);
            } catch (const store::StoreError&) {
                // Shown as one that is not there.
            }
            if (file == nullptr) {
                promise->finish();
                return;
            }
            m_pool.start([this, id, file = std::move(file), wanted = withinTexture(requestedSize), promise] {
                promise->addResult(imageOf(id, *file, wanted));
                promise->finish();
            });
        },
        Qt::QueuedConnection);
    return response;
}

}  // namespace hearth::app
