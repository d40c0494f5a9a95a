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
                 QStringList({"user: Hi", "assistant: <think>\nso\nit is\n</think>\n\nHello"}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.conversation.systemPrompt, QStringLiteral("Be brief."));
        QVERIFY(chat.conversation.pinned);
        QCOMPARE(chat.conversation.updatedAt, 1733000001000);
    }

    void versionsKeepTheirOrderAndTheirModel() {
        const auto read = [](const char* children) {
            return fromOpenWebUi(object(
                QByteArray(
                    R"({"chat":{"title":"T","models":["qwen"],"history":{"currentId":"a","messages":{"q":{"role":"user","content":"Q","timestamp":1,"parentId":null CHILDREN},"z":{"role":"assistant","content":"one","timestamp":2,"parentId":"q","model":"llama"},"m":{"role":"assistant","content":"two","timestamp":3,"parentId":"q"},"a":{"role":"assistant","content":"three","timestamp":4,"parentId":"q"}}}}})")
                    .replace("CHILDREN", children)));
        };
        // The times say it, too.
        for (const char* children : {R"(,"childrenIds":["z","m","a"])", R"(,"childrenIds":["z"])", ""}) {
            const ExchangedConversation chat = read(children);
            QStringList texts;
            for (const store::Message& message : chat.messages) texts += message.text;
            QCOMPARE(texts, QStringList({"Q", "one", "two", "three"}));
            QCOMPARE(visible(chat).last(), QString("assistant: three"));
            QCOMPARE(chat.messages[1].model, QString("llama"));
            QCOMPARE(chat.messages[2].model, QString("qwen"));
            QCOMPARE(chat.conversation.model, QString("qwen"));
        }
    }

    void reasoningBetweenCallsBelongsToTheAnswer() {
        const ExchangedConversation chat =
            fromOpenWebUi(objectInFile(data + QStringLiteral("open_webui_calls.json")));
        QCOMPARE(visible(chat), QStringList({"assistant: <think>\none\n\ntwo\n</think>\n\nDone"}));
        QCOMPARE(chat.messages[0].thoughtMs, 7000);
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
