#pragma once

#include <QCache>
#include <QImage>
#include <QQuickAsyncImageProvider>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <stop_token>

#include "hearth/picture_file.h"

namespace hearth::app {

namespace store {
class PictureTable;
}

/// Serves image://picture/HASH: pictures of messages and of the composer, by their pictureHash(), scaled down
/// to the size that is asked for (see shownSize()), 4096 pixels a side at most. The store gives the file on
/// its own thread, another one has it decoded, so the window never waits. One that is not there, or that is
/// damaged, is an error of its Image. Opens no file on disk and no socket.
class PictureProvider : public QQuickAsyncImageProvider {
public:
    /// Decodes a picture within a size, null: it cannot. Called on a thread that may wait.
    using Decode =
        std::function<QImage(const PictureFile& file, const QSize& wanted, const std::stop_token& stop)>;

    /// Made on the thread of the pictures, which outlive it.
    PictureProvider(store::PictureTable& pictures, Decode decode);
    ~PictureProvider() override;

    QQuickImageResponse* requestImageResponse(const QString& id, const QSize& requestedSize) override;

private:
    QImage imageOf(const QString& id, const PictureFile& file, const QSize& wanted);

    store::PictureTable& m_pictures;
    const Decode m_decode;
    std::stop_source m_stop;
    QCache<QString, QImage> m_made;  ///< the last ones, by hash and size; of the one thread of the pool
    QThreadPool m_pool;
};

}  // namespace hearth::app
