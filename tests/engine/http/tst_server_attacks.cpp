// Requests of hostile clients, byte by byte: each is refused or closed in time, and other clients notice
// nothing.
#include <malloc.h>
#include <sys/resource.h>

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/http/held_response.h"
#include "engine/http/raw_client.h"
#include "http/server.h"
#include "support/resident_memory.h"
#include "support/sanitized.h"

using namespace hearth::http;
using namespace hearth::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// A piece of what is sent, and how long nothing follows it.
struct Step {
    std::string bytes;
    std::chrono::milliseconds pause{0};
};

constexpr int kSilence = 0;  // closed without an answer

struct Attack {
    std::string name;
    std::vector<Step> steps;
    int status = 400;
    bool ofTime = false;  ///< that a time is over is what it is about
};

constexpr size_t kBodyLimit = 64 * 1024;

ServerOptions attackedOptions() {
    ServerOptions options;
    options.port = 0;
    options.allowedHosts = {"hearth.local"};
    options.allowedOrigins = {"https://app.example"};
    options.limits.bodyBytes = kBodyLimit;
    options.limits.connections = 300;
    options.limits.headerTime = 600ms;
    options.limits.bodyTime = 800ms;
    options.limits.readGap = 400ms;
    options.limits.idleTime = 400ms;
    options.limits.stallTime = 400ms;
    return options;
}

std::string withField(const std::string& field) {
    return "GET / HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n\r\n";
}

std::string withLine(const std::string& line) {
    return line + "\r\nHost: localhost\r\n\r\n";
}

std::string withTarget(const std::string& target) {
    return withLine("GET " + target + " HTTP/1.1");
}

