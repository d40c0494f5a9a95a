#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>

namespace hearth::app {

/// Allows one window for each data folder: a second start passes its files to the first, whose window comes
/// to the front, and ends. They talk over a socket that only this user may open; a socket left by a crash is
/// taken over. GUI thread.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// Two programs are the same when they keep their data in the same folder, however its path is written.
    explicit SingleInstance(const QString& dataFolder, QObject* parent = nullptr);

    /// Returns true if another window is open and accepted `files` (absolute paths); this program has nothing
    /// left to do then. Also returns false if the other does not answer within two seconds. Needs no
    /// application object.
    bool handOver(const QStringList& files) const;
    /// Receives later starts from now on. Returns false if no socket can be made; each start then opens a
    /// window.
    bool listen();

    /// Path of the socket.
    QString address() const { return m_address; }

signals:
    /// Hearth was started again, with these files.
    void startedAgain(const QStringList& files);

private:
    void receive();

    QString m_address;
    QLocalServer m_server;
};

}  // namespace hearth::app
