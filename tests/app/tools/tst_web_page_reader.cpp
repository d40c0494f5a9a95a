#include "tools/web_page_reader.h"

#include <QSignalSpy>
#include <QtTest>

#include "support/fake_chat_server.h"

using namespace hearth::app;

class TestWebPageReader : public QObject {
    Q_OBJECT

    static ToolResult read(const QString& address, HttpRequest::Reach reach = HttpRequest::Reach::Anywhere) {
        WebPageReader reader(reach);
        QSignalSpy finished(&reader, &WebPageReader::finished);
        reader.read(1, address);
        if (!finished.wait(30'000)) return {"no answer", false};
        return finished[0][1].value<ToolResult>();
    }
    static FakeChatServer::Answer page(const QByteArray& type, const QByteArray& body, int status = 200) {
        FakeChatServer::Answer answer;
        answer.status = status;
        answer.type = type;
        answer.pieces = {body};
        return answer;
    }
    static FakeChatServer::Answer answerTo(const FakeChatServer::Request& request) {
        const QByteArray path = request.path.mid(3);
        if (path == "/page") return page("text/html; charset=utf-8", "<h1>Hi</h1><script>x</script><p>there");
        if (path == "/latin") return page("text/html; charset=ISO-8859-1", "<p>caf\xe9");
        if (path == "/json") return page("application/json", "{\"a\": \"<b>\"}");
        if (path == "/empty") return page("text/html", "<script>x</script>");
        if (path == "/image") return page("image/png", "x");
        if (path == "/missing") return page("text/html", "no", 404);
        FakeChatServer::Answer answer;
        if (path.startsWith("/coded-")) {
            // gzip.compress(b"<h1>Hi</h1><p>there", mtime=0) of Python.
            const QByteArray bytes =
                path == "/coded-damaged"
                    ? QByteArray("<p>not gzip")
                    : QByteArray::fromBase64("H4sIAAAAAAACA7PJMLTzyLTRB1I2BXYlGalFqQB8nW5XEwAAAA==");
            answer.type = "text/html; charset=utf-8\r\nContent-Encoding: " +
                          (path == "/coded-br" ? QByteArray("br") : QByteArray("gzip"));
            answer.pieces = {bytes};
            return answer;
        }
        if (path == "/moved") {
            answer.status = 302;
            answer.location = "/v1/page";
        } else if (path == "/circle") {
            answer.status = 302;
            answer.location = "/v1/circle";
        } else if (path == "/away") {
            answer.status = 302;
            answer.location = "file:///etc/passwd";
        } else {
            answer.type = "text/plain";
            answer.endless = QByteArray(10'000, 'x');
        }
        return answer;
    }

private slots:
    void pagesAreReadAsText() {
        FakeChatServer server(answerTo);
        QCOMPARE(read(server.address() + "/page"), (ToolResult{"# Hi\nthere", false}));
        QCOMPARE(read(server.address() + "/latin").text, QString("caf") + QChar(0xe9));
        QCOMPARE(read(server.address() + "/json").text, QString("{\"a\": \"<b>\"}"));
        QCOMPARE(read(server.address() + "/moved").text, QString("# Hi\nthere"));
        for (const auto& request : server.seen()) QVERIFY(request.authorization.isEmpty());
    }
    void pagesThatAreSentCompressedAreRead() {
        FakeChatServer server(answerTo);
        QCOMPARE(read(server.address() + "/coded-gzip"), (ToolResult{"# Hi\nthere", false}));
    }
    void whatIsNoPageSaysWhy() {
        FakeChatServer server(answerTo);
        for (const char* path :
             {"/coded-br", "/coded-damaged", "/empty", "/image", "/missing", "/circle", "/away"}) {
            const ToolResult result = read(server.address() + path);
            QVERIFY2(result.failed && result.text.endsWith('.'), path);
        }
        QVERIFY(server.seen().size() < 15);
    }
    void anEndlessPageIsCut() {
        FakeChatServer server(answerTo);
        const ToolResult result = read(server.address() + "/endless");
        QVERIFY(!result.failed);
        QCOMPARE(result.text.size(), WebPageReader::mostBytes);
    }
    void privateNetworksAreRefused() {
        FakeChatServer server(answerTo);
        const ToolResult result = read(server.address() + "/page", HttpRequest::Reach::PublicOnly);
        QVERIFY(result.failed && result.text.contains("private"));
        QVERIFY(server.seen().isEmpty());
    }
    void whatIsCancelledIsNotHeardOf() {
        FakeChatServer server(answerTo);
        WebPageReader reader(HttpRequest::Reach::Anywhere);
        QSignalSpy finished(&reader, &WebPageReader::finished);
        reader.read(1, server.address() + "/page");
        reader.read(2, server.address() + "/page");
        reader.cancel(1);
        QVERIFY(finished.wait(20'000));
        QTest::qWait(50);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toULongLong(), 2ULL);
    }
};

QTEST_GUILESS_MAIN(TestWebPageReader)
#include "tst_web_page_reader.moc"
