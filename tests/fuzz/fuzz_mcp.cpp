// A tool server whose every line is a stranger's: what it answers to our requests, what it says unasked, and
// files of setups. It becomes ready or fails with a sentence, and each call and prompt ends once at most.
#include <QByteArrayList>
#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonObject>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "mcp/mcp_server.h"
#include "mcp/mcp_setup.h"
#include "mcp/mcp_transport.h"

using namespace hearth::app;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// Answers each request with the next line; lines that begin with '!' are said before it as they are.
class PlayedTransport : public McpTransport {
public:
    explicit PlayedTransport(QByteArrayList lines) : m_lines(std::move(lines)) {}

    void start() override {}
    void stop() override { m_lines.clear(); }
    void send(qint64 id, const QByteArray& message) override {
        // Our messages are JSON no matter what was received.
        require(nlohmann::json::accept(message.toStdString()));
        if (id == 0) return;
        // The answer must not precede the question.
        QMetaObject::invokeMethod(
            this, [this, id] { answer(id); }, Qt::QueuedConnection);
    }

private:
    void answer(qint64 id) {
        while (!m_lines.isEmpty()) {
            const QByteArray line = m_lines.takeFirst();
            if (line.startsWith('!')) {
                emit received(line.mid(1));
                continue;
            }
            emit received("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"result\":" + line +
                          "}");
            return;
        }
        emit ended(QStringLiteral("It ended."));
    }

    QByteArrayList m_lines;
};

void process() {
    // A server may send lists for ever, page for page.
    constexpr int mostRounds = 1000;
    QEventLoop loop;
    for (int i = 0; i < mostRounds && loop.processEvents(QEventLoop::AllEvents); ++i) continue;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// True if it became ready and a call of its first tool was answered.
bool play(const QByteArray& bytes) {
    static int count = 1;
    static char name[] = "fuzz_mcp";
    static char* arguments[] = {name, nullptr};
    static const QCoreApplication application(count, arguments);
    McpServer server(QStringLiteral("p"), QStringLiteral("server"),
                     [&] { return std::make_unique<PlayedTransport>(bytes.split('\n')); });
    int answers = 0, texts = 0;
    QObject::connect(&server, &McpServer::finished, &server, [&](quint64 id) {
        require(id == 1);
        ++answers;
    });
    server.start();
    process();
    if (server.state() == McpServer::State::Failed) require(!server.problem().isEmpty());
    for (const ToolDescription& tool : server.tools())
        require(nlohmann::json::accept(tool.parameters.toStdString()));
    if (server.state() != McpServer::State::Ready) return false;
    if (!server.prompts().empty())
        server.getPrompt(server.prompts().front().name, {}, [&](const QString& text, const QString& problem) {
            require(text.isEmpty() || problem.isEmpty());
            ++texts;
        });
    process();
    if (!server.tools().empty())
        server.call(1, server.tools().front().name, QJsonObject{{QStringLiteral("a"), 1}});
    process();
    server.stop();
    require(answers <= 1 && texts <= 1);
    return answers == 1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1 || size > 8192) return 0;
    const QByteArray bytes(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size) - 1);
    if (data[0] % 4 != 0) {
        (void)play(bytes);
        return 0;
    }
    const McpSetups setups = readMcpSetups(bytes, QStringLiteral("file"));
    for (const QString& problem : setups.problems) require(!problem.isEmpty());
    // Written setups are read back equal.
    const McpSetups again = readMcpSetups(writeMcpSetups(setups.servers), QStringLiteral("file"));
    require(again.servers == setups.servers);
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view texts[] = {
        "\1"
        R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{},"prompts":{},"resources":{}}}
{"resources":[{"uri":"file:///a","name":"a","description":"d"}]}
{"prompts":[{"name":"p","description":"d","arguments":[{"name":"x","required":true}]}]}
{"tools":[{"name":"f","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}],"nextCursor":"2"}
{"tools":[{"name":"g"}]}
{"messages":[{"role":"user","content":{"type":"text","text":"say"}},{"role":"user","content":[{"type":"resource","resource":{"uri":"u","blob":"AAAA"}}]}]}
{"content":[{"type":"text","text":"t"},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource_link","name":"n","uri":"u"}],"isError":true,"structuredContent":{"a":1}}
)",
        "\2"
        R"({"protocolVersion":"2024-11-05","capabilities":{"tools":{"listChanged":true}}}
!{"jsonrpc":"2.0","id":"q","method":"ping"}
{"tools":[{"name":"f"}]}
!{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
!{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"no"}}
{"structuredContent":{"a":[1]}}
)",
        "\3"
        R"({"protocolVersion":"2025-11-25","capabilities":{"resources":{}}}
{"resources":[{"uri":"u"}]}
{"contents":[{"uri":"u","text":"t"},{"uri":"v","blob":"AA=="}]}
)",
        "\4"
        R"({"mcpServers":{"a":{"command":"npx","args":["-y","x"],"env":{"API_KEY":"k"},"cwd":"/tmp"},"b":{"url":"https://example.org/mcp","headers":{"Authorization":"Bearer x"},"disabled":true}}})",
        "\4"
        R"({"servers":{"c":{"type":"http","url":"http://localhost:1/"},"d":{"command":""},"e":7}})",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto text : texts) {
        seeds.emplace_back(text.begin(), text.end());
        // Otherwise its mutations would say nothing.
        if (text[0] % 4 != 0)
            require(play(QByteArray(text.substr(1).data(), static_cast<qsizetype>(text.size()) - 1)));
    }
    return seeds;
}
