#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QtTest>

#include "mcp/http_transport.h"
#include "mcp/mcp_server.h"
#include "mcp/stdio_transport.h"

using namespace hearth::app;

/// Servers that others published, and the reference library, from PyPI: `reference_servers` installs them and
/// names the folder of their programs, by generation, in HEARTH_MCP_PROGRAMS and
/// HEARTH_MCP_OLDER_PROGRAMS.
class TestReferenceServers : public QObject {
    Q_OBJECT

    QString m_programs = qEnvironmentVariable("HEARTH_MCP_PROGRAMS");
    QString m_older = qEnvironmentVariable("HEARTH_MCP_OLDER_PROGRAMS");
    QTemporaryDir m_place;

    static std::unique_ptr<McpServer> program(const QString& folder, const QString& name,
                                              const QStringList& arguments) {
        const StdioTransport::Program run{.command = folder + u'/' + name, .arguments = arguments};
        return std::make_unique<McpServer>(name, name,
                                           [run] { return std::make_unique<StdioTransport>(run); });
    }
    static QStringList namesOf(const McpServer& server) {
        QStringList names;
        for (const ToolDescription& tool : server.tools()) names += tool.name;
        return names;
    }
    static ToolResult call(McpServer& server, const char* name, const QJsonObject& arguments) {
        QSignalSpy finished(&server, &McpServer::finished);
        server.call(1, name, arguments);
        if (finished.isEmpty()) finished.wait(20000);
        return finished.isEmpty() ? ToolResult{"nothing came", true}
                                  : finished.at(0).at(1).value<ToolResult>();
    }

private slots:
    void initTestCase() {
        if (m_programs.isEmpty()) QSKIP("run tests/app/mcp/reference_servers");
    }
    void time() {
        const auto server = program(m_programs, "mcp-server-time", {"--local-timezone", "UTC"});
        server->start();
        QTRY_COMPARE_WITH_TIMEOUT(server->state(), McpServer::State::Ready, 30000);
        QVERIFY(namesOf(*server).contains("convert_time"));
        const ToolResult noon =
            call(*server, "convert_time",
                 {{"source_timezone", "UTC"}, {"time", "12:00"}, {"target_timezone", "Asia/Tokyo"}});
        QVERIFY2(!noon.failed && noon.text.contains("21:00"), qPrintable(noon.text));
        const ToolResult wrong = call(*server, "convert_time", {{"source_timezone", "Nowhere"}});
        QVERIFY(wrong.failed && !wrong.text.isEmpty());
    }
    void git() {
        QProcess init;
        init.setWorkingDirectory(m_place.path());
        init.start("git", {"init", "-q", "."});
        QVERIFY(init.waitForFinished() && init.exitCode() == 0);
        const auto server = program(m_programs, "mcp-server-git", {"--repository", m_place.path()});
        const ToolResult status = call(*server, "git_status", {{"repo_path", m_place.path()}});
        QVERIFY2(!status.failed && status.text.contains("branch"), qPrintable(status.text));
    }
    void sqlite() {
        const auto server = program(m_older, "mcp-server-sqlite", {"--db-path", m_place.path() + "/a.db"});
        QVERIFY(!call(*server, "create_table", {{"query", "CREATE TABLE t (x INTEGER)"}}).failed);
        QVERIFY(!call(*server, "write_query", {{"query", "INSERT INTO t VALUES (42)"}}).failed);
        const ToolResult rows = call(*server, "read_query", {{"query", "SELECT x FROM t"}});
        QVERIFY2(!rows.failed && rows.text.contains("42"), qPrintable(rows.text));
        QVERIFY(!server->prompts().empty());
        QVERIFY(namesOf(*server).contains("read_resource"));
        QVERIFY(!call(*server, "list_resources", {}).text.isEmpty());
    }
    void theLibraryOverHttp_data() {
        QTest::addColumn<QString>("programs");
        QTest::newRow("newer") << m_programs;
        QTest::newRow("older") << m_older;
    }
    void theLibraryOverHttp() {
        QFETCH(QString, programs);
        QFile script(m_place.path() + "/server.py");
        QVERIFY(script.open(QFile::WriteOnly));
        script.write(
            "import sys\n"
            "try:\n    from mcp.server.fastmcp import FastMCP\n"
            "except ImportError:\n    from mcp.server.mcpserver import MCPServer as FastMCP\n"
            "server = FastMCP('adder')\n"
            "@server.tool()\n"
            "def add(a: int, b: int) -> int:\n"
            "    'adds'\n"
            "    return a + b\n"
            "@server.prompt()\n"
            "def review(code: str) -> str:\n"
            "    return 'Review ' + code\n"
            "try:\n    server.run(transport='streamable-http', port=int(sys.argv[1]))\n"
            "except TypeError:\n    server.settings.port = int(sys.argv[1])\n    "
            "server.run(transport='streamable-http')\n");
        script.close();
        // A free port, as good as one can know.
        QTcpServer probe;
        QVERIFY(probe.listen(QHostAddress::LocalHost));
        const int port = probe.serverPort();
        probe.close();
        QProcess python;
        python.start(programs + "/python", {script.fileName(), QString::number(port)});
        const QUrl address(QStringLiteral("http://127.0.0.1:%1/mcp").arg(port));
        McpServer server("mcp:adder", "adder",
                         [address] { return std::make_unique<HttpTransport>(address, HttpHeaders()); });
        for (int tries = 0; tries < 60 && server.state() != McpServer::State::Ready; ++tries) {
            if (server.state() != McpServer::State::Starting) server.start();
            QTest::qWait(500);
        }
        QVERIFY2(server.state() == McpServer::State::Ready,
                 qPrintable(server.problem() + QString::fromUtf8(python.readAllStandardError())));
        QCOMPARE(call(server, "add", {{"a", 20}, {"b", 22}}).text, QString("42"));
        QVERIFY(call(server, "add", {{"a", "x"}}).failed);
        QString text;
        server.getPrompt("review", {{"code", "this"}},
                         [&](const QString& got, const QString& problem) { text = got + problem; });
        QTRY_VERIFY_WITH_TIMEOUT(!text.isEmpty(), 10000);
        QCOMPARE(text, QString("Review this"));
        python.kill();
        python.waitForFinished();
    }
};

QTEST_GUILESS_MAIN(TestReferenceServers)
#include "tst_reference_servers.moc"
