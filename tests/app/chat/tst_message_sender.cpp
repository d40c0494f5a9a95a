#include "chat/message_sender.h"

#include <QTemporaryDir>

#include "chat/message_pictures.h"
#include "chat_fixture.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;
using Model = MessageBlockModel;

class TestMessageSender : public QObject {
    Q_OBJECT

    static void startLong(ChatFixture& f, const char* text = "first") {
        f.script->pieces.assign(100, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QString(text));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
    }

private slots:
    void aMessageWaitsForTheReply() {
        ChatFixture f;
        startLong(f);
        f.chat.draft->setText("second");
        QVERIFY(f.chat.send("second"));
        QCOMPARE(f.chat.draft->text(), QString());
        QCOMPARE(f.chat.waiting->count(), 1);
        QVERIFY(f.chat.send("third"));
        f.chat.draft->setText("half a thought");
        QTRY_COMPARE(f.shown().size(), 6);
        f.waitForReply();
        QCOMPARE(f.shown().at(2), QString("second"));
        QCOMPARE(f.shown().at(4), QString("third"));
        QCOMPARE(f.chat.waiting->count(), 0);
        QCOMPARE(f.chat.draft->text(), QString("half a thought"));
        QCOMPARE(f.store->drafts().find(f.chat.conversationId()), QString("half a thought"));
    }

