#include "mcp/mcp_setup.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestMcpSetup : public QObject {
    Q_OBJECT

private slots:
    void readsWhatOtherProgramsWrite() {
        const auto read = readMcpSetups(
            "{\"theme\": 1, \"mcpServers\": {\"time\": {\"command\": \"uvx\", \"args\": "
            "[\"mcp-server-time\", "
            "\"--utc\"], \"env\": {\"A\": \"b\", \"N\": 1}}, \"web\": {\"type\": \"http\", \"url\": "
            "\"https://example.org/mcp\", \"headers\": {\"X-Api-Key\": \"k\"}, \"disabled\": true}}}",
            "a.json");
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(read.servers.size(), size_t{2});
        const McpSetup& time = read.servers[0];
        QVERIFY(time.isProgram() && time.enabled);
        QCOMPARE(time.summary(), QString("uvx mcp-server-time --utc"));
        QCOMPARE(time.environment.value("N"), QString("1"));
        const McpSetup& web = read.servers[1];
        QVERIFY(!web.isProgram() && !web.enabled);
        QCOMPARE(web.summary(), QString("https://example.org/mcp"));
        QCOMPARE(web.headers.value("X-Api-Key"), QString("k"));
        // Visual Studio Code's name for the list.
        QCOMPARE(readMcpSetups("{\"servers\": {\"a\": {\"command\": \"b\"}}}", "f").servers.size(),
                 size_t{1});
    }
    void whatIsWrittenIsReadAgain() {
        std::vector<McpSetup> servers(2);
        servers[0].name = "a \"b\"";
        servers[0].command = "/bin/x";
        servers[0].arguments = {"--y", ""};
        servers[0].environment = {{"K", "v"}};
        servers[0].folder = "/tmp";
        servers[1].name = "c";
        servers[1].address = QUrl("http://localhost:1/mcp");
        servers[1].headers = {{"Authorization", "Bearer x"}};
        servers[1].enabled = false;
        const auto read = readMcpSetups(writeMcpSetups(servers), "f");
        QVERIFY(read.problems.isEmpty());
        QVERIFY(read.servers == servers);
    }
    void whatCannotBeUsedIsLeftOut() {
        for (const char* bytes : {"", "[]", "{}", "{\"mcpServers\": []}"})
            QCOMPARE(readMcpSetups(bytes, "f").problems.size(), 1);
        const auto read = readMcpSetups(
            "{\"mcpServers\": {\"none\": {}, \"text\": \"x\", \"file\": {\"url\": \"file:///etc/passwd\"}, "
            "\"old\": "
            "{\"type\": \"sse\", \"url\": \"https://example.org/sse\"}, \"good\": {\"command\": \"x\"}}}",
            "f");
        QCOMPARE(read.servers.size(), size_t{1});
        QCOMPARE(read.problems.size(), 4);
        QByteArray many = "{\"mcpServers\": {";
        for (int i = 0; i < 100; ++i)
            many += (i > 0 ? ",\"s" : "\"s") + QByteArray::number(i) + "\": {\"command\": \"x\"}";
        QCOMPARE(readMcpSetups(many + "}}", "f").servers.size(), size_t{64});
    }
    void secretsAreKnownByName() {
        for (const char* name :
             {"GITHUB_TOKEN", "api_key", "Authorization", "X-Api-Key", "DB_PASSWORD", "GITHUB_PAT"})
            QVERIFY2(isSecretName(name), name);
        for (const char* name : {"PATH", "HOME", "DEBUG", "PATTERN", "REGION"})
            QVERIFY2(!isSecretName(name), name);
    }
    void filesOfOtherPrograms() {
        const QTemporaryDir home;
        QVERIFY(mcpSetupFiles(home.path()).isEmpty());
        QVERIFY(QDir(home.path()).mkpath(".cursor"));
        QFile file(home.path() + "/.cursor/mcp.json");
        QVERIFY(file.open(QFile::WriteOnly));
        const auto found = mcpSetupFiles(home.path());
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].program, QString("Cursor"));
    }
};

QTEST_GUILESS_MAIN(TestMcpSetup)
#include "tst_mcp_setup.moc"
