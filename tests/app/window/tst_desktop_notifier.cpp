// Notices on a session bus with a service of our own in the desktop's place.
#include "window/desktop_notifier.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QSignalSpy>
#include <QTest>

using namespace hearth::app;

/// The desktop's object under this name.
class Desktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Notice {
        uint replaces = 0;
        QString program, summary, body;
        QStringList actions;
    };
    QList<Notice> notices;

public slots:
    uint Notify(const QString& program, uint replaces, const QString&, const QString& summary,
                const QString& body, const QStringList& actions, const QVariantMap&, int) {
        notices.append({replaces, program, summary, body, actions});
        return replaces != 0 ? replaces : static_cast<uint>(40 + notices.size());
    }

signals:
    void ActionInvoked(uint id, const QString& action);
    void NotificationClosed(uint id, uint reason);
};

class TestDesktopNotifier : public QObject {
    Q_OBJECT

    Desktop m_desktop;

private slots:
    void withoutABusNothingHappens() {
        DesktopNotifier notifier(QDBusConnection("there is none"));
        notifier.replyEnded(1, "Bees");
    }

    void withoutTheServiceNothingHappens() {
        if (!QDBusConnection::sessionBus().isConnected())
            QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        DesktopNotifier notifier;
        notifier.replyEnded(1, "Bees");
        QTest::qWait(50);
    }

    void aReplyIsToldAndOpened() {
        auto desktop = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "desktop");
        if (!desktop.isConnected()) QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        QVERIFY(desktop.registerService("org.freedesktop.Notifications"));
        QVERIFY(desktop.registerObject("/org/freedesktop/Notifications", &m_desktop,
                                       QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        DesktopNotifier notifier;
        QSignalSpy opened(&notifier, &DesktopNotifier::opened);
        notifier.replyEnded(7, "<b>Bees</b> & flowers");
        QTRY_COMPARE(m_desktop.notices.size(), 1);
        const Desktop::Notice notice = m_desktop.notices[0];
        QCOMPARE(notice.program, QString("Hearth"));
        QCOMPARE(notice.replaces, 0U);
        // Desktops read bodies as markup.
        QCOMPARE(notice.body, QString("&lt;b&gt;Bees&lt;/b&gt; &amp; flowers"));
        QCOMPARE(notice.actions.value(0), QString("default"));
        QTest::qWait(50);

        emit m_desktop.ActionInvoked(99, "default");
        emit m_desktop.ActionInvoked(41, "default");
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toLongLong(), 7);

        // The next of the same chat takes its place; after it was closed there is a new one.
        notifier.replyEnded(7, "Bees");
        QTRY_COMPARE(m_desktop.notices.size(), 2);
        QCOMPARE(m_desktop.notices[1].replaces, 41U);
        QTest::qWait(50);
        emit m_desktop.NotificationClosed(41, 2);
        QTest::qWait(50);
        emit m_desktop.ActionInvoked(41, "default");
        notifier.replyEnded(7, "Bees");
        QTRY_COMPARE(m_desktop.notices.size(), 3);
        QCOMPARE(m_desktop.notices[2].replaces, 0U);
        QCOMPARE(opened.count(), 1);

        notifier.callAsked(8, "Weather");
        QTRY_COMPARE(m_desktop.notices.size(), 4);
        QCOMPARE(m_desktop.notices[3].body, QString("Weather"));
        QVERIFY(m_desktop.notices[3].summary != m_desktop.notices[2].summary);
    }
};

QTEST_GUILESS_MAIN(TestDesktopNotifier)
#include "tst_desktop_notifier.moc"
