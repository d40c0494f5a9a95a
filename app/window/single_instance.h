#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>

namespace hearth::app {

/// One window a data folder: a second start hands its file to the first, whose window comes to the front, and
/// ends. They talk over a socket that only this user may open; what a crash leaves of it is taken over. GUI
/// thread.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// Two programs are the same when they keep their data in the same folder, however its path is written.
    explicit SingleInstance(const QString& dataFolder, QObject* parent = nullptr);

    /// Whether another window is open and took `files` (absolute paths); this program has nothing left to do
    /// then. False also when the other does not answer within two seconds. Needs no application object.
    bool handOver(const QStringList& files) const;
    /// From now on other starts come here. False where no socket can be made: each start opens a window then.
    bool listen();

    /// Where the socket lies.
    QString address() const { return m_address; }

signals:
    /// Somebody started Hearth again, with these files.
    void startedAgain(const QStringList& files);

private:
    void receive();

    QString m_address;
    QLocalServer m_server;
};

}  // namespace hearth::app
