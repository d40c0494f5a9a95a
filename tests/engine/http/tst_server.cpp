#include "http/server.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QtTest>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "engine/http/held_response.h"
#include "engine/http/raw_client.h"
#include "hearth/error.h"
#include "http/http_errors.h"

using namespace hearth;
using namespace hearth::http;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

ServerOptions anyPort() {
    ServerOptions options;
    options.port = 0;
    return options;
}

void echo(const Request& request, const std::shared_ptr<Response>& response) {
    response->send(200, "text/plain",
                   request.method + " " + request.path + "?" + request.query + "|" + request.body);
}

void waitFor(const std::function<bool()>& condition) {
    const auto until = std::chrono::steady_clock::now() + kLongEnough;
    while (!condition() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
}

ErrorKind kindOfFailure(const ServerOptions& options) {
    try {
        const Server server(options, echo);
    } catch (const Error& error) {
        for (const ErrorKind& kind :
             {errors::portTaken, errors::addressUnknown, errors::listeningNotPermitted})
            if (error.is(kind)) return kind;
        return errors::listeningFailed;
    }
    return {ErrorCode::Cancelled, {"listens", ""}};
}

}  // namespace

class TestServer : public QObject {
    Q_OBJECT
private slots:
    void answersWholeRequests() {
        Server server(anyPort(), echo);
        QCOMPARE(server.url(), "http://127.0.0.1:" + std::to_string(server.port()));
        RawClient client(server.port());
        client.send(postRequest("/a%20b/./c?x=1", "body"));
        const std::string answer = client.nextAnswer(kLongEnough);
        QCOMPARE(statusOf(answer), 200);
        QCOMPARE(bodyOf(answer), std::string("POST /a b/c?x=1|body"));
        QVERIFY(answer.find("Content-Type: text/plain\r\n") != std::string::npos);
    }

    void keepsConnectionsAndAnswersInOrder() {
        Server server(anyPort(), echo);
        RawClient client(server.port());
        std::string many;
        for (int i = 0; i < 50; ++i) many += getRequest("/" + std::to_string(i));
        client.send(many);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(bodyOf(client.nextAnswer(kLongEnough)), "GET /" + std::to_string(i) + "?|");
        QCOMPARE(server.counts().accepted, uint64_t(1));
        QCOMPARE(server.counts().open, uint64_t(1));
    }

    void closesWhenAskedTo() {
        Server server(anyPort(), echo);
        RawClient client(server.port());
        client.send(getRequest("/", "Connection: close\r\n"));
        QCOMPARE(statusOf(client.readAll(kLongEnough)), 200);
        QVERIFY(client.isClosed());
        RawClient old(server.port());
        old.send("GET / HTTP/1.0\r\n\r\n");
        QCOMPARE(statusOf(old.readAll(kLongEnough)), 200);
        QVERIFY(old.isClosed());
    }

    void streamsFromAnotherThread() {
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        RawClient client(server.port());
        client.send(getRequest("/"));
        const auto response = held.take();
        response->begin(200, "text/event-stream");
        for (int i = 0; i < 100; ++i) QVERIFY(response->write("data: " + std::to_string(i) + "\n\n"));
        response->end();
        const std::string& answer = client.readUntil("0\r\n\r\n", kLongEnough);
        QVERIFY(unchunked(answer).starts_with("data: 0\n\n"));
        QVERIFY(unchunked(answer).ends_with("data: 99\n\n"));
        client.forget();
        client.send(getRequest("/"));
        held.take()->send(201, "text/plain", "again");
        QCOMPARE(statusOf(client.nextAnswer(kLongEnough)), 201);
    }

    void streamsToOldClientsUntilItCloses() {
        Server server(anyPort(), [](const Request&, const std::shared_ptr<Response>& response) {
            response->begin(200, "text/plain");
            response->write("one ");
            response->write("two");
            response->end();
        });
        RawClient client(server.port());
        client.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
        QCOMPARE(bodyOf(client.readAll(kLongEnough)), std::string("one two"));
        QVERIFY(client.isClosed());
    }

    void answersHeadWithoutBody() {
        Server server(anyPort(), echo);
        RawClient client(server.port());
        client.send("HEAD /x HTTP/1.1\r\nHost: localhost\r\n\r\n" + getRequest("/y"));
        const std::string& both = client.readUntil("GET /y?|", kLongEnough);
        QVERIFY(both.find("Content-Length: 9\r\n") != std::string::npos);
        QVERIFY(both.find("HEAD") == std::string::npos);
    }

