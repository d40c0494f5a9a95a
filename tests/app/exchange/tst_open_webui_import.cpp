#include "exchange/chat_importers.h"

#include <QJsonDocument>
#include <QtTest>

#include "store/message_table.h"

using namespace hearth::app;

namespace {

QJsonObject object(const char* json) {
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) qFatal("%s", qPrintable(problem.errorString()));
    return document.object();
}

/// "role: text" along the visible branch.
QStringList visible(const ExchangedConversation& chat) {
    QStringList lines;
    for (const store::Message& message : store::activePath(chat.messages, chat.conversation.activeRoot))
        lines += (message.role == store::Role::User        ? QStringLiteral("user: ")
                  : message.role == store::Role::Assistant ? QStringLiteral("assistant: ")
                                                           : QStringLiteral("system: ")) +
                 message.text;
    return lines;
}

}  // namespace

class TestOpenWebuiImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheTree() {
        const ExchangedConversation chat = fromOpenWebUi(object(R"x({"chat":{"title":"T","system":"Be brief.",
            "history":{"currentId":"m2","messages":{
            "m1":{"id":"m1","parentId":null,"role":"user","content":"Hi","timestamp":1733000000},
            "m2":{"id":"m2","parentId":"m1","role":"assistant","model":"llama3.2","timestamp":1733000001,
                "content":"<details type=\"reasoning\" done=\"true\" duration=\"3\"><summary>Thought</summary>\n> so\n> it is\n</details>\nHello<details type=\"tool_calls\" id=\"x\"><summary>T</summary>r</details>"},
            "m3":{"id":"m3","parentId":"m1","role":"assistant","content":"Other"}}}},
            "pinned":true,"created_at":1733000000,"updated_at":1733000001})x"));
        QCOMPARE(visible(chat),
                 QStringList({"user: Hi", "assistant: <think>\nso\nit is\n</think>\n\n\nHello"}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.conversation.systemPrompt, QStringLiteral("Be brief."));
        QVERIFY(chat.conversation.pinned);
        QCOMPARE(chat.conversation.updatedAt, 1733000001000);
    }

    void olderFilesAreTheChatItself() {
        const ExchangedConversation chat = fromOpenWebUi(object(
            R"({"title":"old","history":{"currentId":"a","messages":{"a":{"role":"user","content":"Hi"}}}})"));
        QCOMPARE(visible(chat), QStringList({"user: Hi"}));
    }
};

QTEST_GUILESS_MAIN(TestOpenWebuiImport)
#include "tst_open_webui_import.moc"
