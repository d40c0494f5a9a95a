#include "mcp/mcp_directory.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "endpoints/key_ring.h"
#include "played_transport.h"
#include "tools/tool_box.h"

using namespace hearth::app;
using hearth::test::PlayedTransport;

class TestMcpDirectory : public QObject {
    Q_OBJECT

    QTemporaryDir m_place;
    KeyRing m_keys;  // in memory
    QList<McpSetup> m_reached;
    PlayedTransport* m_played = nullptr;

    QString file() const { return m_place.path() + "/mcp.json"; }
    QByteArray kept() const {
        QFile read(file());
        return read.open(QFile::ReadOnly) ? read.readAll() : QByteArray();
    }
    McpDirectory::Connect connection() {
        return [this](const McpSetup& setup) {
            m_reached += setup;
            auto transport = std::make_unique<PlayedTransport>();
            m_played = transport.get();
            return transport;
        };
    }
    static QVariant at(const McpDirectory& directory, int row, int role) {
        return directory.data(directory.index(row), role);
    }

private slots:
    void init() {
        m_reached.clear();
        QFile::remove(file());
    }
    void addsAndKeeps() {
        ToolBox box;
        {
            McpDirectory directory(file(), m_keys, box, connection());
            const QAbstractItemModelTester tester(&directory);
            QCOMPARE(directory.add("time", "uvx mcp-server-time \"--local timezone\""), QString());
            QCOMPARE(m_reached.size(), 1);
            QCOMPARE(m_reached[0].arguments, QStringList({"mcp-server-time", "--local timezone"}));
            m_played->becomeReady(
                PlayedTransport::Json::array({{{"name", "now"}, {"inputSchema", {{"type", "object"}}}}}));
            QCOMPARE(directory.server(0).state(), McpServer::State::Ready);
            QVERIFY(at(directory, 0, McpDirectory::StatusRole).toString().contains("1"));
            QCOMPARE(box.tools().size(), size_t{1});
            QCOMPARE(directory.add("web", "https://example.org/mcp"), QString());
            QVERIFY(at(directory, 1, McpDirectory::LeavesRole).toBool());
            QVERIFY(!at(directory, 0, McpDirectory::LeavesRole).toBool());
        }
        QCOMPARE(box.tools().size(), size_t{0});
        McpDirectory again(file(), m_keys, box, connection());
        again.load();
        QCOMPARE(again.count(), 2);
        // Nothing runs until a chat uses tools.
        QCOMPARE(m_reached.size(), 2);
        again.startAll();
        QCOMPARE(m_reached.size(), 4);
    }
    void whatCannotBeAdded() {
        ToolBox box;
        McpDirectory directory(file(), m_keys, box, connection());
        for (const auto& [name, what] : {std::pair{"", "x"}, {"a", ""}, {"a", "http://"}})
            QVERIFY(!directory.add(name, what).isEmpty());
        QCOMPARE(directory.add("a", "x"), QString());
        QVERIFY(!directory.add("a", "y").isEmpty());
        QCOMPARE(directory.count(), 1);
    }
    void keysAreNotInTheFile() {
        QFile other(m_place.path() + "/other.json");
        QVERIFY(other.open(QFile::WriteOnly));
        other.write(
            "{\"mcpServers\": {\"hub\": {\"command\": \"x\", \"env\": {\"HUB_TOKEN\": \"secret1\", "
            "\"LEVEL\": \"2\"}}, "
            "\"web\": {\"url\": \"http://localhost/mcp\", \"headers\": {\"Authorization\": \"secret2\"}}, "
            "\"bad\": {}}}");
        other.close();
        ToolBox box;
        {
            McpDirectory directory(file(), m_keys, box, connection());
            const QString said = directory.takeOver(other.fileName());
            QVERIFY2(said.contains("2") && said.contains("bad"), qPrintable(said));
            QCOMPARE(m_reached[0].environment["HUB_TOKEN"], QString("secret1"));
            directory.takeOver(other.fileName());
            QCOMPARE(directory.count(), 2);
        }
        QVERIFY(!kept().contains("secret") && kept().contains("LEVEL"));
        QCOMPARE(QFile::permissions(file()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        m_reached.clear();
        McpDirectory again(file(), m_keys, box, connection());
        again.load();
        again.startAll();
        QTRY_COMPARE(m_reached.size(), 2);
        QCOMPARE(m_reached[0].environment["HUB_TOKEN"], QString("secret1"));
        QCOMPARE(m_reached[1].headers["Authorization"], QString("secret2"));
        again.remove(0);
        QByteArray left = "something";
        m_keys.read("mcp/hub/HUB_TOKEN", [&](const QByteArray& key) { left = key; });
        QTRY_VERIFY(left.isEmpty());
    }
    void keysThatAPersonWroteIntoTheFile() {
        QFile own(file());
        QVERIFY(own.open(QFile::WriteOnly));
        own.write("{\"mcpServers\": {\"own\": {\"command\": \"x\", \"env\": {\"A_KEY\": \"secret3\"}}}}");
        own.close();
        ToolBox box;
        {
            McpDirectory directory(file(), m_keys, box, connection());
            directory.load();
            QCOMPARE(directory.add("b", "y"), QString());
        }
        QVERIFY(!kept().contains("secret3"));
        m_reached.clear();
        McpDirectory again(file(), m_keys, box, connection());
        again.load();
        again.startAll();
        QTRY_COMPARE(m_reached.size(), 2);
        QCOMPARE(m_reached.last().environment.value("A_KEY") + m_reached.first().environment.value("A_KEY"),
                 QString("secret3"));
    }
    void anotherCommandNeedsAnotherPermission() {
        ToolBox box;
        McpDirectory directory(file(), m_keys, box, connection());
        QCOMPARE(directory.add("a", "x"), QString());
        const QString first = directory.server(0).permissionId();
        directory.remove(0);
        QCOMPARE(directory.add("a", "x"), QString());
        QCOMPARE(directory.server(0).permissionId(), first);
        directory.remove(0);
        QCOMPARE(directory.add("a", "x --more"), QString());
        QVERIFY(directory.server(0).permissionId() != first);
        // Chats that go without it go without it still.
        QCOMPARE(directory.server(0).id(), QStringLiteral("mcp:a"));
    }
    void offAndOn() {
        ToolBox box;
        McpDirectory directory(file(), m_keys, box, connection());
        QCOMPARE(directory.add("a", "x"), QString());
        m_played->becomeReady(
            PlayedTransport::Json::array({{{"name", "t"}, {"inputSchema", {{"type", "object"}}}}}));
        directory.setOn(0, false);
        QVERIFY(box.tools().empty() && kept().contains("disabled"));
        QCOMPARE(directory.server(0).state(), McpServer::State::Off);
        directory.startAll();
        QCOMPARE(m_reached.size(), 1);
        directory.setOn(0, true);
        QCOMPARE(m_reached.size(), 2);
        directory.restart(0);
        QCOMPARE(m_reached.size(), 3);
        emit m_played->ended("It crashed.");
        QVERIFY(at(directory, 0, McpDirectory::FailedRole).toBool());
        QCOMPARE(at(directory, 0, McpDirectory::StatusRole).toString(), QString("It crashed."));
        directory.remove(0);
        QCOMPARE(directory.count(), 0);
    }
    void aFileThatIsNotUnderstood() {
        QFile own(file());
        QVERIFY(own.open(QFile::WriteOnly));
        own.write("{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": 5}}");
        own.close();
        const QByteArray before = kept();
        ToolBox box;
        McpDirectory directory(file(), m_keys, box, connection());
        QSignalSpy notKept(&directory, &McpDirectory::notKept);
        directory.load();
        QCOMPARE(notKept.count(), 1);
        QCOMPARE(directory.count(), 1);
        QCOMPARE(directory.add("c", "y"), QString());
        QFile copy(file() + ".before");
        QVERIFY(copy.open(QFile::ReadOnly));
        QCOMPARE(copy.readAll(), before);
    }
    void aFileThatCannotBeWritten() {
        ToolBox box;
        McpDirectory directory("/no/such/folder/mcp.json", m_keys, box, connection());
        QSignalSpy notKept(&directory, &McpDirectory::notKept);
        QCOMPARE(directory.add("a", "x"), QString());
        QCOMPARE(notKept.count(), 1);
        QCOMPARE(directory.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestMcpDirectory)
#include "tst_mcp_directory.moc"
