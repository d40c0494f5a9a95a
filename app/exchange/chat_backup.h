#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QUrl>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <thread>

namespace hearth::app {

namespace store {
class Store;
}
class ToastQueue;

/// Writes everything that is kept into one file: a backup, or, if the store could not be opened, the only
/// copy. GUI thread; the file is written in another.
class ChatBackup : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    /// Written, 0 to 1.
    Q_PROPERTY(double fraction READ fraction NOTIFY changed)
    /// The chats of this run are in memory only and go when the program ends.
    Q_PROPERTY(bool memoryOnly READ isMemoryOnly CONSTANT)

public:
    /// Writes a copy of a database that is in use: store::backUpFile().
    using FileWriter =
        std::function<bool(const std::filesystem::path& database, const std::filesystem::path& file,
                           const std::function<void(double)>& progress, const std::stop_token& stop)>;

    /// `database` is the file of the store; empty: it is in memory only.
    ChatBackup(store::Store& store, QString database, ToastQueue& toasts, QObject* parent = nullptr);
    ChatBackup(store::Store& store, QString database, ToastQueue& toasts, FileWriter writer,
               QObject* parent = nullptr);
    ~ChatBackup() override;

    bool isRunning() const { return m_running; }
    double fraction() const { return m_fraction; }
    bool isMemoryOnly() const { return m_database.isEmpty(); }

    /// A name for the file, without folder.
    Q_INVOKABLE QString fileName() const;
    /// Writes the file, completely or not at all; written() or failed() follows. Does nothing while one is
    /// being written.
    Q_INVOKABLE void writeTo(const QUrl& file);
    Q_INVOKABLE void cancel();
    /// True if messages would be lost if the program ended now. False after stopAsking().
    Q_INVOKABLE bool wouldLose() const;
    /// Stops asking, because the system ends the program and no person can answer.
    Q_INVOKABLE void stopAsking() { m_asks = false; }

signals:
    void changed();
    void written();
    void failed(const QString& title, const QString& body);

private:
    void end(const QString& path, bool whole, const QString& problem);

    store::Store& m_store;
    const QString m_database;
    ToastQueue& m_toasts;
    const FileWriter m_writer;
    QString m_savedMark;  ///< Store::contentMark() when it was saved
    double m_fraction = 0;
    bool m_running = false, m_asks = true;
    std::jthread m_thread;  ///< last: it ends before the objects that it reports to
};

}  // namespace hearth::app
