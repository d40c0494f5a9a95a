#pragma once

#include <QtQml/qqmlregistration.h>
#include <QImage>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QUrl>
#include <stop_token>

namespace hearth::app {

class ToastQueue;
namespace store {
class Store;
}

/// Copies pictures of chats to the clipboard, and saves their files as they came. GUI thread.
class PictureExport : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")

public:
    PictureExport(store::Store& store, ToastQueue& toasts, QObject* parent = nullptr)
        : QObject(parent), m_store(store), m_toasts(toasts) {}
    ~PictureExport() override;

    /// Copies a picture in its full size once a child process has decoded it (shownPicture()). A notice
    /// says that it was copied, or why it was not.
    Q_INVOKABLE void copy(const QString& hash);
    /// Suggests a name for the file of a picture: "picture.png". Empty: there is no such picture.
    Q_INVOKABLE QString fileName(const QString& hash) const;
    /// Writes the file as it came; replaces an existing file.
    Q_INVOKABLE void saveTo(const QString& hash, const QUrl& file);

private:
    void putIntoClipboard(const QImage& image);

    store::Store& m_store;
    ToastQueue& m_toasts;
    std::stop_source m_stop;
    QThreadPool m_decoding;
};

}  // namespace hearth::app
