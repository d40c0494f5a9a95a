#include "exchange/hearth_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "store/picture_table.h"
#include "support/small_picture.h"

using namespace hearth::app;

class TestHearthJson : public QObject {
    Q_OBJECT

private slots:
    void picturesAreWrittenOnceAndReadBack() {
        ExchangedConversation chat;
        store::Message question, answer, again;
        question.id = 1;
        question.text = QStringLiteral("before after");
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1), "a.png"}),
                             store::messagePicture({hearth::test::smallPicture(2), {}})};
        question.pictures[1].at = 7;
        question.pictures[1].detail = hearth::PictureDetail::Low;
        again.id = 3;
        again.parentId = 1;
        again.pictures = {question.pictures[0]};
        chat.messages = {question, again};
        const QByteArray json = toHearthJson(chat);
        QJsonObject document = QJsonDocument::fromJson(json).object();
        QCOMPARE(document["pictures"].toObject().size(), 2);
        const ExchangedConversation read = fromHearthJson(document);
        QCOMPARE(read.messages[0].pictures, question.pictures);
        QCOMPARE(read.messages[1].pictures, again.pictures);
        QCOMPARE(read.messages[0].pictures[0].width, 3);
        QVERIFY(read.messages[0].pictures[1].file->hash() == hearth::test::smallPicture(2)->hash());
        QCOMPARE(toHearthJson(read), json);
        // Missing or damaged files are reported at their position.
        QJsonObject files = document["pictures"].toObject();
        files[question.pictures[0].hash] = QString::fromLatin1(QByteArray("no picture").toBase64());
        document["pictures"] = files;
        const ExchangedConversation damaged = fromHearthJson(document);
        QCOMPARE(damaged.messages[0].text, QString("[image]\nbefore after"));
        QCOMPARE(damaged.messages[0].pictures.size(), size_t{1});
        QCOMPARE(damaged.messages[0].pictures[0].at, qsizetype{15});
        QCOMPARE(damaged.messages[1].text, QString("[image]\n"));
        document.remove("pictures");
        QCOMPARE(fromHearthJson(document).messages[0].text, QString("[image]\nbefore [image]\nafter"));
    }

    void placesOfPicturesAreBounded() {
        ExchangedConversation chat;
        store::Message question;
        question.id = 1;
        question.text = QStringLiteral("Q");
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1), {}}),
                             store::messagePicture({hearth::test::smallPicture(2), {}})};
        question.pictures[0].at = 1'000'000;
        question.pictures[1].at = -5;
        chat.messages = {question};
        const auto read = fromHearthJson(QJsonDocument::fromJson(toHearthJson(chat)).object());
        QCOMPARE(read.messages[0].pictures[0].at, qsizetype{1});
        QCOMPARE(read.messages[0].pictures[1].at, qsizetype{1});
    }

    void readsBackWhatItWrote() {
        ExchangedConversation chat;
        chat.conversation.title = QStringLiteral("T \u6f22");
        chat.conversation.titleSource = store::TitleSource::Model;
        chat.conversation.systemPrompt = QStringLiteral("S");
        chat.conversation.folder = QStringLiteral("F");
        chat.conversation.pinned = true;
        chat.conversation.model = QStringLiteral("M");
        chat.conversation.sampling = {{"topK", 3}};
        chat.conversation.overflow = store::Overflow::Summarise;
        chat.conversation.activeRoot = 1;
        chat.conversation.createdAt = 1;
        chat.conversation.updatedAt = 9007199254740993;  // more than a JSON number holds
        store::Message question, answer;
        question.id = 1;
        question.activeChild = 2;
        question.text = QStringLiteral("Q\n\"x\" \u0002");
        answer.id = 2;
        answer.parentId = 1;
        answer.role = store::Role::Assistant;
        answer.state = store::MessageState::Stopped;
        answer.text = QStringLiteral("A");
        answer.thoughtMs = 12;
        answer.figures = QStringLiteral("fast");
        answer.error = QStringLiteral("e");
        answer.model = QStringLiteral("M");
        answer.createdAt = 77;
        chat.conversation.tools = {{"on", true}};
        chat.conversation.structure = {{"on", true}, {"schema", "{}"}};
        chat.conversation.documents = {{"without", QJsonArray{"/a"}}};
        answer.calls = {{"c1", "add", "{}", ""}};
        store::Message call;
        call.id = 3;
        call.parentId = 2;
        call.role = store::Role::Tool;
        call.state = store::MessageState::Refused;
        call.calls = {{"c1", "add", "{}", "Hearth"}};
        call.text = QStringLiteral("no");
        chat.messages = {question, answer, call};
        chat.generations[2] = {{1, -1, 2147483647},
                               {0.1F, 1e-7F},
                               {{"totalMs", 0.1}},
                               {{"seed", "18446744073709551615"}},
                               QByteArray("\x01\x00\xff", 3),
                               hearth::FinishReason::StopString,
                               QByteArray("\x02\x00\xfe", 3)};
        chat.attachments[1] = {{1, 1, QStringLiteral("a.txt"), QStringLiteral("t\n"), 3000000000, 2}};
        chat.summaries = {{7, 3, 2, QStringLiteral("In short"), true, 78}};
        const QByteArray once = toHearthJson(chat);
        const ExchangedConversation back = fromHearthJson(object(once.constData()));
        QCOMPARE(toHearthJson(back), once);
        QCOMPARE(back.conversation.updatedAt, chat.conversation.updatedAt);
        QCOMPARE(back.generations.at(2).tokens, chat.generations.at(2).tokens);
        QCOMPARE(back.generations.at(2).probabilities, chat.generations.at(2).probabilities);
        QCOMPARE(back.generations.at(2).candidates, chat.generations.at(2).candidates);
        QCOMPARE(back.generations.at(2).toldTokens, chat.generations.at(2).toldTokens);
        QCOMPARE(back.generations.at(2).finishReason, chat.generations.at(2).finishReason);
        QCOMPARE(back.attachments.at(1).front().text, QStringLiteral("t\n"));
        QCOMPARE(back.attachments.at(1).front().sizeBytes, 3000000000);
        QCOMPARE(back.conversation.overflow, store::Overflow::Summarise);
        QCOMPARE(back.summaries.at(0).messageId, 2);
        QCOMPARE(back.summaries.at(0).text, QStringLiteral("In short"));
        QVERIFY(back.summaries.at(0).edited);
        QCOMPARE(visible(back), visible(chat));
        QCOMPARE(back.messages[1].state, store::MessageState::Stopped);
        QCOMPARE(back.messages[1].thoughtMs, 12);
        QCOMPARE(back.messages[1].calls, answer.calls);
        QCOMPARE(back.messages[2].role, store::Role::Tool);
        QCOMPARE(back.messages[2].state, store::MessageState::Refused);
        QCOMPARE(back.messages[2].calls, call.calls);
        QVERIFY(back.conversation.tools.value("on").toBool());
        QCOMPARE(back.conversation.structure, chat.conversation.structure);
        QCOMPARE(back.conversation.documents, chat.conversation.documents);
        // A permission of one person does not apply to another, and documents are switched on by hand.
        chat.conversation.documents.insert("on", true);
        QVERIFY(
            !fromHearthJson(object(toHearthJson(chat).constData())).conversation.documents.contains("on"));
        chat.conversation.tools.insert("allowed", QJsonArray{"hearth/read_file"});
        QVERIFY(
            !fromHearthJson(object(toHearthJson(chat).constData())).conversation.tools.contains("allowed"));
    }

    void whatDoesNotFitTogetherIsRefused() {
        QVERIFY_EXCEPTION_THROWN(fromHearthJson(object(R"({"version":2})")), ImportError);
        for (const char* messages : {R"([{"id":"0"}])", R"([{"id":"1","parent":"2"}])",
                                     R"([{"id":"1"},{"id":"1"}])", R"([{"id":"1","parent":"1"}])", R"([5])"})
            QVERIFY_EXCEPTION_THROWN(fromHearthJson(object(qPrintable(
                                         QStringLiteral(R"({"version":1,"messages":%1})").arg(messages)))),
                                     ImportError);
    }

    void finishReasonsOfOlderFilesAreRead() {
        const auto reasonOf = [](const QString& generation) {
            const auto chat = fromHearthJson(object(qPrintable(
                QStringLiteral(R"({"version":1,"messages":[{"id":"1","generation":%1}]})").arg(generation))));
            const store::Generation& made = chat.generations.at(1);
            return made.recipe.contains("finishReason") ? std::nullopt : made.finishReason;
        };
        using Reason = hearth::FinishReason;
        const auto old = [](const char* phrase) {
            return QStringLiteral(R"({"recipe":{"finishReason":"%1"}})").arg(QLatin1String(phrase));
        };
        QCOMPARE(reasonOf(old("end of text")), std::optional(Reason::EndOfText));
        QCOMPARE(reasonOf(old("stop string")), std::optional(Reason::StopString));
        QCOMPARE(reasonOf(old("length")), std::optional(Reason::MaxTokens));
        QCOMPARE(reasonOf(old("context full")), std::optional(Reason::ContextFull));
        QCOMPARE(reasonOf(old("cancelled")), std::optional(Reason::Cancelled));
        QVERIFY(!reasonOf(old("something else")) && !reasonOf(R"({"recipe":{}})"));
        QVERIFY(!reasonOf(R"({"finishReason":"of a later version"})") && !reasonOf(R"({"finishReason":3})"));
        QCOMPARE(reasonOf(R"({"finishReason":"context_full"})"), std::optional(Reason::ContextFull));
    }

    void anUnfinishedReplyIsStopped() {
        const auto chat =
            fromHearthJson(object(R"({"version":1,"messages":[{"id":"1","role":"assistant","state":1}]})"));
        QCOMPARE(chat.messages[0].state, store::MessageState::Stopped);
    }
};

QTEST_GUILESS_MAIN(TestHearthJson)
#include "tst_hearth_json.moc"
