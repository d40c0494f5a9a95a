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

class TestChatImport : public QObject {
    Q_OBJECT

private slots:
    void tellsFilesApart() {
        (void)object;
        const auto one = [](const char* json) { return visible(importChats(json).at(0)); };
        QCOMPARE(
            one(R"([{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["gpt"]}}}},"current_node":"a"}])"),
            QStringList({"user: gpt"}));
        QCOMPARE(
            one(R"([{"chat":{"history":{"currentId":"a","messages":{"a":{"role":"user","content":"owui"}}}}}])"),
            QStringList({"user: owui"}));
        QCOMPARE(
            one(R"({"messages":[{"versions":[{"role":"user","content":[{"type":"text","text":"lm"}]}]}]})"),
            QStringList({"user: lm"}));
        QCOMPARE(
            one(R"({"format":"hearth-conversation","version":1,"messages":[{"id":"1","role":"user","text":"own"}]})"),
            QStringList({"user: own"}));
    }

    void whatItDoesNotKnowIsASentence() {
        for (const char* file : {"", "hello", "{}", "[]", "[1]", "{\"messages\":[]}", "PK\x03\x04zip",
                                 "{\"a\":", "\xF5\xD5\x53\xCC", "{\"mapping\":{}}", "\xff\xfe"}) {
            try {
                importChats(file);
                QFAIL(file);
            } catch (const ImportError& error) {
                QVERIFY(error.message().size() > 10);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChatImport)
#include "tst_chat_import.moc"
