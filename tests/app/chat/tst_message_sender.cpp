#include "chat/message_sender.h"

#include <QTemporaryDir>

#include "chat_fixture.h"

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
        f.chat.draft()->setText("second");
        QVERIFY(f.chat.send("second"));
        QCOMPARE(f.chat.draft()->text(), QString());
        QCOMPARE(f.chat.waiting()->count(), 1);
        QVERIFY(f.chat.send("third"));
        f.chat.draft()->setText("half a thought");
        QTRY_COMPARE(f.shown().size(), 6);
        f.waitForReply();
        QCOMPARE(f.shown().at(2), QString("second"));
        QCOMPARE(f.shown().at(4), QString("third"));
        QCOMPARE(f.chat.waiting()->count(), 0);
        QCOMPARE(f.chat.draft()->text(), QString("half a thought"));
        QCOMPARE(f.store->drafts().find(f.chat.conversationId()), QString("half a thought"));
    }

    void stoppingBringsItBack() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.draft()->setText("fourth");
        f.chat.stop();
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
        QCOMPARE(f.chat.waiting()->count(), 0);
        QCOMPARE(f.chat.draft()->text(), QString("second\n\nthird\n\nfourth"));
    }

    void itCanBeTakenBackOrRemoved() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.waiting()->takeBack(1);
        QCOMPARE(f.chat.draft()->text(), QString("third"));
        f.chat.waiting()->remove(0);
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
    }

    void onlySoManyWait() {
        ChatFixture f;
        startLong(f);
        for (int i = 0; i < MessageQueue::most; ++i) QVERIFY(f.chat.send("more"));
        f.chat.draft()->setText("too many");
        QVERIFY(!f.chat.send("too many"));
        QCOMPARE(f.chat.draft()->text(), QString("too many"));
        QVERIFY(f.toasts.isVisible());
    }

    void itWaitsInItsOwnChat() {
        ChatFixture f;
        startLong(f);
        const qint64 first = f.chat.conversationId();
        f.chat.send("second");
        f.conversations.create();
        QCOMPARE(f.chat.waiting()->count(), 0);
        // It goes when the reply has ended, whether the chat is open or not.
        QTRY_COMPARE(f.store->messages().ofConversation(first).size(), 4U);
        f.chat.open(first);
        QCOMPARE(f.chat.waiting()->count(), 0);
        f.waitForReply();
        QCOMPARE(f.shown().size(), 4);
        QCOMPARE(f.shown().at(2), QString("second"));
    }

    void inAChatThatIsNotOpenItGoesWithItsOwnSettingsAndFiles() {
        ChatFixture f;
        startLong(f);
        const qint64 first = f.chat.conversationId();
        f.sampling.setTopK(7);
        f.chat.setSystemPrompt("Be brief.");
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments()->put({file});
        f.chat.send("second");
        f.chat.draft()->setText("half a thought");
        f.conversations.create();
        f.sampling.setTopK(9);
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
            f.chat.attachments()->put({file});
            f.chat.send("second");
        }
        ChatFixture f(store::Store::open(folder.path().toStdString()));
        f.chat.open(id);
        QCOMPARE(f.chat.draft()->text(), QString("second"));
        QCOMPARE(f.chat.attachments()->count(), 1);
    }

    void filesAloneCanBeTakenBack() {
        ChatFixture f;
        startLong(f);
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments()->put({file});
        QVERIFY(f.chat.send(""));
        f.chat.waiting()->takeBack(0);
        QCOMPARE(f.chat.attachments()->count(), 1);
    }

    void filesGoWithIt() {
        ChatFixture f;
        startLong(f);
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.chat.attachments()->put({file});
        f.chat.send("with a file");
        QCOMPARE(f.chat.attachments()->count(), 0);
        f.chat.waiting()->takeBack(0);
        QCOMPARE(f.chat.attachments()->count(), 1);
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
