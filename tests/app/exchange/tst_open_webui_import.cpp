#include "exchange/chat_importers.h"

#include <QElapsedTimer>
#include <QtTest>
#include <cstring>

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

    // Each of these took minutes, or longer than anybody waits.
    void anyTextIsReadInLinearTime() {
        const auto read = [](const QString& content) {
            QJsonObject message{{"role", "assistant"}, {"content", content}};
            QJsonObject history{{"currentId", "a"}, {"messages", QJsonObject{{"a", message}}}};
            return fromOpenWebUi(QJsonObject{{"title", "t"}, {"history", history}});
        };
        QElapsedTimer time;
        time.start();
        for (const char* part :
             {"<details type=\"reasoning\">", "<details type=\"reasoning\"", "<details ",
              "<details type=\"reasoning\"></details>", "<details>x</details>",
              "<details type=\"x\"><summary>", "</details>", "x<details type=\"x\">y</details>"})
            (void)read(QString(part).repeated(2800000 / static_cast<int>(strlen(part))));
        QVERIFY2(time.elapsed() < 5000, qPrintable(QString::number(time.elapsed())));
        // What is no such element stays as it is.
        QCOMPARE(read("a <details>b</details> <details type=\"code\">c</details>d").messages[0].text,
                 QString("a <details>b</details> d"));
    }

    void olderFilesAreTheChatItself() {
        const ExchangedConversation chat = fromOpenWebUi(object(
            R"({"title":"old","history":{"currentId":"a","messages":{"a":{"role":"user","content":"Hi"}}}})"));
        QCOMPARE(visible(chat), QStringList({"user: Hi"}));
    }
};

QTEST_GUILESS_MAIN(TestOpenWebuiImport)
#include "tst_open_webui_import.moc"