    void asksForBodiesThatWait() {
        Server server(anyPort(), echo);
        RawClient client(server.port());
        client.send(
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
        QCOMPARE(client.readUntil("\r\n\r\n", kLongEnough), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        client.forget();
        client.send("body");
        QCOMPARE(bodyOf(client.nextAnswer(kLongEnough)), std::string("POST /?|body"));
    }

    void readsChunks() {
        Server server(anyPort(), echo);
        RawClient client(server.port());
        client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        client.send("00A\r\n0123456789\r\n0\r\n\r\n");
        QCOMPARE(bodyOf(client.nextAnswer(kLongEnough)), std::string("POST /?|abc0123456789"));
    }

    void answersForHandlersThatDoNot() {
        Server server(anyPort(), [](const Request& request, const std::shared_ptr<Response>& response) {
            if (request.path == "/throws") throw std::runtime_error("secret");
            if (request.path == "/half") response->begin(200, "text/plain");
            if (request.path == "/inject") response->send(200, "text/plain", "", {{"X-A", "b\r\nEvil: d"}});
        });
        for (const char* path : {"/dropped", "/throws", "/inject"}) {
            RawClient client(server.port());
            client.send(getRequest(path));
            const std::string answer = client.nextAnswer(kLongEnough);
            QCOMPARE(statusOf(answer), 500);
            QVERIFY(answer.find("secret") == std::string::npos);
            QVERIFY(answer.find("Evil") == std::string::npos);
        }
        RawClient client(server.port());
        client.send(getRequest("/half"));
        client.readAll(kLongEnough);
        QVERIFY(client.isClosed());
        QVERIFY(client.readAll(0ms).find("0\r\n\r\n") == std::string::npos);
    }

    void noticesClientsThatVanish_data() {
        QTest::addColumn<bool>("reset");
        QTest::addColumn<bool>("streaming");
        QTest::newRow("closed while it waits") << false << false;
        QTest::newRow("closed in a stream") << false << true;
        QTest::newRow("RST while it waits") << true << false;
        QTest::newRow("RST in a stream") << true << true;
    }
    void noticesClientsThatVanish() {
        QFETCH(bool, reset);
        QFETCH(bool, streaming);
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        std::optional<RawClient> client(server.port());
        client->send(getRequest("/"));
        const auto response = held.take();
        std::atomic<int> calls = 0;
        response->onGone([&] { ++calls; });
        if (streaming) {
            response->begin(200, "text/event-stream");
            response->write("x");
            client->readUntil("x", kLongEnough);
        }
        QVERIFY(!response->gone());
        QElapsedTimer timer;
        timer.start();
        if (reset)
            client->reset();
        else
            client.reset();
        // In a stream, what is written next tells.
        waitFor([&] { return calls == 1 || (streaming && !response->write("y")); });
        waitFor([&] { return calls == 1; });
        QVERIFY(timer.elapsed() < 1000 * (qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT") ? 5 : 1));
        QVERIFY(response->gone());
        QVERIFY(!response->write("y"));
        response->onGone([&] { ++calls; });
        QCOMPARE(calls.load(), 2);
        waitFor([&] { return server.counts().open == 0; });
        QCOMPARE(server.counts().open, uint64_t(0));
    }

    void answersClientsThatSendNoMore() {
        HeldResponse held;
        Server server(anyPort(), [&](const Request& request, std::shared_ptr<Response> response) {
            if (request.path != "/") return echo(request, response);
            held.put(response);
        });
        RawClient client(server.port());
        client.send(getRequest("/") + getRequest("/next"));
        const auto response = held.take();
        std::atomic<bool> gone = false;
        response->onGone([&] { gone = true; });
        client.finish();
        // It is looked for meanwhile, and is there.
        std::this_thread::sleep_for(200ms);
        QVERIFY(!gone);
        response->send(200, "text/plain", "late");
        const std::string& all = client.readAll(kLongEnough);
        QVERIFY(client.isClosed());
        QVERIFY(all.find("late") != std::string::npos);
        QVERIFY(all.find("GET /next") != std::string::npos);
        QVERIFY(!gone);
    }
    void streamsToClientsThatSendNoMore() {
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        RawClient client(server.port());
        client.send(getRequest("/"));
        const auto response = held.take();
        client.finish();
        response->begin(200, "text/plain");
        for (const char* part : {"one ", "two ", "three"}) QVERIFY(response->write(part));
        response->end();
        const std::string& all = client.readAll(kLongEnough);
        QVERIFY(all.find("three") != std::string::npos && all.ends_with("0\r\n\r\n"));
    }

    void noticesThoseWhoSendMoreThanIsAnswered() {
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        RawClient client(server.port());
        client.send(getRequest("/"));
        const auto response = held.take();
        std::atomic<bool> gone = false;
        response->onGone([&] { gone = true; });
        client.send(postRequest("/next", std::string(100'000, 'x')));
        client.finish();
        waitFor([&] { return gone.load(); });
        QVERIFY(gone);
    }

    void endsStreamsThatNobodyReads() {
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        RawClient client(server.port(), 4096);
        client.send(getRequest("/"));
        const auto response = held.take();
        std::atomic<bool> gone = false;
        response->onGone([&] { gone = true; });
        response->begin(200, "text/event-stream");
        size_t written = 0;
        while (response->write(std::string(10'000, 'x')) && written < 100'000'000) written += 10'000;
        QVERIFY(written < 4'000'000);
        waitFor([&] { return gone.load(); });
        QVERIFY(gone);
        QVERIFY(response->gone());
    }

    void drains() {
        HeldResponse held;
        Server server(anyPort(),
                      [&](const Request&, std::shared_ptr<Response> response) { held.put(response); });
        RawClient idle(server.port()), busy(server.port());
        busy.send(getRequest("/"));
        const auto response = held.take();
        response->begin(200, "text/plain");
        std::thread ending([&] {
            idle.readAll(kLongEnough);
            response->write("whole");
            response->end();
        });
        QElapsedTimer timer;
        timer.start();
        server.drain(kLongEnough);
        ending.join();
        QVERIFY(idle.isClosed());
        QCOMPARE(unchunked(busy.readAll(kLongEnough)), std::string("whole"));
        QVERIFY(timer.elapsed() < kLongEnough.count());
        QCOMPARE(server.counts().open, uint64_t(0));
        QVERIFY(!RawClient(server.port()).isOpen());
    }

    void closesWhatDoesNotEnd() {
        HeldResponse held;
        std::shared_ptr<Response> response;
        bool gone = false;
        {
            Server server(anyPort(),
                          [&](const Request&, std::shared_ptr<Response> given) { held.put(given); });
            RawClient client(server.port());
            client.send(getRequest("/"));
            response = held.take();
            response->onGone([&] { gone = true; });
            server.drain(50ms);
            QVERIFY(gone);
            client.readAll(kLongEnough);
            QVERIFY(client.isClosed());
        }
        response->begin(200, "text/plain");
        QVERIFY(!response->write("nobody"));
    }

    void silentConnectionsMakeRoom() {
        ServerOptions options = anyPort();
        options.limits.connections = 8;
        Server server(options, echo);
        std::vector<RawClient> silent;
        for (size_t i = 0; i < options.limits.connections; ++i) {
            silent.emplace_back(server.port());
            // Half of them say something, and never all of it.
            if (i % 2 == 1) silent.back().send("GET / HTTP/1.1\r\nHost: loc");
        }
        waitFor([&] { return server.counts().open == options.limits.connections; });
        for (int i = 0; i < 3; ++i) {
            RawClient client(server.port());
            client.send(getRequest("/"));
            QCOMPARE(statusOf(client.nextAnswer(kLongEnough)), 200);
        }
        silent.front().readAll(kLongEnough);
        QVERIFY(silent.front().isClosed());
        QCOMPARE(server.counts().refused, uint64_t(0));
    }
    void fewDescriptorsAreSharedOut() {
        Server server(anyPort(), echo);
        rlimit files{};
        QCOMPARE(getrlimit(RLIMIT_NOFILE, &files), 0);
        std::vector<RawClient> silent;
        silent.emplace_back(server.port());
        waitFor([&] { return server.counts().open == 1; });
        // The clients have theirs of the same process: as many are left as the next of them needs.
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(next);
        rlimit few = files;
        few.rlim_cur = static_cast<rlim_t>(next) + 1;
        QCOMPARE(setrlimit(RLIMIT_NOFILE, &few), 0);
        RawClient client(server.port());
        const bool asked = client.send(getRequest("/"));
        const int status = statusOf(client.nextAnswer(kLongEnough));
        QCOMPARE(setrlimit(RLIMIT_NOFILE, &files), 0);
        QVERIFY(asked);
        QCOMPARE(status, 200);
        RawClient later(server.port());
        later.send(getRequest("/"));
        QCOMPARE(statusOf(later.nextAnswer(kLongEnough)), 200);
    }

    void makesRoomForNewConnections() {
        ServerOptions options = anyPort();
        options.limits.connections = 2;
        HeldResponse held;
        Server server(options, [&](const Request& request, std::shared_ptr<Response> response) {
            if (request.path == "/held") return held.put(response);
            echo(request, response);
        });
        RawClient idle(server.port()), busy(server.port());
        idle.send(getRequest("/"));
        QCOMPARE(statusOf(idle.nextAnswer(kLongEnough)), 200);
        busy.send(getRequest("/held"));
        const auto first = held.take();
        RawClient next(server.port());
        next.send(getRequest("/held"));
        const auto second = held.take();
        QVERIFY(second);
        idle.readAll(kLongEnough);
        QVERIFY(idle.isClosed());
        RawClient refused(server.port());
        refused.send(getRequest("/"));
        QCOMPARE(statusOf(refused.readAll(kLongEnough)), 503);
        QVERIFY(refused.isClosed());
        QCOMPARE(server.counts().refused, uint64_t(1));
    }

    void saysWhyItCannotListen() {
        const Server server(anyPort(), echo);
        ServerOptions options;
        options.port = server.port();
        QVERIFY(Error(kindOfFailure(options)).is(errors::portTaken));
        options.host = "192.0.2.1";  // for documents, RFC 5737
        QVERIFY(Error(kindOfFailure(options)).is(errors::addressUnknown));
        options.host = "no such host";
        QVERIFY(Error(kindOfFailure(options)).is(errors::addressUnknown));
    }
};

QTEST_APPLESS_MAIN(TestServer)
#include "tst_server.moc"
