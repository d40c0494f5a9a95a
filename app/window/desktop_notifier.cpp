#include "window/desktop_notifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace hearth::app {

namespace {
const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString notificationsPath = QStringLiteral("/org/freedesktop/Notifications");
}  // namespace

DesktopNotifier::DesktopNotifier(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected()) return;
    m_bus.connect(service, notificationsPath, service, QStringLiteral("ActionInvoked"), this,
                  SLOT(actionInvoked(uint, QString)));
    m_bus.connect(service, notificationsPath, service, QStringLiteral("NotificationClosed"), this,
                  SLOT(notificationClosed(uint, uint)));
}

void DesktopNotifier::replyEnded(qint64 conversationId, const QString& title) {
    notify(conversationId, tr("Your reply is ready"), title);
}

void DesktopNotifier::callAsked(qint64 conversationId, const QString& title) {
    notify(conversationId, tr("A call of a tool waits for you"), title);
}

void DesktopNotifier::notify(qint64 conversationId, const QString& summary, const QString& title) {
    if (!m_bus.isConnected()) return;
    QDBusMessage call =
        QDBusMessage::createMethodCall(service, notificationsPath, service, QStringLiteral("Notify"));
    const uint replaces = m_shown.key(conversationId, 0);
    // The title alone: notices also show on locked screens.
    call << QStringLiteral("Hearth") << replaces << QStringLiteral("org.hearth.Hearth") << summary
         << title.toHtmlEscaped() << QStringList{QStringLiteral("default"), tr("Open the chat")}
         << QVariantMap{{QStringLiteral("desktop-entry"), QStringLiteral("org.hearth.Hearth")},
                        {QStringLiteral("category"), QStringLiteral("im.received")}}
         << -1;
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, conversationId](QDBusPendingCallWatcher* done) {
                const QDBusPendingReply<uint> reply = *done;
                if (!reply.isError()) m_shown.insert(reply.value(), conversationId);
                done->deleteLater();
            });
}

void DesktopNotifier::actionInvoked(uint id, const QString& action) {
    if (action == QLatin1String("default") && m_shown.contains(id)) emit opened(m_shown.value(id));
}

void DesktopNotifier::notificationClosed(uint id, uint) {
    m_shown.remove(id);
}

}  // namespace hearth::app
