#include "http/head_scanner.h"

#include <QtTest>

using namespace hearth::http;

namespace {

const std::string kHead = "POST /a?b HTTP/1.1\r\nHost: localhost\r\nX-Y:\tz \xc3\xa9\r\nEmpty:\r\n\r\n";

std::optional<Refusal> refusalOf(std::string_view head, const Limits& limits = {}) {
    HeadScanner scanner(limits);
    scanner.feed(head);
    return scanner.refusal();
}

}  // namespace

class TestHeadScanner : public QObject {
    Q_OBJECT

private slots:
    void stopsAtTheEndOfTheHead() {
        for (size_t cut = 0; cut <= kHead.size(); ++cut) {
            HeadScanner scanner{Limits()};
            QCOMPARE(scanner.feed(kHead.substr(0, cut)), cut);
            QCOMPARE(scanner.isWhole(), cut == kHead.size());
            QCOMPARE(scanner.hasBegun(), cut > 0);
            QCOMPARE(scanner.feed(kHead.substr(cut) + "body"), kHead.size() - cut);
            QVERIFY(scanner.isWhole() && !scanner.refusal());
            QCOMPARE(scanner.takeText(), kHead);
            QVERIFY(!scanner.isWhole() && !scanner.hasBegun());
        }
    }

    void skipsOneEmptyLine() {
        HeadScanner scanner{Limits()};
        scanner.feed("\r\n");
        QVERIFY(!scanner.hasBegun());
        scanner.feed(kHead);
        QCOMPARE(scanner.text(), kHead);
        QVERIFY(refusalOf("\r\n\r\n").has_value());
    }

    // At that byte, whatever follows: a client that waits is told at once.
    void refusesAtTheFirstWrongByte() {
        HeadScanner scanner{Limits()};
        const std::string wrong = "GET / HTTP/1.1\r\nX : y\r\n\r\n";
        QCOMPARE(scanner.feed(wrong), wrong.find(" :") + 1);
        QCOMPARE(*scanner.refusal(), refusals::badFieldName);
        QCOMPARE(*refusalOf("GET / HTTP/1.1\n"), refusals::lineEnd);
        QCOMPARE(*refusalOf("GET / HTTP/1.1\r\r"), refusals::lineEnd);
        QCOMPARE(*refusalOf("GET / HTTP/1.1\r\nA: b\r\n c"), refusals::foldedField);
        QCOMPARE(*refusalOf("GET / HTTP/1.1\r\nA: b\x01"), refusals::controlCharacter);
        QCOMPARE(*refusalOf("GET / x HTTP/1.1\r\n"), refusals::malformed);
        QCOMPARE(*refusalOf("GET /\r\n"), refusals::malformed);
    }

    void boundsEverything() {
        Limits limits;
        limits.headerBytes = 100;
        limits.targetBytes = 10;
        limits.headerFields = 3;
        QVERIFY(!refusalOf("GET /234567890 HTTP/1.1\r\n", limits));
        QCOMPARE(*refusalOf("GET /2345678901 HTTP/1.1\r\n", limits), refusals::targetTooLong);
        QVERIFY(!refusalOf("GET / HTTP/1.1\r\nA: b\r\nA: b\r\nA: b\r\n\r\n", limits));
        QCOMPARE(*refusalOf("GET / HTTP/1.1\r\nA: b\r\nA: b\r\nA: b\r\nA", limits), refusals::headTooLarge);
        QCOMPARE(*refusalOf("GET / HTTP/1.1\r\nA: " + std::string(100, 'b'), limits), refusals::headTooLarge);
    }
};

QTEST_APPLESS_MAIN(TestHeadScanner)
#include "tst_head_scanner.moc"
