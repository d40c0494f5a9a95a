#include <QTemporaryDir>

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;
using Model = MessageBlockModel;

class TestChatWaiting : public QObject {
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
        f.chat.setDraft("second");
        QVERIFY(f.chat.send("second"));
        QCOMPARE(f.chat.draft(), QString());
        QCOMPARE(f.chat.waiting()->count(), 1);
        QVERIFY(f.chat.send("third"));
        f.chat.setDraft("half a thought");
        QTRY_COMPARE(f.shown().size(), 6);
        f.waitForReply();
        QCOMPARE(f.shown().at(2), QString("second"));
        QCOMPARE(f.shown().at(4), QString("third"));
        QCOMPARE(f.chat.waiting()->count(), 0);
        QCOMPARE(f.chat.draft(), QString("half a thought"));
        QCOMPARE(f.store->drafts().find(f.chat.conversationId()), QString("half a thought"));
    }

    void stoppingBringsItBack() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.setDraft("fourth");
        f.chat.stop();
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
        QCOMPARE(f.chat.waiting()->count(), 0);
        QCOMPARE(f.chat.draft(), QString("second\n\nthird\n\nfourth"));
    }

    void itCanBeTakenBackOrRemoved() {
        ChatFixture f;
        startLong(f);
        f.chat.send("second");
        f.chat.send("third");
        f.chat.takeBack(1);
        QCOMPARE(f.chat.draft(), QString("third"));
        f.chat.waiting()->remove(0);
        f.waitForReply();
        QCOMPARE(f.shown().size(), 2);
    }

    void onlySoManyWait() {
        ChatFixture f;
        startLong(f);
        for (int i = 0; i < MessageQueue::most; ++i) QVERIFY(f.chat.send("more"));
        f.chat.setDraft("too many");
        QVERIFY(!f.chat.send("too many"));
        QCOMPARE(f.chat.draft(), QString("too many"));
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
        f.chat.setDraft("half a thought");
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
        QCOMPARE(f.chat.draft(), QString("second"));
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
        f.chat.takeBack(0);
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
        f.chat.takeBack(0);
        QCOMPARE(f.chat.attachments()->count(), 1);
        f.chat.send("with a file");
        QTRY_COMPARE(f.shown().size(), 4);
        f.waitForReply();
        QCOMPARE(f.store->attachments().ofMessage(f.idAt(2)).size(), 1U);
    }

    void circlesAreNoticedAndWrittenAgain() {
        ChatFixture f;
        f.script->pieces.assign(10000, "the same line again\n");
        f.script->tokenStep = 200us;
        f.load();
        f.sampling.setRepeatPenalty(1.0);
        QVERIFY(!f.chat.isRepeating());
        f.chat.send("Q");
        QTRY_VERIFY(f.chat.isRepeating());
        connect(&f.chat, &ChatController::replyEnded, &f.chat,
                [&f] { f.script->pieces = {"A good reply."}; });
        f.chat.regenerateWithPenalty(f.idAt(1));
        QTRY_COMPARE(f.shown().value(1), QString("A good reply."));
        f.waitForReply();
        QVERIFY(!f.chat.isRepeating());
        QCOMPARE(f.script->requests.size(), 2U);
        QVERIFY(f.script->requests[1].sampling.repeatPenalty > 1.1F);
        const auto made = f.store->generations().find(f.idAt(1));
        QVERIFY(made->recipe.value("sampling").toObject().value("repeatPenalty").toDouble() > 1.1);
        QCOMPARE(f.sampling.repeatPenalty(), 1.0);
        // The one before is still there, and says what it is.
        f.chat.selectSibling(f.idAt(1), -1);
        const int row = f.rows().count() - 2;
        QCOMPARE(f.row(row, Model::KindRole).toInt(), int(Model::Notice));
        QCOMPARE(f.row(row, Model::TextRole).toString(), QString("This reply repeats itself."));
        f.chat.regenerate(f.idAt(1));
        f.waitForReply();
        QCOMPARE(f.script->requests.back().sampling.repeatPenalty, 1.0F);
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

QTEST_GUILESS_MAIN(TestChatWaiting)
#include "tst_chat_waiting.moc"
