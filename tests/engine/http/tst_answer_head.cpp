#include "http/answer_head.h"

#include <QtTest>

using namespace hearth::http;

class TestAnswerHead : public QObject {
    Q_OBJECT

private slots:
    void writesTheHead() {
        AnswerFraming framing;
        framing.length = 12;
        framing.close = true;
        QCOMPARE(answerHead(200, "text/plain", {{"X-A", "b"}}, {{"Vary", "Origin"}}, framing, 784111777),
                 std::string(
                     "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Type: text/plain\r\n"
                     "Content-Length: 12\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n"
                     "Cache-Control: no-store\r\nVary: Origin\r\nX-A: b\r\n\r\n"));
    }

    void writesTheHeadOfStreams() {
        AnswerFraming framing;
        framing.chunked = true;
        const std::string head = answerHead(299, "", {{"cache-control", "no-cache"}}, {}, framing, 0);
        QVERIFY(head.starts_with("HTTP/1.1 299 Answer\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"));
        QVERIFY(head.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
        QVERIFY(head.find("Content-") == head.find("Content-Type-Options"));
        QVERIFY(head.find("no-store") == std::string::npos);
    }

    void letsNothingBeInjected() {
        QVERIFY(mayBeAdded({{"X-A", "b c\t\xc3\xa9"}, {"Retry-After", "1"}}));
        for (const std::string& value :
             std::vector<std::string>{"a\r\nb: c", "a\nb", "a\r", std::string("a\0b", 3)})
            QVERIFY(!mayBeAdded({{"X-A", value}}));
        for (const char* name : {"", "X A", "X:", "X\r\n", "Content-Length", "transfer-encoding",
                                 "Connection", "DATE", "Content-Type", "access-control-allow-origin"})
            QVERIFY2(!mayBeAdded({{name, "1"}}), name);
    }
};

QTEST_APPLESS_MAIN(TestAnswerHead)
#include "tst_answer_head.moc"
