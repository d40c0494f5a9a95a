#include "exchange/chat_importers.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

namespace {

const QString data = QStringLiteral(HEARTH_SOURCE_DIR "/tests/app/exchange/data/");

}  // namespace

class TestOpenWebuiImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheTree() {
        const ExchangedConversation chat =
            fromOpenWebUi(objectInFile(data + QStringLiteral("open_webui_tree.json")));
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
