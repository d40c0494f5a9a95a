#include "areas/desktop_area.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QtTest>

using namespace hearth::app;

class TestDesktopArea : public QObject {
    Q_OBJECT

private slots:
    void textsAreCopied() {
        DesktopArea desktop(nullptr);
        desktop.copyText(QStringLiteral("copied"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("copied"));
        QCOMPARE(desktop.property("toasts").value<QObject*>(), &desktop.toasts);
    }

    void linksSayWhereTheyLead() {
        DesktopArea desktop(nullptr);
        QCOMPARE(desktop.linkHost(QStringLiteral("https://example.org/a")), QStringLiteral("example.org"));
        QCOMPARE(desktop.linkHost(QStringLiteral("https://user@evil.example/paypal.com")),
                 QStringLiteral("evil.example"));
        // A look-alike letter of another script shows.
        QVERIFY(
            desktop.linkHost(QStringLiteral("https://p\u0430ypal.com")).startsWith(QStringLiteral("xn--")));
        for (const char* bad : {"file:///etc/passwd", "javascript:alert(1)", "ftp://x", "", "https://"}) {
            QVERIFY(desktop.linkHost(QString::fromLatin1(bad)).isEmpty());
            QVERIFY(!desktop.openLink(QString::fromLatin1(bad)));
        }
    }
};

QTEST_MAIN(TestDesktopArea)
#include "tst_desktop_area.moc"
