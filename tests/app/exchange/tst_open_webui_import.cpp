#include "exchange/chat_importers.h"

#include <QElapsedTimer>
#include <QtTest>
#include <cstring>

#include "app/exchange/exchanged_text.h"
#include "support/small_picture.h"

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

    void takesPicturesThatTheFileHas() {
        const auto bytes = hearth::test::smallPictureBytes(1);
        const QByteArray base64 =
            QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
                .toBase64();
        const auto file = [](const char* type, const QString& url) {
            return QJsonObject{{"type", type}, {"url", url}, {"name", "a.png"}};
        };
        const QString whole = "data:image/png;base64," + QString::fromLatin1(base64);
        const auto read = [&](const QString& text, const QJsonArray& files) {
            const QJsonObject message{{"role", "user"}, {"content", text}, {"files", files}};
            const QJsonObject history{{"currentId", "a"}, {"messages", QJsonObject{{"a", message}}}};
            return fromOpenWebUi(QJsonObject{{"title", "t"}, {"history", history}}).messages.at(0);
        };
        // A picture alone is a message.
        const store::Message alone = read({}, {file("image", whole)});
        QVERIFY(alone.text.isEmpty());
        QCOMPARE(alone.pictures.size(), size_t{1});
        QCOMPARE(alone.pictures[0].name, QString("a.png"));
        QVERIFY(alone.pictures[0].file->hash() == hearth::test::smallPicture(1)->hash());
        // Files that exist only on the server, or are damaged, are reported; other files are left out.
        const store::Message told =
            read("Hi", {file("image", "/api/v1/files/3"), file("image", "data:image/png;base64,AAAA"),
                        file("file", "/api/v1/files/4"), file("image", whole)});
        QCOMPARE(told.text, QString("Hi\n[image]\n[image]"));
        QCOMPARE(told.pictures.size(), size_t{1});
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
        // Text without such an element stays unchanged.
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
