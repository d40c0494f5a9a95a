#pragma once

#include <QDBusConnection>
#include <QHash>
#include <QObject>
#include <QString>

namespace hearth::app {

/// Notices outside the window through the desktop (org.freedesktop.Notifications): a reply that took long is
/// there, or a call of a tool waits, while somebody does something else. Where the desktop has no such
/// service, nothing happens. GUI thread.
class DesktopNotifier : public QObject {
    Q_OBJECT

public:
    /// Replies that took less are not worth a notice.
    static constexpr double longReplyMs = 10000;

    explicit DesktopNotifier(const QDBusConnection& bus = QDBusConnection::sessionBus(),
                             QObject* parent = nullptr);

    /// Says that a reply is there. A notice of the same conversation that is still shown is replaced.
    void replyEnded(qint64 conversationId, const QString& title);
    /// Says that a call of a tool waits for a person, in the same way.
    void callAsked(qint64 conversationId, const QString& title);

signals:
    /// Somebody clicked the notice.
    void opened(qint64 conversationId);

private slots:
    void actionInvoked(uint id, const QString& action);
    void notificationClosed(uint id, uint reason);

private:
    void notify(qint64 conversationId, const QString& summary, const QString& title);

    QDBusConnection m_bus;
    QHash<uint, qint64> m_shown;  ///< conversations by the number of their notice
};

}  // namespace hearth::app
