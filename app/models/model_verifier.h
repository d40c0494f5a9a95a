#pragma once

#include <QtQml/qqmlregistration.h>
#include <QByteArray>
#include <QObject>
#include <QThreadPool>
#include <stop_token>
#include <vector>

namespace hearth::app {

struct FileDigest;

/// Reads the file of the chosen model, and its vision file, again and holds their sha256 against those that
/// the hub published when they were downloaded. GUI thread; files are read on a worker thread.
class ModelVerifier : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of InstalledModels")
    /// The chosen model. Another one ends a check.
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY pathChanged)
    /// The hub's figure is known and the file is here.
    Q_PROPERTY(bool canVerify READ canVerify NOTIFY pathChanged)
    /// There is a file to show.
    Q_PROPERTY(bool canShow READ canShow NOTIFY pathChanged)
    Q_PROPERTY(bool checking READ isChecking NOTIFY changed)
    /// "Checking: 45 %", then what came of it; empty before.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)

public:
    explicit ModelVerifier(QObject* parent = nullptr);
    ~ModelVerifier() override;

    QString path() const { return m_path; }
    void setPath(const QString& path);
    bool canVerify() const { return m_canVerify; }
    bool canShow() const;
    bool isChecking() const { return m_checking; }
    QString text() const { return m_text; }
    bool hasFailed() const { return m_failed; }

    Q_INVOKABLE void verify();
    Q_INVOKABLE void cancel();
    /// In the desktop's file manager.
    Q_INVOKABLE void show();

signals:
    void pathChanged();
    void changed();

private:
    /// A file whose sha256 the hub published.
    struct PublishedFile {
        QString path;
        QByteArray sha256;
        qint64 sizeBytes = 0;
    };
    static std::vector<PublishedFile> publishedFiles(const QString& path);
    /// Returns a sentence that names the fault of a file; empty if it has none.
    static QString problemOf(const PublishedFile& file, const FileDigest& digest);
    void say(const QString& text, bool checking, bool failed = false);

    QThreadPool m_pool;
    std::stop_source m_stop;
    QString m_path, m_text;
    bool m_canVerify = false, m_checking = false, m_failed = false;
};

}  // namespace hearth::app
