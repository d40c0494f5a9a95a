#include "hub/redirect_policy.h"

#include <QtTest>

#include "http/host_reach.h"

using namespace hearth::app;

class TestRedirectPolicy : public QObject {
    Q_OBJECT

private slots:
    void addresses() {
        for (const char* good : {"https://huggingface.co", "https://hub.lan:8443/x", "http://127.0.0.1:8000",
                                 "http://[::1]:1", "http://localhost:9", "http://127.9.9.9"})
            QVERIFY2(isAllowedAddress(QUrl(good)), good);
        for (const char* bad :
             {"http://huggingface.co", "ftp://x.org", "file:///etc/passwd", "https://", "", "huggingface.co",
              "https://user:word@huggingface.co", "http://127.0.0.1.evil.org", "http://localhost.evil.org",
              "http://0.0.0.0", "javascript:1"})
            QVERIFY2(!isAllowedAddress(QUrl(bad)), bad);
        for (const char* local :
             {"https://10.1.2.3", "https://172.16.0.1", "https://192.168.1.1", "https://169.254.169.254",
              "https://100.64.0.1", "https://[fe80::1]", "https://[fd00::1]", "https://[::ffff:10.0.0.1]",
              "https://router", "https://nas.local", "https://x.internal", "https://127.0.0.1",
              "https://0.0.0.0"})
            QVERIFY2(isPrivate(QUrl(local)), local);
        for (const char* open :
             {"https://huggingface.co", "https://8.8.8.8", "https://172.32.0.1", "https://[2606:4700::1]"})
            QVERIFY2(!isPrivate(QUrl(open)), open);
    }

    void origins() {
        QVERIFY(sameOrigin(QUrl("https://a.org/x"), QUrl("https://a.org:443/y")));
        QVERIFY(sameOrigin(QUrl("https://a.org."), QUrl("https://A.org")));
        QVERIFY(!sameOrigin(QUrl("https://a.org"), QUrl("http://a.org")));
        QVERIFY(!sameOrigin(QUrl("https://a.org"), QUrl("https://a.org:8443")));
        QVERIFY(!sameOrigin(QUrl("https://a.org"), QUrl("https://a.org.evil.org")));
        QVERIFY(!sameOrigin(QUrl(), QUrl()));
    }

    void redirects_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QByteArray>("location");
        QTest::addColumn<QString>("to");
        QTest::newRow("relative") << "https://hub.org/a/b?x" << QByteArray("/c") << "https://hub.org/c";
        QTest::newRow("store") << "https://hub.org/a" << QByteArray("https://cdn.org/b?s=%2F")
                               << "https://cdn.org/b?s=%2F";
        QTest::newRow("no scheme") << "https://hub.org/a" << QByteArray("//cdn.org/b") << "https://cdn.org/b";
        QTest::newRow("to http") << "https://hub.org/a" << QByteArray("http://hub.org/a") << "";
        QTest::newRow("to own http") << "https://hub.org/a" << QByteArray("http://127.0.0.1/a") << "";
        QTest::newRow("into the house") << "https://hub.org/a" << QByteArray("https://192.168.1.1/a") << "";
        QTest::newRow("cloud secrets")
            << "https://hub.org/a" << QByteArray("https://169.254.169.254/a") << "";
        QTest::newRow("nat64") << "https://hub.org/a" << QByteArray("https://[64:ff9b::a9fe:a9fe]/a") << "";
        QTest::newRow("hexadecimal") << "https://hub.org/a" << QByteArray("https://0xa9fea9fe/a") << "";
        QTest::newRow("with a point behind")
            << "https://hub.org/a" << QByteArray("https://router.lan./a") << "";
        QTest::newRow("to loopback") << "https://hub.org/a" << QByteArray("https://127.0.0.1/a") << "";
        QTest::newRow("within the house")
            << "https://hub.lan/a" << QByteArray("https://10.0.0.2/a") << "https://10.0.0.2/a";
        QTest::newRow("to a file") << "https://hub.org/a" << QByteArray("file:///etc/passwd") << "";
        QTest::newRow("with a password") << "https://hub.org/a" << QByteArray("https://u:p@cdn.org/") << "";
        QTest::newRow("nowhere") << "https://hub.org/a" << QByteArray() << "";
        QTest::newRow("nonsense") << "https://hub.org/a" << QByteArray("https://[/") << "";
    }
    void redirects() {
        QFETCH(QString, from);
        QFETCH(QByteArray, location);
        QFETCH(QString, to);
        const Redirect redirect = followRedirect(QUrl(from), location, 0);
        QCOMPARE(redirect.problem.isEmpty(), !to.isEmpty());
        if (!to.isEmpty()) QCOMPARE(redirect.next, QUrl(to));
        QVERIFY(!followRedirect(QUrl(from), location, maximumRedirects).problem.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRedirectPolicy)
#include "tst_redirect_policy.moc"