std::string withHost(const std::string& host) {
    return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

std::string posted(const std::string& fields, const std::string& body) {
    return "POST / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n\r\n" + body;
}

std::string chunked(const std::string& body) {
    return posted("Transfer-Encoding: chunked", body);
}

std::vector<Attack> requestLines() {
    return {
        {"nothing but zeros", {{std::string(100, '\0')}}},
        {"TLS", {{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s}}},
        {"SSH", {{"SSH-2.0-OpenSSH_9.2\r\n"}}},
        {"HTTP/2 preface", {{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"}}, 505},
        {"HTTP/0.9", {{"GET /\r\n"}}},
        {"HTTP/3.0", {{withLine("GET / HTTP/3.0")}}, 505},
        {"HTTP/1.2", {{withLine("GET / HTTP/1.2")}}, 505},
        {"version in small letters", {{withLine("GET / http/1.1")}}},
        {"version with more digits", {{withLine("GET / HTTP/1.10")}}},
        {"version without a dot", {{withLine("GET / HTTP/11")}}},
        {"other protocol", {{withLine("GET / ICAP/1.1")}}},
        {"two spaces behind the method", {{withLine("GET  / HTTP/1.1")}}},
        {"two spaces behind the target", {{withLine("GET /  HTTP/1.1")}}},
        {"tab in the request line", {{withLine("GET\t/ HTTP/1.1")}}},
        {"space at the end", {{withLine("GET / HTTP/1.1 ")}}},
        {"space at the start", {{withLine(" GET / HTTP/1.1")}}},
        {"two empty lines before", {{"\r\n\r\n" + getRequest("/")}}},
        {"lone LF before", {{"\n" + getRequest("/")}}},
        {"method in small letters", {{withLine("get / HTTP/1.1")}}, 501},
        {"unknown method", {{withLine("BREW / HTTP/1.1")}}, 501},
        {"TRACE", {{withLine("TRACE / HTTP/1.1")}}, 501},
        {"CONNECT", {{withLine("CONNECT localhost:22 HTTP/1.1")}}, 501},
        {"method without end", {{std::string(100'000, 'A')}}},
        {"method with a slash", {{withLine("G/T / HTTP/1.1")}}},
        {"target without end", {{"GET /" + std::string(100'000, 'a')}}, 414},
        {"query too long", {{withTarget("/?" + std::string(9'000, 'q'))}}, 414},
        {"request line of CRs", {{std::string(1000, '\r')}}},
        {"zero in the request line", {{withLine("GET /a\0b HTTP/1.1"s)}}},
        {"lone CR in the request line", {{"GET / HTTP/1.1\rHost: localhost\r\n\r\n"}}},
        {"lone LF in the request line", {{"GET / HTTP/1.1\nHost: localhost\n\n"}}},
    };
}

std::vector<Attack> headerFields() {
    return {
        {"space before the colon", {{withField("X : y")}}},
        {"tab before the colon", {{withField("X\t: y")}}},
        {"no colon", {{withField("X y")}}},
        {"empty name", {{withField(": y")}}},
        {"name with a space", {{withField("X Y: z")}}},
        {"name beyond ASCII", {{withField("X\xc3\xa9: z")}}},
        {"folded field", {{withField("X: y\r\n z")}}},
        {"field folded by a tab", {{withField("X: y\r\n\tz")}}},
        {"first line folded", {{"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n"}}},
        {"zero in a value", {{withField("X: a\0b"s)}}},
        {"escape in a value", {{withField("X: a\x1b[2J")}}},
        {"DEL in a value", {{withField("X: a\x7f")}}},
        {"lone CR in a value", {{withField("X: a\rContent-Length: 5")}}},
        {"lone LF in a value", {{withField("X: a\nContent-Length: 5")}}},
        {"lone LF at the end", {{"GET / HTTP/1.1\r\nHost: localhost\r\n\n"}}},
        {"lone CR at the end", {{"GET / HTTP/1.1\r\nHost: localhost\r\n\rX"}}},
        {"fields too long", {{withField("X: " + std::string(20'000, 'x'))}}, 431},
        {"field without end",
         {{"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(200'000, 'x')}},
         431},
        {"name without end", {{"GET / HTTP/1.1\r\nHost: localhost\r\n" + std::string(200'000, 'x')}}, 431},
        {"a thousand fields",
         {{[] {
             std::string fields = "X0: y";
             for (int i = 1; i < 1000; ++i) fields += "\r\nX" + std::to_string(i) + ": y";
             return withField(fields);
         }()}},
         431},
        {"two authorisations", {{withField("Authorization: Bearer a\r\nAuthorization: Bearer b")}}},
        {"two types", {{withField("Content-Type: a/b\r\ncontent-type: c/d")}}},
        {"unknown expectation", {{posted("Expect: 200-maybe\r\nContent-Length: 1", "")}}, 417},
    };
}

std::vector<Attack> lengths() {
    const std::string next = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return {
        {"length and coding",
         {{posted("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + next)}}},
        {"coding and length",
         {{posted("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n" + next)}}},
        {"two lengths", {{posted("Content-Length: 5\r\nContent-Length: 6", "12345" + next)}}},
        {"the same length twice", {{posted("Content-Length: 5\r\nContent-Length: 5", "12345" + next)}}},
        {"list of lengths", {{posted("Content-Length: 5, 5", "12345")}}},
        {"negative length", {{posted("Content-Length: -1", "")}}},
        {"length with a plus", {{posted("Content-Length: +5", "12345")}}},
        {"hexadecimal length", {{posted("Content-Length: 0x5", "12345")}}},
        {"length with a point", {{posted("Content-Length: 5.0", "12345")}}},
        {"empty length", {{posted("Content-Length: ", "")}}},
        {"length with a space", {{posted("Content-Length: 1 2", "12")}}},
        {"length of 2^64 + 5", {{posted("Content-Length: 18446744073709551621", "12345")}}},
        {"length of a thousand digits", {{posted("Content-Length: " + std::string(1000, '9'), "")}}},
        {"length of 1 GB", {{posted("Content-Length: 1000000000", std::string(100'000, 'x'))}}, 413},
        {"one byte too long", {{posted("Content-Length: " + std::to_string(kBodyLimit + 1), "")}}, 413},
        {"1 GB that waits", {{posted("Expect: 100-continue\r\nContent-Length: 1000000000", "")}}, 413},
        {"no length", {{"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n"}}, 411},
        {"coding with a tail", {{posted("Transfer-Encoding: chunked, identity", "")}}, 501},
        {"coding twice", {{posted("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")}}},
        {"coding twice in one", {{posted("Transfer-Encoding: chunked, chunked", "0\r\n\r\n")}}, 501},
        {"compressed coding", {{posted("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")}}, 501},
        {"misspelt coding", {{posted("Transfer-Encoding: xchunked", "0\r\n\r\n")}}, 501},
        {"coding in quotes", {{posted("Transfer-Encoding: \"chunked\"", "0\r\n\r\n")}}, 501},
        {"coding in HTTP/1.0",
         {{"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}}},
        {"gzip body", {{posted("Content-Encoding: gzip\r\nContent-Length: 3", "\x1f\x8b\x08")}}, 415},
        {"br body", {{posted("Content-Encoding: br\r\nContent-Length: 3", "abc")}}, 415},
    };
}

std::vector<Attack> chunks() {
    std::string small;
    for (size_t i = 0; i < kBodyLimit; ++i) small += "1\r\nx\r\n";
    std::string tiny;
    for (size_t i = 0; i < 200'000; ++i) tiny += "0000000000000001\r\nx\r\n";
    return {
        {"extension", {{chunked("5;a=b\r\n12345\r\n0\r\n\r\n")}}},
        {"extension without end", {{chunked("5;" + std::string(100'000, 'a'))}}},
        {"extension of the last chunk", {{chunked("0;a\r\n\r\n")}}},
        {"space behind the size", {{chunked("5 \r\n12345\r\n0\r\n\r\n")}}},
        {"space before the size", {{chunked(" 5\r\n12345\r\n0\r\n\r\n")}}},
        {"size with 0x", {{chunked("0x5\r\n12345\r\n0\r\n\r\n")}}},
        {"negative size", {{chunked("-1\r\n12345\r\n0\r\n\r\n")}}},
        {"empty size", {{chunked("\r\n12345\r\n0\r\n\r\n")}}},
        {"size that wraps", {{chunked("10000000000000005\r\n12345\r\n0\r\n\r\n")}}},
        {"size of 2^64 - 1", {{chunked("FFFFFFFFFFFFFFFF\r\n12345")}}, 413},
        {"size of 1 GB", {{chunked("3b9aca00\r\n" + std::string(100'000, 'x'))}}, 413},
        {"size without end", {{chunked(std::string(100'000, '0'))}}},
        {"lone LF behind the size", {{chunked("5\n12345\r\n0\r\n\r\n")}}},
        {"lone LF behind the data", {{chunked("5\r\n12345\n0\r\n\r\n")}}},
        {"data longer than its size", {{chunked("5\r\n123456\r\n0\r\n\r\n")}}},
        {"data shorter than its size", {{chunked("5\r\n123\r\n0\r\n\r\nGET /smuggled")}}},
        {"chunks beyond the limit",
         {{chunked("8000\r\n" + std::string(0x8000, 'x') + "\r\n8001\r\nx")}},
         413},
        {"a byte too many in small chunks", {{chunked(small + "1\r\nx\r\n0\r\n\r\n")}}, 413},
        {"chunks of zeros", {{chunked(tiny)}}},
        {"trailer", {{chunked("0\r\nX: y\r\n\r\n")}}},
        {"trailer that frames", {{chunked("0\r\nContent-Length: 5\r\n\r\n12345")}}},
        {"trailer that authorises", {{chunked("0\r\nAuthorization: Bearer x\r\n\r\n")}}},
        {"trailers without end", {{chunked("0\r\nX: " + std::string(100'000, 'y'))}}},
    };
}

std::vector<Attack> targets() {
    std::vector<Attack> attacks;
    for (const char* target : {"/../etc/passwd",
                               "/v1/../../etc/passwd",
                               "/%2e%2e/etc/passwd",
                               "/..%2fetc%2fpasswd",
                               "/a/%2E./b",
                               "/..",
                               "/a/..",
                               "/%00",
                               "/a%00.json",
                               "/%0d%0aX:%20y",
                               "/%zz",
                               "/%",
                               "/%1",
                               "/%c0%ae%c0%ae/etc/passwd",
                               "/%ff",
                               "/%ed%a0%80",
                               "/a%5c..%5cb",
                               "\\..\\etc",
                               "/a#b",
                               "etc/passwd",
                               "*",
                               "?",
                               "//../x",
                               "https://localhost/",
                               "file:///etc/passwd",
                               "ftp://localhost/",
                               "http://",
                               "http:///x",
                               "http://user@localhost/",
                               "http://localhost:99999999/",
                               "javascript:alert(1)"})
        attacks.push_back({"target "s + target, {{withTarget(target)}}});
    attacks.push_back({"target beyond ASCII", {{withTarget("/\xc3\xa9")}}});
    attacks.push_back({"target of another host", {{withTarget("http://evil.example/")}}});
    return attacks;
}

std::vector<Attack> strangers() {
    std::vector<Attack> attacks = {
        {"no host", {{"GET / HTTP/1.1\r\n\r\n"}}},
        {"two hosts", {{withHost("localhost\r\nHost: localhost")}}},
        {"two different hosts", {{withHost("localhost\r\nHost: evil.example")}}},
        {"empty host", {{withHost("")}}},
        {"host in HTTP/1.0", {{"GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n"}}, 403},
        {"preflight of a stranger",
         {{"OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n"
           "Access-Control-Request-Method: POST\r\n\r\n"}},
         403},
    };
    for (const char* host : {"evil.example", "localhost.evil.example", "evil.localhost", "127.0.0.1.nip.io",
                             "localhost.", "hearth.local.evil.example", "2130706433"})
        attacks.push_back({"host "s + host, {{withHost(host)}}, 403});
    for (const char* host : {"localhost:", "localhost:x", "localhost:1:2", "user@localhost", "[::1",
                             "[localhost]", "localhost/x", "local host", "localhost, localhost"})
        attacks.push_back({"host "s + host, {{withHost(host)}}, 400});
    for (const char* origin : {"https://evil.example", "null", "", "https://app.example.evil.example",
                               "http://app.example", "https://app.example:444", "https://APP.example",
                               "https://app.example/", "*", "http://localhost", "file://"})
        attacks.push_back({"origin "s + origin, {{withField("Origin: "s + origin)}}, 403});
    return attacks;
}

std::vector<Attack> slowness() {
    std::vector<Step> slowHead, slowBody, slowChunks;
    slowHead.push_back({"GET / HTTP/1.1\r\nHost: localhost\r\n", 0ms});
    for (int i = 0; i < 8; ++i) slowHead.push_back({"X" + std::to_string(i) + ": y\r\n", 100ms});
    slowBody.push_back({posted("Content-Length: 1000", ""), 0ms});
    for (int i = 0; i < 12; ++i) slowBody.push_back({"x", 100ms});
    slowChunks.push_back({chunked(""), 0ms});
    for (int i = 0; i < 12; ++i) slowChunks.push_back({"1\r\nx\r\n", 100ms});
    return {
        {"nothing", {{""}}, kSilence},
        {"an empty line alone", {{"\r\n"}}, kSilence},
        {"half a request line", {{"GET / HT"}}, 408},
        {"half the fields", {{"GET / HTTP/1.1\r\nHost: loc"}}, 408},
        {"fields without their end", {{"GET / HTTP/1.1\r\nHost: localhost\r\n"}}, 408},
        {"fields one by one", slowHead, 408},
        {"half a body", {{posted("Content-Length: 10", "12345")}}, 408},
        {"no body", {{posted("Content-Length: 10", "")}}, 408},
        {"body byte by byte", slowBody, 408},
        {"half a chunk", {{chunked("5\r\n123")}}, 408},
        {"no last chunk", {{chunked("5\r\n12345\r\n")}}, 408},
        {"chunks byte by byte", slowChunks, 408},
        {"half a second request", {{getRequest("/"), 50ms}, {"GET / HT"}}, 408},
        {"no second request", {{getRequest("/")}}, kSilence},
    };
}

std::vector<Attack> allAttacks() {
    std::vector<Attack> all = slowness();
    for (Attack& attack : all) attack.ofTime = true;
    for (auto part : {requestLines(), headerFields(), lengths(), chunks(), targets(), strangers()})
        std::ranges::move(part, std::back_inserter(all));
    return all;
}

// The last answer among those that came: an honest request may stand before the attack.
int lastStatus(const std::string& answers) {
    constexpr std::string_view kLine = "HTTP/1.1 ";
    for (size_t at = answers.rfind(kLine); at != std::string::npos; at = answers.rfind(kLine, at - 1)) {
        if (const int status = statusOf(std::string_view(answers).substr(at))) return status;
        if (at == 0) break;
    }
    return 0;
}

}  // namespace

class TestServerAttacks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        // Large allocations return to the system when they are freed, as long as malloc does not learn to
        // keep them.
        mallopt(M_MMAP_THRESHOLD, 128 * 1024);
        // Both ends of a thousand connections are in this process.
        rlimit files{};
        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = std::min<rlim_t>(files.rlim_max, 8192);
        setrlimit(RLIMIT_NOFILE, &files);
        const Handler handler = [this](const Request& request, const auto& response) {
            answer(request, response);
        };
        ServerOptions options = attackedOptions();
        m_server = std::make_unique<Server>(options, handler);
        const Limits patience;
        options.limits.headerTime = patience.headerTime;
        options.limits.bodyTime = patience.bodyTime;
        options.limits.readGap = patience.readGap;
        m_patient = std::make_unique<Server>(options, handler);
        QVERIFY(answersHonestly());
        m_residentBefore = residentBytes();
    }

    void refuses_data() {
        QTest::addColumn<int>("index");
        const auto attacks = allAttacks();
        QVERIFY(attacks.size() >= 150);
        for (size_t i = 0; i < attacks.size(); ++i)
            QTest::addRow("%s", attacks[i].name.c_str()) << static_cast<int>(i);
    }
    void refuses() {
        static const auto attacks = allAttacks();
        QFETCH(int, index);
        const Attack& attack = attacks[static_cast<size_t>(index)];
        RawClient client((attack.ofTime ? m_server : m_patient)->port());
        QVERIFY(client.isOpen());
        for (const Step& step : attack.steps) {
            if (!client.send(step.bytes)) break;
            client.readUntil({}, step.pause);
            if (client.isClosed()) break;
        }
        const std::string& answers = client.readAll(kLongEnough);
        QVERIFY2(client.isClosed(), answers.c_str());
        if (attack.status == kSilence) {
            QVERIFY2(answers.empty() || statusOf(answers) == 200, answers.c_str());
            return;
        }
        QVERIFY2(lastStatus(answers) == attack.status, answers.c_str());
        QVERIFY2(answers.find("\"code\": \"") != std::string::npos, answers.c_str());
        QVERIFY2(answers.find("Connection: close\r\n") != std::string::npos, answers.c_str());
        QVERIFY2(answers.find("Access-Control") == std::string::npos, answers.c_str());
        QVERIFY(!m_smuggled);
        QVERIFY(answersHonestly());
    }

    // At every byte of a request, by FIN and by RST.
    void survivesDisconnects() {
        const std::string request = postRequest("/stream", "0123456789");
        for (size_t length = 0; length <= request.size(); ++length) {
            for (const bool reset : {false, true}) {
                RawClient client(m_server->port());
                client.send(std::string_view(request).substr(0, length));
                if (length == request.size()) client.readUntil("data", 100ms);
                if (reset) client.reset();
            }
        }
        QVERIFY(answersHonestly());
        QVERIFY(allStreamsEnded());
    }

    void survivesThoseWhoNeverRead() {
        std::vector<RawClient> clients;
        for (int i = 0; i < 20; ++i) {
            clients.emplace_back(m_server->port(), 4096);
            clients.back().send(getRequest("/stream"));
        }
        QVERIFY(allStreamsEnded());
        QVERIFY(answersHonestly());
        // Whole answers as well.
        for (int i = 0; i < 20; ++i) {
            clients.emplace_back(m_server->port(), 4096);
            clients.back().send(getRequest("/large"));
        }
        QVERIFY(answersHonestly());
        QVERIFY(waitFor([&] { return m_server->counts().open <= 1; }));
    }

    void survivesPipelines() {
        RawClient client(m_server->port());
        std::string many;
        for (int i = 0; i < 5000; ++i) many += getRequest("/");
        // Nothing of the answers is read: what is sent at last waits with the client.
        long sent = 0;
        for (long last = 1; last > 0 && sent < 50'000'000; sent += last) last = client.sendSome(many);
        QVERIFY(answersHonestly());
    }

    void survivesAThousandConnections() {
        std::vector<RawClient> clients;
        for (int i = 0; i < 1000; ++i) clients.emplace_back(m_server->port());
        for (RawClient& client : clients)
            if (client.isOpen()) client.send("GET / HT");
        QVERIFY(waitFor([&] { return m_server->counts().accepted >= 1000; }));
        QVERIFY(m_server->counts().open <= 300 + 64);
        // Those who took all the room are out of it after their time.
        QVERIFY(waitFor([&] { return answersHonestly(); }));
    }

    void survivesCancelStorms() {
        std::vector<std::thread> storms;
        for (int thread = 0; thread < 4; ++thread)
            storms.emplace_back([this] {
                for (int i = 0; i < 100; ++i) {
                    RawClient client(m_server->port());
                    client.send(getRequest("/stream"));
                    if (i % 2 == 0) client.readUntil("data", 20ms);
                    if (i % 3 == 0) client.reset();
                }
            });
        for (std::thread& storm : storms) storm.join();
        QVERIFY(allStreamsEnded());
        QVERIFY(answersHonestly());
    }

    void survivesBodiesThatAreAnnounced() {
        std::vector<RawClient> clients;
        const int64_t before = residentBytes();
        for (int i = 0; i < 200; ++i) {
            clients.emplace_back(m_server->port());
            clients.back().send(posted("Content-Length: " + std::to_string(kBodyLimit), "x"));
        }
        QVERIFY(waitFor([&] { return m_server->counts().open >= 200; }));
        if (!threadSanitized && !addressSanitized) QVERIFY(residentBytes() - before < 8'000'000);
        QVERIFY(waitFor([&] { return answersHonestly(); }));
    }

    void cleanupTestCase() {
        QVERIFY(answersHonestly());
        QVERIFY(waitFor([&] { return m_server->counts().open <= 1; }));
        // Memory that malloc keeps for later is not in use.
        malloc_trim(0);
        const int64_t grown = residentBytes() - m_residentBefore;
        qInfo("resident memory grew by %.1f MB; %llu connections, %llu refused, %llu timed out",
              double(grown) / 1e6, static_cast<unsigned long long>(m_server->counts().accepted),
              static_cast<unsigned long long>(m_server->counts().refused),
              static_cast<unsigned long long>(m_server->counts().timedOut));
        if (!threadSanitized && !addressSanitized) QVERIFY(grown < 24'000'000);
        stopStreams();
        m_server.reset();
        m_patient.reset();
    }

private:
    void answer(const Request& request, const std::shared_ptr<Response>& response) {
        if (request.path == "/smuggled") m_smuggled = true;
        if (request.path == "/large") return response->send(200, "text/plain", std::string(4'000'000, 'x'));
        if (request.path != "/stream") return response->send(200, "text/plain", "honest");
        response->begin(200, "text/event-stream");
        ++m_streams;
        const std::lock_guard lock(m_mutex);
        m_writers.emplace_back([this, response] {
            while (response->write("data: " + std::string(1000, 'x') + "\n\n"))
                std::this_thread::sleep_for(200us);
            --m_streams;
        });
    }

    bool answersHonestly() {
        RawClient client(m_server->port());
        client.send(getRequest("/"));
        return client.nextAnswer(kLongEnough).ends_with("honest");
    }

    template <class Condition>
    bool waitFor(const Condition& condition) {
        const auto until = std::chrono::steady_clock::now() + kLongEnough;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > until) return false;
            std::this_thread::sleep_for(5ms);
        }
        return true;
    }

    bool allStreamsEnded() {
        const bool ended = waitFor([this] { return m_streams == 0; });
        if (ended) stopStreams();
        return ended;
    }

    void stopStreams() {
        std::vector<std::thread> writers;
        {
            const std::lock_guard lock(m_mutex);
            writers.swap(m_writers);
        }
        for (std::thread& writer : writers) writer.join();
    }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<Server> m_patient;  ///< with the same limits, but those of time
    std::atomic<bool> m_smuggled = false;
    std::atomic<int> m_streams = 0;
    std::mutex m_mutex;
    std::vector<std::thread> m_writers;
    int64_t m_residentBefore = 0;
};

QTEST_APPLESS_MAIN(TestServerAttacks)
#include "tst_server_attacks.moc"