    void picturesGoWithTheMessage() {
        ChatFixture f;
        f.load();
        const auto picture = test::smallPicture(1);
        f.chat.draft->pictures()->add({picture, "a.png"});
        f.talk(QStringLiteral("What is it?"));
        QCOMPARE(f.chat.draft->pictures()->count(), 0);
        const auto message = f.store->messages().find(f.idAt(0));
        QCOMPARE(message->pictures, picturesBefore({{picture, "a.png"}}));
        QVERIFY(f.store->pictures().has(store::pictureHash(*picture)));
        const auto& asked = f.script->requests.front().messages.back().pictures;
        QCOMPARE(asked.size(), size_t{1});
        QVERIFY(asked[0].at == 0 && asked[0].file->hash() == picture->hash());
        const QVariantList shown = f.row(0, Model::PicturesRole).toList();
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0].toMap()["hash"].toString(), store::pictureHash(*picture));
        // The title is asked for by words alone, the next turn with the picture.
        f.talk(QStringLiteral("And now?"));
        const auto picturesIn = [](const GenerationRequest& request) {
            size_t pictures = 0;
            for (const ChatMessage& one : request.messages) pictures += one.pictures.size();
            return pictures;
        };
        QCOMPARE(f.script->requests.back().messages.back().content, std::string("And now?"));
        QCOMPARE(picturesIn(f.script->requests.back()), size_t{1});
        QTRY_VERIFY(!f.script->titleRequests.empty());
        QCOMPARE(picturesIn(f.script->titleRequests.front()), size_t{0});
    }

    void aDamagedPictureFailsTheReply() {
        auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message question, answer;
        question.text = "What is it?";
        question.pictures = picturesBefore({{test::smallPicture(1), "a.png"}});
        store->addTurn(conversation, question, answer);
        answer.state = store::MessageState::Complete;
        store->finishReply(answer, {});
        store->database().execute("UPDATE picture SET bytes = x'00'");
        ChatFixture f(std::move(store));
        f.load();
        f.chat.open(conversation.id);
        f.talk("And now?");
        const auto reply = f.store->messages().find(f.idAt(3));
        QCOMPARE(reply->state, store::MessageState::Failed);
        QCOMPARE(
            reply->error,
            QString("A picture of this chat is damaged; edit its message to send it without the picture."));
        QVERIFY(f.script->requests.empty());
        // The edit that the sentence asks for.
        f.chat.versions->startEdit(f.idAt(0));
        QCOMPARE(f.chat.versions->pictures()->count(), 0);
        f.chat.versions->edit(f.idAt(0), "What is it?");
        f.chat.versions->endEdit();
        f.waitForReply();
        QCOMPARE(f.store->messages().find(f.idAt(1))->state, store::MessageState::Complete);
    }

    void aPictureGoesWithoutWords() {
        ChatFixture f;
        f.load();
        QVERIFY(!f.chat.send(QString()));
        f.chat.draft->pictures()->add({test::smallPicture(1), "a.png"});
        f.talk(QString());
        QCOMPARE(f.store->messages().find(f.idAt(0))->pictures.size(), size_t{1});
        QCOMPARE(f.store->conversations().find(f.chat.conversationId())->title, QString("a.png"));
        QCOMPARE(f.row(0, Model::KindRole).toInt(), int(Model::UserText));
        QCOMPARE(f.row(0, Model::PicturesRole).toList().size(), 1);
    }

    void picturesWaitWithTheirMessageAndComeBack() {
        ChatFixture f;
        startLong(f);
        f.chat.draft->pictures()->add({test::smallPicture(1), "a.png"});
        QVERIFY(f.chat.send("second"));
        QCOMPARE(f.chat.draft->pictures()->count(), 0);
        f.chat.draft->pictures()->add({test::smallPicture(2), "b.png"});
        QVERIFY(f.chat.send("third"));
        f.chat.waiting->withdraw(1);
        QCOMPARE(f.chat.draft->pictures()->count(), 1);
        QCOMPARE(f.chat.draft->pictures()->pictures()[0].name, QString("b.png"));
        QTRY_COMPARE(f.shown().size(), 4);
        f.waitForReply();
        QCOMPARE(f.store->messages().find(f.idAt(2))->pictures.size(), size_t{1});
        QCOMPARE(f.store->messages().find(f.idAt(2))->pictures[0].name, QString("a.png"));
        // The content of the composer stays there.
        QCOMPARE(f.chat.draft->pictures()->count(), 1);
    }

    void stoppingBringsItBack() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.draft->setText("fourth");
        f.chat.stop();
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
        QCOMPARE(f.chat.waiting->count(), 0);
        QCOMPARE(f.chat.draft->text(), QString("second\n\nthird\n\nfourth"));
    }

    void itCanBeTakenBackOrRemoved() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.waiting->withdraw(1);
        QCOMPARE(f.chat.draft->text(), QString("third"));
        f.chat.waiting->remove(0);
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
    }

    void onlySoManyWait() {
        ChatFixture f;
        startLong(f);
        for (int i = 0; i < MessageQueue::most; ++i) QVERIFY(f.chat.send("more"));
        f.chat.draft->setText("too many");
        QVERIFY(!f.chat.send("too many"));
        QCOMPARE(f.chat.draft->text(), QString("too many"));
        QVERIFY(f.toasts.isVisible());
    }

    void itWaitsInItsOwnChat() {
        ChatFixture f;
        startLong(f);
        const qint64 first = f.chat.conversationId();
        f.chat.send("second");
        f.conversations.create();
        QCOMPARE(f.chat.waiting->count(), 0);
        // It goes when the reply has ended, whether the chat is open or not.
        QTRY_COMPARE(f.store->messages().ofConversation(first).size(), 4U);
        f.chat.open(first);
        QCOMPARE(f.chat.waiting->count(), 0);
        f.waitForReply();
        QCOMPARE(f.shown().size(), 4);
        QCOMPARE(f.shown().at(2), QString("second"));
    }

    void inAChatThatIsNotOpenItGoesWithItsOwnSettingsAndFiles() {
        ChatFixture f;
        startLong(f);
        const qint64 first = f.chat.conversationId();
        f.sampling.setValue("topK", 7);
        f.chat.setSystemPrompt("Be brief.");
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments->put({file});
        f.chat.send("second");
        f.chat.draft->setText("half a thought");
        f.conversations.create();
        f.sampling.setValue("topK", 9);
        QTRY_COMPARE(f.script->requests.size(), 2U);
        const GenerationRequest& request = f.script->requests[1];
        QCOMPARE(request.sampling.topK, 7);
        QCOMPARE(request.messages.front().content, std::string("Be brief."));
        QVERIFY(request.messages.back().content.find("words") != std::string::npos);
        QCOMPARE(f.store->drafts().find(first), QString("half a thought"));
        QTRY_VERIFY(f.store->messages().ofConversation(first).back().state == store::MessageState::Complete);
    }

    void afterACrashItStandsInTheComposerWithItsFiles() {
        QTemporaryDir folder;
        qint64 id = 0;
        {
            ChatFixture f(store::Store::open(folder.path().toStdString()));
            startLong(f);
            id = f.chat.conversationId();
            store::Attachment file;
            file.name = "notes.txt";
            file.text = "words";
            f.chat.attachments->put({file});
            f.chat.send("second");
        }
        ChatFixture f(store::Store::open(folder.path().toStdString()));
        f.chat.open(id);
        QCOMPARE(f.chat.draft->text(), QString("second"));
        QCOMPARE(f.chat.attachments->count(), 1);
    }

    void filesAloneCanBeTakenBack() {
        ChatFixture f;
        startLong(f);
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments->put({file});
        QVERIFY(f.chat.send(""));
        f.chat.waiting->withdraw(0);
        QCOMPARE(f.chat.attachments->count(), 1);
    }

    void filesGoWithIt() {
        ChatFixture f;
        startLong(f);
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments->put({file});
        f.chat.send("with a file");
        QCOMPARE(f.chat.attachments->count(), 0);
        f.chat.waiting->withdraw(0);
        QCOMPARE(f.chat.attachments->count(), 1);
        f.chat.send("with a file");
        QTRY_COMPARE(f.shown().size(), 4);
        f.waitForReply();
        QCOMPARE(f.store->attachments().ofMessage(f.idAt(2)).size(), 1U);
    }

    void repliesSayHowTheyEnded() {
        ChatFixture f;
        f.script->pieces = {"\n"};
        f.load();
        f.talk("Q");
        const auto notice = [&f] { return f.row(f.rows().count() - 2, Model::TextRole).toString(); };
        QCOMPARE(notice(), QString("The model ended its reply without writing anything."));
        f.script->pieces.assign(1000, "word ");
        f.script->tokenStep = 1ms;
        f.chat.send("Q");
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.chat.stop();
        f.waitForReply();
        QCOMPARE(notice(), QString("Stopped"));
        QCOMPARE(f.row(f.rows().count() - 2, Model::ActionsRole).toList().size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestMessageSender)
#include "tst_message_sender.moc"
