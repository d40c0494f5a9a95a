// Events of endpoints and messages of tool servers from any bytes, cut in the middle: nothing crashes, and
// the cut changes nothing.
#include <cstdlib>

#include "endpoints/event_stream.h"
#include "fuzz/fuzz_target.h"
#include "mcp/mcp_message.h"

using namespace hearth::app;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    const QByteArray bytes(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size) - 1);
    const qsizetype cut = bytes.isEmpty() ? 0 : data[0] % bytes.size();
    EventStream whole, parts;
    const QList<QByteArray> all = whole.feed(bytes);
    QList<QByteArray> each = parts.feed(bytes.left(cut));
    each += parts.feed(bytes.mid(cut));
    if (each != all) std::abort();
    for (const QByteArray& event : all) (void)readMcpMessages(event);
    for (const McpMessage& message : readMcpMessages(bytes))
        if (message.kind == McpMessage::Kind::Request)
            (void)mcpRefusal(message.asker, -32601, QStringLiteral("no"));
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view texts[] = {
        "\5data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"f\"}]}}\r\n\r\nevent: "
        "x\ndata: "
        "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\ndata: more\n\n: comment\n\ndata: [DONE]\n\n",
        "\7{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"sampling/createMessage\",\"params\":{\"x\":[1,2]}}",
        "\3[{\"jsonrpc\":\"2.0\",\"method\":\"n\"},{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,"
        "\"message\":\"m\"}}]",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto text : texts) seeds.emplace_back(text.begin(), text.end());
    return seeds;
}
