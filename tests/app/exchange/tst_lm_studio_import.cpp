#include "exchange/chat_importers.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

class TestLmStudioImport : public QObject {
    Q_OBJECT

private slots:
    void takesVersionsAsSiblings() {
        const ExchangedConversation chat = fromLmStudio(object(R"({"name":"My chat","createdAt":1733000000000,
            "systemPrompt":"","messages":[
            {"versions":[{"type":"singleStep","role":"user","content":[{"type":"text","text":"Hi"},{"type":"file"}]}],
             "currentlySelected":0},
            {"versions":[
              {"type":"multiStep","role":"assistant","steps":[{"type":"contentBlock","content":[{"type":"text","text":"one"}]}]},
              {"type":"multiStep","role":"assistant","senderInfo":{"senderName":"qwen3-8b"},"steps":[
                {"type":"contentBlock","content":[{"type":"text","text":"<think>hmm</think>"}],"style":{"type":"thinking"}},
                {"type":"debugInfoBlock","debugInfo":"x"},
                {"type":"contentBlock","content":[{"type":"text","text":"two"}]}]}],"currentlySelected":7}],
            "perChatPredictionConfig":{"fields":[{"key":"llm.prediction.systemPrompt","value":"Be kind."}]}})"));
        QCOMPARE(visible(chat), QStringList({"user: Hi", "assistant: <think>\nhmm\n</think>\n\ntwo"}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.messages[2].model, QStringLiteral("qwen3-8b"));
        QCOMPARE(chat.conversation.systemPrompt, QStringLiteral("Be kind."));
        QCOMPARE(chat.conversation.title, QStringLiteral("My chat"));
    }

    void emptyTurnsDoNotCutTheChat() {
        const ExchangedConversation chat = fromLmStudio(object(R"({"messages":[
            {"versions":[{"role":"user","content":[{"type":"text","text":"a"}]}]},
            {"versions":[]},
            {"versions":[{"role":"assistant","steps":[]}]},
            {"versions":[{"role":"user","content":[{"type":"text","text":"b"}]}]}]})"));
        QCOMPARE(visible(chat), QStringList({"user: a", "user: b"}));
    }
};

QTEST_GUILESS_MAIN(TestLmStudioImport)
#include "tst_lm_studio_import.moc"
