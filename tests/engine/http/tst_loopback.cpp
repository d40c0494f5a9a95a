#include "http/loopback.h"

#include <QtTest>

using hearth::http::isLoopback;
using namespace std::string_view_literals;

class TestLoopback : public QObject {
    Q_OBJECT

private slots:
    void knowsThisMachine() {
        for (const auto host : {"localhost"sv, "LOCALHOST"sv, "127.0.0.1"sv, "127.255.255.255"sv, "::1"sv,
                                "[::1]"sv, "0:0:0:0:0:0:0:1"sv, "::ffff:127.0.0.1"sv})
            QVERIFY2(isLoopback(host), host.data());
    }

    void knowsNobodyElse() {
        for (const auto host : {""sv, "0.0.0.0"sv, "::"sv, "128.0.0.1"sv, "127.1"sv, "127.0.0.1.nip.io"sv,
                                "localhost."sv, "a.localhost"sv, "::2"sv, "::ffff:10.0.0.1"sv, "[]"sv,
                                "127.0.0.1\0x"sv, "2130706433"sv, "0x7f.0.0.1"sv})
            QVERIFY2(!isLoopback(host), host.data());
    }
};

QTEST_APPLESS_MAIN(TestLoopback)
#include "tst_loopback.moc"
