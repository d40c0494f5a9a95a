#include "exchange/chat_importers.h"

#include <QElapsedTimer>
#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

namespace {

const QString data = QStringLiteral(HEARTH_SOURCE_DIR "/tests/app/exchange/data/");

}  // namespace

class TestChatgptImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheBranchInSightAndKeepsTheOthers() {
        const ExchangedConversation chat =
            fromChatGpt(objectInFile(data + QStringLiteral("chatgpt_branches.json")));
        QCOMPARE(visible(chat), QStringList({"user: Hi\nthere", "assistant: It is one."}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.conversation.title, QStringLiteral("T"));
        QCOMPARE(chat.conversation.createdAt, 1733000000500);
    }

    /// Names in a JSON object have no order; the lists of children have one.
    void versionsKeepTheirOrder() {
        const ExchangedConversation chat =
            fromChatGpt(objectInFile(data + QStringLiteral("chatgpt_versions.json")));
        QStringList replies;
        for (const store::Message& message : chat.messages)
            if (message.parentId == 1) replies += message.text;
        QCOMPARE(replies, QStringList({"FIRST", "<think>\npondering\n\nmore\n</think>\n\nSECOND", "THIRD"}));
        QCOMPARE(visible(chat), QStringList({"user: Question", "assistant: THIRD", "user: Next"}));
        // The reasoning's time is stored with the reply.
        QCOMPARE(chat.messages[2].thoughtMs, 7000);
        // The answering model, from the chat's own setting where the message does not name it.
        QCOMPARE(chat.conversation.model, QString("gpt-5-thinking"));
        QCOMPARE(chat.messages[1].model, QString("gpt-4o"));
        QCOMPARE(chat.messages[2].model, QString("gpt-5-thinking"));
        QVERIFY(chat.messages[0].model.isEmpty());
    }

    void marksOfTheWebPageGoInLinearTime() {
        const auto read = [](const QString& text) {
            const QJsonObject message{
                {"author", QJsonObject{{"role", "user"}}},
                {"content", QJsonObject{{"content_type", "text"}, {"parts", QJsonArray{text}}}}};
            return fromChatGpt(QJsonObject{{"mapping", QJsonObject{{"a", QJsonObject{{"message", message}}}}},
                                           {"current_node", "a"}});
        };
        QElapsedTimer time;
        time.start();
        (void)read(QString(1000000, QChar(0xE200)));
        QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(read(QStringLiteral("a\uE200cite\uE201b\uE200c")).messages[0].text,
                 QStringLiteral("ab\uE200c"));
    }

    void reasoningAndPicturesAreText() {
        const ExchangedConversation chat =
            fromChatGpt(objectInFile(data + QStringLiteral("chatgpt_reasoning.json")));
        QCOMPARE(visible(chat),
                 QStringList({"user: look\n[image]", "assistant: <think>\nhmm\n\nyes\n</think>\n\n"}));
        QCOMPARE(chat.messages[1].thoughtMs, 5000);
    }
};

QTEST_GUILESS_MAIN(TestChatgptImport)
#include "tst_chatgpt_import.moc"
