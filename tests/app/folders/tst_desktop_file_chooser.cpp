// The desktop's dialog on a session bus with a portal of our own in its place.
#include "folders/desktop_file_chooser.h"

#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QSignalSpy>
#include <QTest>

using namespace hearth::app;

/// The desktop's object under this name; tests send the answers.
class Portal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.FileChooser")

public:
    struct Call {
        QString method, title;
        QVariantMap options;
        QString answerPath;
    };
    QList<Call> calls;
    bool working = true;
    bool oldPaths = false;  ///< as portals before 0.9: the path does not follow from the token

public slots:
    QDBusObjectPath OpenFile(const QString&, const QString& title, const QVariantMap& options,
                             const QDBusMessage& message) {
        return take("OpenFile", title, options, message);
    }
    QDBusObjectPath SaveFile(const QString&, const QString& title, const QVariantMap& options,
                             const QDBusMessage& message) {
        return take("SaveFile", title, options, message);
    }

private:
    QDBusObjectPath take(const char* method, const QString& title, const QVariantMap& options,
                         const QDBusMessage& message) {
        auto bus = QDBusConnection("portal");
        if (!working) {
            bus.send(message.createErrorReply("org.freedesktop.DBus.Error.UnknownMethod", "no backend"));
            message.setDelayedReply(true);
            return {};
        }
        const QString path = oldPaths ? QStringLiteral("/org/freedesktop/portal/desktop/request/old")
                                      : QStringLiteral("/org/freedesktop/portal/desktop/request/%1/%2")
                                            .arg(message.service().mid(1).replace('.', '_'),
                                                 options["handle_token"].toString());
        calls.append({method, title, options, path});
        return QDBusObjectPath(path);
    }
};

class TestDesktopFileChooser : public QObject {
    Q_OBJECT

    using Mode = DesktopFileChooser::Mode;
    Portal m_portal;

    static void answer(const QString& path, uint response, const QStringList& uris) {
        QDBusMessage signal = QDBusMessage::createSignal(path, "org.freedesktop.portal.Request", "Response");
        signal << response << QVariantMap{{"uris", uris}};
        QVERIFY(QDBusConnection("portal").send(signal));
    }
    static QVariantMap request() {
        return {
            {"title", "Export"},
            {"accept", "Save"},
            {"name", "chat.md"},
            {"filters", QVariantList{QVariantMap{{"name", "Markdown"}, {"patterns", QStringList{"*.md"}}}}}};
    }
    bool portal() {
        static const bool there = [this] {
            auto bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "portal");
            return bus.isConnected() && bus.registerService("org.freedesktop.portal.Desktop") &&
                   bus.registerObject("/org/freedesktop/portal/desktop", &m_portal,
                                      QDBusConnection::ExportAllSlots);
        }();
        return there;
    }

private slots:
    void init() {
        m_portal.calls.clear();
        m_portal.working = true;
        m_portal.oldPaths = false;
    }

    void withoutABusItIsUnavailable() {
        DesktopFileChooser chooser(QDBusConnection("there is none"), nullptr);
        QSignalSpy unavailable(&chooser, &DesktopFileChooser::unavailable);
        chooser.choose(Mode::Open, request(), "/tmp", nullptr);
        QCOMPARE(unavailable.size(), 1);
    }

    void filesAreChosen() {
        if (!portal()) QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        DesktopFileChooser chooser;
        QSignalSpy chosen(&chooser, &DesktopFileChooser::chosen);
        chooser.choose(Mode::OpenMany, request(), "/tmp/a folder", nullptr);
        QTRY_COMPARE(m_portal.calls.size(), 1);
        const Portal::Call call = m_portal.calls.first();
        QCOMPARE(call.method, "OpenFile");
        QCOMPARE(call.title, "Export");
        QCOMPARE(call.options["multiple"], true);
        QCOMPARE(call.options["current_folder"].toByteArray(), QByteArray("/tmp/a folder\0", 14));
        QVERIFY(call.options.contains("filters"));
        answer(call.answerPath, 0, {"file:///tmp/a%20b.md", "https://example.org/", "file:///tmp/c.md"});
        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().value<QList<QUrl>>(),
                 QList<QUrl>({QUrl::fromLocalFile("/tmp/a b.md"), QUrl::fromLocalFile("/tmp/c.md")}));
    }

    void namesAndFoldersAreAskedFor() {
        if (!portal()) QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        DesktopFileChooser chooser;
        QSignalSpy cancelled(&chooser, &DesktopFileChooser::cancelled);
        chooser.choose(Mode::Save, request(), "/tmp", nullptr);
        QTRY_COMPARE(m_portal.calls.size(), 1);
        QCOMPARE(m_portal.calls[0].method, "SaveFile");
        QCOMPARE(m_portal.calls[0].options["current_name"], "chat.md");
        answer(m_portal.calls[0].answerPath, 1, {});
        QTRY_COMPARE(cancelled.size(), 1);
        chooser.choose(Mode::Folder, request(), "/tmp", nullptr);
        QTRY_COMPARE(m_portal.calls.size(), 2);
        QCOMPARE(m_portal.calls[1].options["directory"], true);
        // An answer to the first request is none to the second.
        answer(m_portal.calls[0].answerPath, 0, {"file:///tmp"});
        QTest::qWait(50);
        QCOMPARE(cancelled.size(), 1);
    }

    void olderPortalsAnswerElsewhere() {
        if (!portal()) QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        m_portal.oldPaths = true;
        DesktopFileChooser chooser;
        QSignalSpy chosen(&chooser, &DesktopFileChooser::chosen);
        chooser.choose(Mode::Open, request(), "/tmp", nullptr);
        QTRY_COMPARE(m_portal.calls.size(), 1);
        QTest::qWait(50);
        answer(m_portal.calls[0].answerPath, 0, {"file:///tmp/a.md"});
        QTRY_COMPARE(chosen.size(), 1);
    }

    void aPortalWithoutADialogIsUnavailable() {
        if (!portal()) QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        m_portal.working = false;
        DesktopFileChooser chooser;
        QSignalSpy unavailable(&chooser, &DesktopFileChooser::unavailable);
        chooser.choose(Mode::Open, request(), "/tmp", nullptr);
        QTRY_COMPARE(unavailable.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestDesktopFileChooser)
#include "tst_desktop_file_chooser.moc"
