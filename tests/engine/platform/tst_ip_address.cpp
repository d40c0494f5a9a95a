#include "hearth/platform/ip_address.h"

#include <QtTest>

using namespace hearth::platform;

class TestIpAddress : public QObject {
    Q_OBJECT
private slots:
    void addressesAreRead() {
        QVERIFY(parseIpv4("127.0.0.1") == (Ipv4Address{127, 0, 0, 1}));
        QVERIFY(parseIpv6("::ffff:1.2.3.4") ==
                (Ipv6Address{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4}));
        QVERIFY(parseIpv6("::1")->back() == 1);
    }
    void otherFormsAreNot() {
        for (const char* text : {"", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "localhost", "::1"})
            QVERIFY2(!parseIpv4(text), text);
        for (const char* text : {"", "127.0.0.1", "[::1]", "::1%lo", ":::"}) QVERIFY2(!parseIpv6(text), text);
        QVERIFY(!parseIpv4(std::string("127.0.0.1\0x", 11)) && !parseIpv6(std::string("::1\0x", 5)));
    }
    void oldFormsAreReadWhereTheyAreWanted() {
        for (const char* text : {"127.0.0.1", "127.1", "0x7f.1", "017700000001", "2130706433"})
            QVERIFY2(parseAnyIpv4(text) == (Ipv4Address{127, 0, 0, 1}), text);
        QVERIFY(!parseAnyIpv4("localhost") && !parseAnyIpv4(""));
    }
};

QTEST_APPLESS_MAIN(TestIpAddress)
#include "tst_ip_address.moc"
