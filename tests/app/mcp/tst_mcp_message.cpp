#include "mcp/mcp_message.h"

#include <QtTest>

using namespace hearth::app;

class TestMcpMessage : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;

private slots:
    void whatIsWritten() {
        QCOMPARE(mcpRequest(7, "tools/list", Json::object()),
                 QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{},\"id\":7}"));
        QCOMPARE(mcpNotification("a", {}), QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}"));
        QCOMPARE(mcpAnswer("\"x\"", Json::object()),
                 QByteArray("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}"));
        QVERIFY(mcpRefusal("3", -32601, "No.").contains("-32601"));
    }
    void whatIsRead() {
        const auto result =
            readMcpMessages("{\"jsonrpc\":\"2.0\",\"id\":\"12\",\"result\":{\"b\":1,\"a\":2}}");
        QCOMPARE(result.size(), size_t{1});
        QVERIFY(result[0].kind == McpMessage::Kind::Result && result[0].id == 12);
        QCOMPARE(result[0].content.dump(), std::string("{\"b\":1,\"a\":2}"));
        const auto list = readMcpMessages(
            "[{\"method\":\"n\"},{\"method\":\"ping\",\"id\":\"q\"},{\"id\":1,\"error\":{\"message\":\"no\"}}"
            ", 5, {}]");
        QCOMPARE(list.size(), size_t{3});
        QVERIFY(list[0].kind == McpMessage::Kind::Notification && list[0].method == "n");
        QVERIFY(list[1].kind == McpMessage::Kind::Request && list[1].asker == "\"q\"");
        QVERIFY(list[2].kind == McpMessage::Kind::Error && list[2].id == 1);
    }
    void whatIsNotUtf8IsReadAllTheSame_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("read");
        const QString mark = QString(QChar(0xfffd));
        QTest::newRow("Latin") << QByteArray("caf\xe9 au lait") << "caf" + mark + " au lait";
        QTest::newRow("cut off") << QByteArray("caf\xc3") << "caf" + mark;
        // As Python writes a name that is not UTF-8.
        QTest::newRow("half") << QByteArray("caf\\udce9") << "caf" + mark;
        QTest::newRow("half at the end") << QByteArray("caf\\ud83d") << "caf" + mark;
        QTest::newRow("pair") << QByteArray("\\ud83d\\udc1d \\ud83d")
                              << QString::fromUtf8("\U0001f41d ") + mark;
        QTest::newRow("no escape") << QByteArray("\\\\ud83d \xff") << "\\ud83d " + mark;
    }
    void whatIsNotUtf8IsReadAllTheSame() {
        QFETCH(QByteArray, text);
        const auto read = readMcpMessages("{\"id\":3,\"result\":{\"text\":\"" + text + "\"}}");
        QCOMPARE(read.size(), size_t{1});
        QCOMPARE(read[0].id, 3);
        QTEST(QString::fromStdString(read[0].content["text"].get<std::string>()), "read");
    }
    void whatAnswersButCannotBeRead() {
        QCOMPARE(unreadableAnswer("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"a\":nan}}"), 5);
        QCOMPARE(unreadableAnswer("{\"result\":{\"a\":[" + QByteArray(300, '[') + "]},\"id\": \"6\"}"), 6);
        QCOMPARE(
            unreadableAnswer("{\"id\":7,\"result\":" + QByteArray(1000, '[') + QByteArray(1000, ']') + "}"),
            7);
        // Readable messages are answered, and text that is not an object is not a message.
        QCOMPARE(unreadableAnswer("{\"id\":8,\"result\":1}"), 0);
        QCOMPARE(unreadableAnswer("Starting \"id\":9,"), 0);
        QCOMPARE(unreadableAnswer(""), 0);
    }
    void whatIsNone() {
        for (const char* bytes :
             {"", "hello", "1", "null", "{\"id\":1}", "{\"method\":5}", "{\"id\":{},\"result\":1}"})
            QVERIFY2(readMcpMessages(bytes).empty(), bytes);
        QVERIFY(readMcpMessages(QByteArray(100'000, '[')).empty());
    }
};

QTEST_GUILESS_MAIN(TestMcpMessage)
#include "tst_mcp_message.moc"
