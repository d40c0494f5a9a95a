#include "http/public_get.h"

#include <QSignalSpy>
#include <QtTest>

#include "support/fake_chat_server.h"

using namespace hearth::app;

class TestPublicGet : public QObject {
    Q_OBJECT

    static std::unique_ptr<PublicGet> read(const QString& address,
                                           HttpRequest::Reach reach = HttpRequest::Reach::Anywhere) {
        auto get = std::make_unique<PublicGet>(
            PublicGet::Options{.accept = "image/*", .mostBytes = 1000, .reach = reach});
        QSignalSpy ended(get.get(), &PublicGet::ended);
        get->start(address);
        if (!ended.wait(30'000)) qFatal("it does not end");
        return get;
    }
    static FakeChatServer::Answer answerTo(const FakeChatServer::Request& request) {
        const QByteArray path = request.path.mid(3);
        FakeChatServer::Answer answer;
        answer.type = "Image/PNG; q=1";
        answer.pieces = {"bytes"};
        if (path == "/missing") answer.status = 404;
        if (path.startsWith("/moved")) {
            answer.status = 302;
            const int left = path.mid(6).toInt();
            answer.location =
                left == 0 ? QByteArray("/v1/there") : "/v1/moved" + QByteArray::number(left - 1);
        }
        if (path == "/nowhere") answer.status = 302;
        if (path == "/file") {
            answer.status = 302;
            answer.location = "file:///etc/passwd";
        }
        if (path == "/endless") answer.endless = QByteArray(10'000, 'x');
        if (path == "/coded") answer.type = "image/png\r\nContent-Encoding: br";
        return answer;
    }

private slots:
    void theBodyAndItsType() {
        FakeChatServer server(answerTo);
        for (const char* path : {"/there", "/moved0", "/moved4"}) {
            const auto get = read(server.address() + path);
            QCOMPARE(get->problem(), QString());
            QCOMPARE(get->body(), QByteArray("bytes"));
            QCOMPARE(get->type(), QString("image/png"));
            QVERIFY(!get->isCut());
        }
    }
    void whatIsTooLongIsCut() {
        FakeChatServer server(answerTo);
        const auto get = read(server.address() + "/endless");
        QVERIFY(get->isCut() && get->problem().isEmpty());
        QCOMPARE(get->body().size(), qsizetype(1000));
    }
    void whatCannotBeReadSaysWhy() {
        FakeChatServer server(answerTo);
        for (const char* path : {"/missing", "/moved5", "/nowhere", "/file", "/coded"}) {
            const auto get = read(server.address() + path);
            QVERIFY2(get->problem().endsWith('.') && get->body().isEmpty(), path);
        }
        for (const char* address : {"", "example.org/a.png", "ftp://example.org/a.png",
                                    "https://me:it@example.org/", "http://127.0.0.1:1/"})
            QVERIFY2(read(address)->problem().endsWith('.'), address);
    }
    void privateNetworksAreRefused() {
        FakeChatServer server(answerTo);
        for (const QString& address :
             {server.address() + "/there", QString("http://localhost/"), QString("http://2130706433/"),
              QString("http://[::ffff:10.0.0.1]/"), QString("http://169.254.169.254/latest/meta-data")})
            QVERIFY2(read(address, HttpRequest::Reach::PublicOnly)->problem().contains("private"),
                     qPrintable(address));
        QVERIFY(server.seen().isEmpty());
    }
    void abortEndsIt() {
        FakeChatServer server(answerTo);
        PublicGet get({.accept = "image/*", .mostBytes = 1000, .reach = HttpRequest::Reach::Anywhere});
        QSignalSpy ended(&get, &PublicGet::ended);
        get.start(server.address() + "/there");
        get.abort();
        QTest::qWait(100);
        QVERIFY(ended.isEmpty() && server.seen().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestPublicGet)
#include "tst_public_get.moc"
