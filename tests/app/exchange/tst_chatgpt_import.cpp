#include "exchange/chat_importers.h"

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

    void reasoningAndPicturesAreText() {
        const ExchangedConversation chat =
            fromChatGpt(objectInFile(data + QStringLiteral("chatgpt_reasoning.json")));
        QCOMPARE(visible(chat),
                 QStringList({"user: look\n[image]", "assistant: <think>\nhmm\n\nyes\n</think>"}));
        QCOMPARE(chat.messages[1].thoughtMs, 5000);
    }
};

QTEST_GUILESS_MAIN(TestChatgptImport)
#include "tst_chatgpt_import.moc"
