#include "http/request_reader.h"

#include <QtTest>

using namespace hearth::http;
using State = RequestReader::State;

namespace {

const std::string kWithLength = "POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12345";
const std::string kChunked =
    "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0002\r\nde\r\n0\r\n\r\n";

// Feeds pieces of the size as a connection does: what the reader leaves comes again with what follows.
std::vector<RequestReader::Head> requestsOf(RequestReader& reader, std::string_view bytes, size_t piece) {
    std::vector<RequestReader::Head> requests;
    std::string input;
    while (true) {
        input.erase(0, reader.feed(input));
        if (reader.state() == State::Refused) return requests;
        if (reader.state() == State::Whole) {
            requests.push_back(reader.take());
            continue;
        }
        if (bytes.empty()) return requests;
        const size_t count = std::min(piece, bytes.size());
        input += bytes.substr(0, count);
        bytes.remove_prefix(count);
    }
}

Refusal refusalOf(std::string_view bytes, const Limits& limits = {}) {
    RequestReader reader(limits, {});
    requestsOf(reader, bytes, 7);
    return reader.state() == State::Refused ? reader.refusal() : Refusal{200, "none", ""};
}

}  // namespace

class TestRequestReader : public QObject {
    Q_OBJECT

private slots:
    void readsRequestsInPiecesOfAnySize() {
        const std::string all = kWithLength + kChunked + "GET / HTTP/1.0\r\n\r\n" + kChunked;
        for (size_t piece = 1; piece <= all.size(); ++piece) {
            RequestReader reader({}, {});
            const auto requests = requestsOf(reader, all, piece);
            QCOMPARE(requests.size(), size_t(4));
            QCOMPARE(requests[0].request.method, std::string("POST"));
            QCOMPARE(requests[0].request.path, std::string("/a"));
            QCOMPARE(requests[0].request.query, std::string("b"));
            QCOMPARE(requests[0].request.body, std::string("12345"));
            QCOMPARE(requests[0].request.header("HOST"), std::string_view("h"));
            QCOMPARE(requests[1].request.body, std::string("abcde"));
            QVERIFY(requests[2].http10 && requests[2].close && requests[2].request.body.empty());
            QCOMPARE(requests[3].request.body, std::string("abcde"));
            QVERIFY(!reader.hasBegun());
        }
    }

    void saysHowFarItIs() {
        RequestReader reader({}, {});
        QVERIFY(!reader.hasBegun());
        reader.feed("P");
        QVERIFY(reader.hasBegun());
        reader.feed(kWithLength.substr(1, kWithLength.size() - 3));
        QCOMPARE(reader.state(), State::Body);
        QCOMPARE(reader.bodyBytes(), size_t(3));
        QCOMPARE(reader.head().request.path, std::string("/a"));
        // The next request stays where it is.
        QCOMPARE(reader.feed("45GET"), size_t(2));
        QCOMPARE(reader.state(), State::Whole);
    }

    void asksBeforeTheBody() {
        RequestReader reader({}, [](const RequestReader::Head& head) -> std::optional<Refusal> {
            return head.host == "h" ? std::optional(refusals::foreignHost) : std::nullopt;
        });
        QCOMPARE(reader.feed(kWithLength), kWithLength.size() - 5);
        QCOMPARE(reader.refusal(), refusals::foreignHost);
    }

    void namesWhatItRefuses() {
        QCOMPARE(refusalOf("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), refusals::badVersion);
        QCOMPARE(refusalOf("GET / HTTQ/1.1\r\nHost: h\r\n\r\n"), refusals::malformed);
        QCOMPARE(refusalOf("PING / HTTP/1.1\r\nHost: h\r\n\r\n"), refusals::badMethod);
        QCOMPARE(refusalOf("GET x HTTP/1.1\r\nHost: h\r\n\r\n"), refusals::badTarget);
        const std::string post = "POST / HTTP/1.1\r\nHost: h\r\n";
        QCOMPARE(refusalOf(post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
                 refusals::duplicateField);
        QCOMPARE(refusalOf(post + "Content-Length: x\r\n\r\n"), refusals::badLength);
        QCOMPARE(refusalOf(post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
                 refusals::twoLengths);
        QCOMPARE(refusalOf(post + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"),
                 refusals::twoLengths);
        const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
        QCOMPARE(refusalOf(chunked + "5;x=y\r\n12345\r\n0\r\n\r\n"), refusals::badChunk);
        QCOMPARE(refusalOf(chunked + "0\r\nX: y\r\n\r\n"), refusals::badChunk);
        QCOMPARE(refusalOf(chunked + "g\r\n"), refusals::badChunk);
    }

    void boundsBodies() {
        Limits limits;
        limits.bodyBytes = 5;
        QCOMPARE(refusalOf(kWithLength, limits).status, 200);
        QCOMPARE(refusalOf(kChunked, limits).status, 200);
        limits.bodyBytes = 4;
        QCOMPARE(refusalOf(kWithLength, limits), refusals::bodyTooLarge);
        QCOMPARE(refusalOf(kChunked, limits), refusals::bodyTooLarge);
        std::string many = "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (int i = 0; i < 300'000; ++i) many += "1\r\nx\r\n";
        QCOMPARE(refusalOf(many), refusals::smallChunks);
    }

    // An announced length reserves no memory.
    void growsWithWhatComes() {
        RequestReader reader({}, {});
        reader.feed("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 30000000\r\n\r\nx");
        QCOMPARE(reader.state(), State::Body);
        QCOMPARE(reader.bodyBytes(), size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestRequestReader)
#include "tst_request_reader.moc"
