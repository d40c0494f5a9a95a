#include "http/http_response.h"

#include <QtTest>

using namespace hearth::app;

class TestHttpResponse : public QObject {
    Q_OBJECT

    struct Read {
        QByteArray body;
        HttpResponse response;
        bool whole = false;
    };
    /// In pieces of `step` bytes, then the end.
    static Read read(const QByteArray& bytes, qsizetype step) {
        Read read;
        for (qsizetype i = 0; i < bytes.size(); i += step)
            read.body +=
                read.response.feed(QByteArrayView(bytes).sliced(i, std::min(step, bytes.size() - i)));
        read.whole = read.response.end();
        return read;
    }

private slots:
    void bodies_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("whole");
        const auto row = [](const char* name, const QByteArray& answer, const QByteArray& body, bool whole) {
            QTest::newRow(name) << answer << body << whole;
        };
        row("by length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello", true);
        row("more than its length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello", "he", true);
        row("short", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "hello", false);
        row("to the end", "HTTP/1.0 200\r\n\r\nhello", "hello", true);
        row("chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nA: "
            "b\r\n\r\n",
            "hello", true);
        row("cut chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n", "hel", false);
        row("bare newlines", "HTTP/1.1 200 OK\nContent-Length: 1\n\nx", "x", true);
        row("interim", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", "x",
            true);
        row("none", "HTTP/1.1 204 No Content\r\n\r\nxyz", "", true);
        row("cut head", "HTTP/1.1 200 OK\r\nContent", "", false);
    }
    void bodies() {
        QFETCH(QByteArray, answer);
        for (const qsizetype step : {qsizetype{1}, qsizetype{7}, qsizetype{4096}}) {
            const Read got = read(answer, step);
            QTEST(got.body, "body");
            QTEST(got.whole, "whole");
            QVERIFY(!got.response.isBroken());
        }
    }

    void headers() {
        const Read got =
            read("HTTP/1.1 302 Found\r\nlocation:  /x \r\nX-A: 1\r\nContent-Length: 0\r\n\r\n", 3);
        QCOMPARE(got.response.status(), 302);
        QCOMPARE(got.response.header("Location"), QByteArray("/x"));
        QVERIFY(got.response.header("X-B").isEmpty());
        QVERIFY(got.whole);
    }

    void whatIsNoHttp_data() {
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char* name, const QByteArray& answer) { QTest::newRow(name) << answer; };
        row("other protocol", "SSH-2.0-x\r\n\r\n");
        row("no status", "HTTP/1.1 OK\r\n\r\n");
        row("endless line", "HTTP/1.1 200 " + QByteArray(1 << 20, 'x'));
        row("endless headers", "HTTP/1.1 200 OK\r\n" + QByteArray("A: bcdefgh\r\n").repeated(100000));
        row("endless interim", QByteArray("HTTP/1.1 102 Wait\r\n\r\n").repeated(100000));
        row("endless trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" +
                                    QByteArray("A: bcdefgh\r\n").repeated(100000));
        row("endless chunk size",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + QByteArray(1 << 20, '0'));
        row("negative chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n");
        row("huge chunk",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n");
        row("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello");
        row("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello");
        row("unknown coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello");
        row("continued line", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\nhello");
        row("upgrade", "HTTP/1.1 101 Switching\r\n\r\nhello");
    }
    void whatIsNoHttp() {
        QFETCH(QByteArray, answer);
        const Read got = read(answer, 1000);
        QVERIFY(got.response.isBroken());
        QVERIFY(!got.whole);
        QVERIFY(got.body.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestHttpResponse)
#include "tst_http_response.moc"
