// Requests from any bytes, cut in the middle: nothing crashes, what is let through is sound, and the cut
// changes nothing.
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "http/request_reader.h"

namespace {

using hearth::http::RequestReader;

void require(bool sound) {
    if (!sound) std::abort();
}

void checkSound(const RequestReader::Head& head) {
    const auto& request = head.request;
    require(request.path == "*" || request.path.starts_with('/'));
    require((request.path + "/").find("/../") == std::string::npos);
    require(hearth::http::isFieldValue(request.path) && hearth::http::isFieldValue(request.query));
    require(request.body.size() <= 4096);
    require(head.http10 || !head.host.empty());
    for (const auto& [name, value] : request.headers)
        require(hearth::http::isToken(name) && hearth::http::isFieldValue(value));
}

// Result of a connection that gets the bytes in two pieces.
std::string readIn(std::string_view bytes, size_t cut) {
    hearth::http::Limits limits;
    limits.headerBytes = 1024;
    limits.targetBytes = 256;
    limits.headerFields = 16;
    limits.bodyBytes = 4096;
    RequestReader reader(limits, {});
    std::string out, input;
    for (const std::string_view piece : {bytes.substr(0, cut), bytes.substr(cut)}) {
        input += piece;
        while (true) {
            input.erase(0, reader.feed(input));
            if (reader.state() == RequestReader::State::Refused)
                return out + "refused " + std::to_string(reader.refusal().status);
            if (reader.state() != RequestReader::State::Whole) break;
            const RequestReader::Head head = reader.take();
            checkSound(head);
            out += head.request.method + ' ' + head.request.path + '?' + head.request.query + '\n' +
                   head.request.body + '\n';
        }
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (readIn(bytes, 0) != readIn(bytes, data[0] * (bytes.size() + 1) / 256)) std::abort();
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view seeds[] = {
        "\xa0POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
        "chunked\r\n\r\n5\r\n12345\r\n00a\r\n0123456789\r\n0\r\n\r\n",
        "\x40GET /v1/models?limit=1 HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\n\r\n",
        "\x60POST /v1/chat/completions HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 11\r\n\r\n{\"n\": "
        "\"\\\\\"}GET / "
        "HTTP/1.0\r\n\r\n",
        "\xc0PUT http://a/%C3%a9/./b//c%20 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
        "2\r\n\r\nab",
        "\x20OPTIONS * HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nConnection: close, x\r\n\r\n",
        "\x80POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: "
        "chunked\r\n\r\n1;x=\"y\"\r\nz\r\n0\r\nX: "
        "y\r\n\r\n",
    };
    std::vector<std::vector<uint8_t>> inputs;
    for (const auto seed : seeds) inputs.emplace_back(seed.begin(), seed.end());
    return inputs;
}
