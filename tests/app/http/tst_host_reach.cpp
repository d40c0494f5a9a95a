#include "http/host_reach.h"

#include <QtTest>

using namespace hearth::app;

class TestHostReach : public QObject {
    Q_OBJECT

private slots:
    void privateHosts_data() {
        QTest::addColumn<QString>("host");
        for (const char* host :
             {"10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "127.0.0.1",
              "0.0.0.0", "0.1.2.3", "224.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1",
              // The same in other spellings.
              "2130706433", "0x7f000001", "0x7f.1", "017700000001", "127.1", "0300.0250.1.1", "3232235777",
              // Within IPv6.
              "[::1]", "[::]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::10.0.0.1]",
              "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::808:808]", "[2002:a00:1::1]", "[2001:0:1:2:3:4:5:6]",
              "[fe80::1]", "[fd00::1]", "[fec0::1]", "[ff02::1]",
              // Names, with and without the point at the end.
              "router", "router.", "nas.local", "nas.local.", "x.internal", "x.lan.", "box.home.arpa",
              "localhost", "LOCALHOST.", "a.localhost"})
            QTest::newRow(host) << host;
    }
    void privateHosts() {
        QFETCH(QString, host);
        QVERIFY(isPrivate(QUrl("https://" + host + "/x")));
    }

    void publicHosts() {
        for (const char* host : {"huggingface.co", "huggingface.co.", "8.8.8.8", "172.32.0.1", "100.128.0.1",
                                 "[2606:4700::1]", "[64:ff9b::8.8.8.8]", "[::ffff:8.8.8.8]", "134744072",
                                 "10.0.0.1.example.org", "local.example.org"})
            QVERIFY2(!isPrivate(QUrl(QString("https://%1/x").arg(host))), host);
        QVERIFY(isPrivate(QUrl()));
    }

    void loopback() {
        for (const char* host : {"localhost", "localhost.", "127.0.0.1", "127.9.9.9", "[::1]", "2130706433",
                                 "[::ffff:127.0.0.1]"})
            QVERIFY2(isLoopback(QUrl(QString("http://%1:1/x").arg(host))), host);
        for (const char* host : {"localhost.evil.org", "128.0.0.1", "0.0.0.0", "[::2]"})
            QVERIFY2(!isLoopback(QUrl(QString("http://%1:1/x").arg(host))), host);
    }
};

QTEST_APPLESS_MAIN(TestHostReach)
#include "tst_host_reach.moc"
