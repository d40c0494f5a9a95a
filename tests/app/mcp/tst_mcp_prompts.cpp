#include "mcp/mcp_prompts.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "endpoints/key_ring.h"
#include "mcp/mcp_directory.h"
#include "played_transport.h"
#include "tools/tool_box.h"

using namespace hearth::app;
using hearth::test::PlayedTransport;

class TestMcpPrompts : public QObject {
    Q_OBJECT

    using Json = PlayedTransport::Json;

    QTemporaryDir m_place;
    KeyRing m_keys;  // in memory
    ToolBox m_box;
    PlayedTransport* m_played = nullptr;

    McpDirectory::Connect connection() {
        return [this](const McpSetup&) {
            auto transport = std::make_unique<PlayedTransport>();
            m_played = transport.get();
            return transport;
        };
    }
    static QString at(const McpPrompts& prompts, int row, int role) {
        return prompts.data(prompts.index(row), role).toString();
    }
    void offer(McpDirectory& directory) {
        QCOMPARE(directory.add("git", "git-server"), QString());
        m_played->answer("initialize", {{"protocolVersion", "2025-06-18"},
                                        {"capabilities", {{"prompts", Json::object()}}},
                                        {"serverInfo", {{"name", "git"}, {"version", "1"}}}});
        m_played->answer(
            "prompts/list",
            {{"prompts", Json::array({{{"name", "review"},
                                       {"description", "Reviews a change"},
                                       {"arguments", Json::array({{{"name", "branch"}, {"required", true}},
                                                                  {{"name", "focus"}}})}},
                                      {{"name", "plain"}}})}});
        QCOMPARE(directory.server(0).state(), McpServer::State::Ready);
    }

private slots:
    void init() { QFile::remove(m_place.path() + "/mcp.json"); }
    void thoseOfServersThatRun() {
        McpDirectory directory(m_place.path() + "/mcp.json", m_keys, m_box, connection());
        McpPrompts prompts(directory);
        const QAbstractItemModelTester tester(&prompts);
        QSignalSpy changed(&prompts, &McpPrompts::countChanged);
        offer(directory);
        QCOMPARE(prompts.count(), 2);
        QCOMPARE(at(prompts, 0, McpPrompts::NameRole), QString("review"));
        QCOMPARE(at(prompts, 0, McpPrompts::DescriptionRole), QString("Reviews a change"));
        QCOMPARE(at(prompts, 0, McpPrompts::ServerRole), QString("git"));
        const QVariantList wanted = prompts.argumentsOf(0);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0].toMap(),
                 (QVariantMap{{"name", "branch"}, {"description", ""}, {"required", true}}));
        QCOMPARE(wanted[1].toMap().value("required").toBool(), false);
        QVERIFY(prompts.argumentsOf(1).isEmpty() && prompts.argumentsOf(-1).isEmpty());
        QCOMPARE(changed.count(), 1);
        directory.setOn(0, false);
        QCOMPARE(prompts.count(), 0);
        directory.setOn(0, true);
        directory.remove(0);
        QCOMPARE(prompts.count(), 0);
    }
    void textsArriveOnceAndFailInASentence() {
        McpDirectory directory(m_place.path() + "/mcp.json", m_keys, m_box, connection());
        McpPrompts prompts(directory);
        offer(directory);
        QSignalSpy arrived(&prompts, &McpPrompts::arrived), failed(&prompts, &McpPrompts::failed);
        const auto ask = [&] {
            const auto before = m_played->sent.size();
            prompts.fetch(0, {{"branch", "main"}, {"focus", ""}, {"other", "x"}});
            QVERIFY(prompts.isWaiting());
            QTRY_VERIFY(m_played->sent.size() > before);
        };
        ask();
        // Empty and unknown arguments are not sent.
        QCOMPARE(m_played->last("prompts/get")["params"],
                 (Json{{"name", "review"}, {"arguments", {{"branch", "main"}}}}));
        const Json answer = {
            {"messages",
             Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", "Review"}}}}})}};
        m_played->answer("prompts/get", answer);
        QCOMPARE(arrived.count(), 1);
        QCOMPARE(arrived[0][0].toString(), QString("Review"));
        QVERIFY(!prompts.isWaiting());
        ask();
        prompts.cancel();
        QVERIFY(!prompts.isWaiting());
        m_played->answer("prompts/get", answer);
        QCOMPARE(arrived.count(), 1);
        ask();
        m_played->answer("prompts/get", Json::object());
        QCOMPARE(failed.count(), 1);
        QVERIFY(!failed[0][0].toString().isEmpty());
        prompts.fetch(7, {});
        QVERIFY(!prompts.isWaiting());
    }
};

QTEST_GUILESS_MAIN(TestMcpPrompts)
#include "tst_mcp_prompts.moc"
