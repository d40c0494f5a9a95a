#include "mcp/mcp_server.h"

#include <QSignalSpy>
#include <QtTest>

#include "played_transport.h"

using namespace hearth::app;
using hearth::test::PlayedTransport;
using Json = nlohmann::ordered_json;

class TestMcpServer : public QObject {
    Q_OBJECT

    PlayedTransport* m_played = nullptr;  ///< the one that was made last
    int m_made = 0;

    McpServer::MakeTransport maker() {
        m_made = 0;
        return [this] {
            auto transport = std::make_unique<PlayedTransport>();
            m_played = transport.get();
            ++m_made;
            return transport;
        };
    }
    const Json m_add{{"name", "add"},
                     {"description", "adds"},
                     {"inputSchema",
                      {{"type", "object"}, {"properties", {{"b", Json::object()}, {"a", Json::object()}}}}}};
    static ToolResult result(const QSignalSpy& spy, int at = 0) {
        return spy.at(at).at(1).value<ToolResult>();
    }

private slots:
    void handshakeAndTools() {
        McpServer server("mcp:played", "played", maker());
        QSignalSpy changed(&server, &McpServer::toolsChanged);
        server.start();
        QCOMPARE(server.state(), McpServer::State::Starting);
        QCOMPARE(m_played->last("initialize")["params"]["protocolVersion"], Json("2025-11-25"));
        m_played->becomeReady(Json::array({m_add}));
        QCOMPARE(server.state(), McpServer::State::Ready);
        QVERIFY(!m_played->last("notifications/initialized").is_null());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(server.tools().size(), size_t{1});
        QCOMPARE(server.tools()[0].name, QString("add"));
        // Models see the keys in the server's order.
        const QByteArray schema = server.tools()[0].parameters;
        QVERIFY(schema.indexOf("\"b\"") < schema.indexOf("\"a\""));
    }
    void listsInPages() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->answer("initialize",
                         {{"protocolVersion", "2024-11-05"}, {"capabilities", {{"tools", Json::object()}}}});
        m_played->answer("tools/list", {{"tools", Json::array({m_add})}, {"nextCursor", "2"}});
        QCOMPARE(m_played->last("tools/list")["params"]["cursor"], Json("2"));
        Json second = m_add;
        second["name"] = "sub";
        m_played->answer("tools/list", {{"tools", Json::array({second, 5, {{"name", 1}}})}});
        QCOMPARE(server.tools().size(), size_t{2});
    }
    void aCallStartsIt() {
        McpServer server("mcp:played", "played", maker());
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(5, "add", {{"a", 1}});
        QCOMPARE(finished.count(), 0);
        QTRY_VERIFY(m_played != nullptr && m_made == 1);
        m_played->becomeReady(Json::array({m_add}));
        const Json asked = m_played->last("tools/call");
        QCOMPARE(asked["params"]["name"], Json("add"));
        QCOMPARE(asked["params"]["arguments"]["a"], Json(1));
        m_played->answer("tools/call", {{"content", Json::array({{{"type", "text"}, {"text", "2"}}})}});
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.at(0).at(0).toULongLong(), 5ULL);
        QVERIFY(result(finished).text == "2" && !result(finished).failed);
    }
    void whatResultsAre_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("failed");
        QTest::newRow("texts")
            << QByteArray(
                   "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}")
            << "a\nb" << false;
        QTest::newRow("error") << QByteArray(
                                      "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}")
                               << "no" << true;
        QTest::newRow("picture")
            << QByteArray("{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAAA\"}]}")
            << "[image, image/png, 3 bytes]" << false;
        QTest::newRow("resource")
            << QByteArray(
                   "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"u\",\"text\":\"t\"}}]}")
            << "t" << false;
        QTest::newRow("link")
            << QByteArray("{\"content\":[{\"type\":\"resource_link\",\"name\":\"n\",\"uri\":\"u\"}]}")
            << "n: u" << false;
        QTest::newRow("structured") << QByteArray("{\"structuredContent\":{\"x\":1}}") << "{\"x\":1}"
                                    << false;
        QTest::newRow("nonsense") << QByteArray("[1]") << "The server gave no answer that can be read."
                                  << true;
        QTest::newRow("empty") << QByteArray("{}") << "" << false;
    }
    void whatResultsAre() {
        QFETCH(QByteArray, json);
        QFETCH(QString, text);
        QFETCH(bool, failed);
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "add", {});
        QTRY_VERIFY(!m_played->last("tools/call").is_null());
        m_played->answer("tools/call", Json::parse(json.toStdString()));
        QCOMPARE(result(finished).text, text);
        QCOMPARE(result(finished).failed, failed);
    }
    void oneThatDiesCostsItsCallsAndStartsAgain() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "add", {});
        QTRY_VERIFY(!m_played->last("tools/call").is_null());
        emit m_played->ended("It crashed.");
        QCOMPARE(finished.count(), 1);
        QVERIFY(result(finished).failed && result(finished).text == "It crashed.");
        QCOMPARE(server.state(), McpServer::State::Failed);
        QCOMPARE(server.problem(), QString("It crashed."));
        QCOMPARE(server.tools().size(), size_t{1});  // they stay for the next call
        server.call(2, "add", {});
        QTRY_COMPARE(m_made, 2);
        m_played->becomeReady(Json::array({m_add}));
        m_played->answer("tools/call", {{"content", Json::array()}});
        QTRY_COMPARE(finished.count(), 2);
        QVERIFY(!result(finished, 1).failed);
    }
    void aRefusedRequestFailsAlone() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "add", {});
        QTRY_VERIFY(!m_played->last("tools/call").is_null());
        const qint64 id = m_played->last("tools/call")["id"].get<qint64>();
        emit m_played->failed(id, "No answer.");
        QVERIFY(result(finished).failed);
        QCOMPARE(server.state(), McpServer::State::Ready);
    }
    void anAnswerThatCannotBeReadEndsItsCall() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "add", {});
        QTRY_VERIFY(!m_played->last("tools/call").is_null());
        const QByteArray id = QByteArray::number(m_played->last("tools/call")["id"].get<qint64>());
        emit m_played->received("{\"id\":" + id + ",\"result\":{\"a\":nan}}");
        QVERIFY(result(finished).failed);
        QCOMPARE(server.state(), McpServer::State::Ready);
        // Bytes that are not UTF-8 cost nothing but themselves.
        server.call(2, "add", {});
        QTRY_VERIFY(m_played->last("tools/call")["id"].get<qint64>() > id.toLongLong());
        const QByteArray next = QByteArray::number(m_played->last("tools/call")["id"].get<qint64>());
        emit m_played->received("{\"id\":" + next +
                                ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"caf\xe9\"}]}}");
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(result(finished, 1).text, QString("caf") + QChar(0xfffd));
    }
    void aCallThatIsStoppedIsTold() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "add", {});
        QTRY_VERIFY(!m_played->last("tools/call").is_null());
        server.cancel(1);
        QCOMPARE(m_played->last("notifications/cancelled")["params"]["requestId"],
                 m_played->last("tools/call")["id"]);
        m_played->answer("tools/call", {{"content", Json::array()}});
        QCOMPARE(finished.count(), 0);
    }
    void aCallThatIsStoppedAtOnceIsNotMade() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        server.call(1, "add", {});
        server.cancel(1);
        QTest::qWait(20);
        QVERIFY(m_played->last("tools/call").is_null());
    }
    void whatItAsksOfUs() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        emit m_played->received("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
        QVERIFY(m_played->sent.last().contains("result") && m_played->sent.last()["id"] == "p");
        emit m_played->received(
            "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}");
        QCOMPARE(m_played->sent.last()["error"]["code"], Json(-32601));
        emit m_played->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        m_played->answer("tools/list", {{"tools", Json::array()}});
        QVERIFY(server.tools().empty());
    }
    void resourcesAndPrompts() {
        McpServer server("mcp:played", "played", maker());
        server.start();
        m_played->becomeReady({}, {{"resources", Json::object()}, {"prompts", Json::object()}});
        m_played->answer("resources/list",
                         {{"resources", Json::array({{{"uri", "memo://1"}, {"name", "one"}}})}});
        m_played->answer(
            "prompts/list",
            {{"prompts",
              Json::array({{{"name", "review"},
                            {"arguments", Json::array({{{"name", "code"}, {"required", true}}})}}})}});
        QCOMPARE(server.state(), McpServer::State::Ready);
        QCOMPARE(server.tools().size(), size_t{2});
        QVERIFY(server.prompts().size() == 1 && server.prompts()[0].arguments[0].required);
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, "list_resources", {});
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(result(finished).text.contains("memo://1"));
        server.call(2, "read_resource", {{"uri", "memo://1"}});
        QTRY_VERIFY(!m_played->last("resources/read").is_null());
        m_played->answer("resources/read",
                         {{"contents", Json::array({{{"uri", "memo://1"}, {"text", "hello"}}})}});
        QCOMPARE(result(finished, 1).text, QString("hello"));
        QString text;
        server.getPrompt("review", {{"code", "x"}}, [&](const QString& got, const QString&) { text = got; });
        QTRY_VERIFY(!m_played->last("prompts/get").is_null());
        m_played->answer(
            "prompts/get",
            {{"messages",
              Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", "Review x"}}}}})}});
        QCOMPARE(text, QString("Review x"));
    }
    void whatCannotBegin() {
        McpServer::Limits limits;
        limits.startMs = 50;
        McpServer slow("mcp:slow", "slow", maker(), limits);
        slow.start();
        QTRY_COMPARE(slow.state(), McpServer::State::Failed);
        QVERIFY(slow.problem().contains("within"));
        McpServer other("mcp:other", "other", maker());
        other.start();
        m_played->answer("initialize", {{"protocolVersion", "1999-01-01"}});
        QVERIFY(other.problem().contains("version"));
    }
    void oneThatFloodsIsEnded() {
        McpServer::Limits limits;
        limits.unaskedMessages = 100;
        McpServer server("mcp:played", "played", maker(), limits);
        server.start();
        m_played->becomeReady(Json::array({m_add}));
        PlayedTransport* const transport = m_played;
        for (int i = 0; i < 200 && server.state() == McpServer::State::Ready; ++i)
            emit transport->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
        QCOMPARE(server.state(), McpServer::State::Failed);
    }
};

QTEST_GUILESS_MAIN(TestMcpServer)
#include "tst_mcp_server.moc"
