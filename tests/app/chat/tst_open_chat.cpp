#include "chat/open_chat.h"

#include "chat/reply_comparison.h"
#include "chat/reply_runner.h"
#include "chat/reply_starter.h"
#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

class TestOpenChat : public QObject {
    Q_OBJECT

    /// Beside the one that the fixture's controller has.
    struct Parts {
        ChatFixture f;
        ReplyRunner runner{*f.store, f.inference};
        ReplyStarter starter{*f.store, runner, f.engine};
        ReplyComparison comparison{*f.store, runner};
        CallRunner calls{*f.store, f.tools, f.toolSettings};
        OpenChat chat{{*f.store, runner, starter, comparison, f.engine, f.sampling, f.conversations, calls}};

        /// A question and an empty reply to it, which is not begun.
        store::Message write() {
            store::Conversation record;
            store::Message question = chat.newMessage(store::Role::User, 0, "Q"), reply = chat.newReply(0);
            f.store->addTurn(record, question, reply);
            chat.conversation().open(record);
            return reply;
        }
    };

private slots:
    void withoutAModelOneIsAskedFor() {
        Parts p;
        QSignalSpy wanted(&p.chat, &OpenChat::modelsWanted);
        QVERIFY(!p.chat.canReply());
        QVERIFY(!p.chat.isReadyToReply());
        QCOMPARE(wanted.count(), 1);
        p.f.load();
        QVERIFY(p.chat.isReadyToReply());
        QCOMPARE(wanted.count(), 1);
    }

    void aReplyIsOfTheModelThatIsLoaded() {
        Parts p;
        p.f.load();
        const store::Message reply = p.chat.newReply(7);
        QCOMPARE(reply.parentId, 7);
        QCOMPARE(reply.model, p.f.engine.modelName());
        QVERIFY(reply.id == 0 && reply.role == store::Role::Assistant);
    }

    void aReplyBeginsAndCountsWhileItIsUnderWay() {
        Parts p;
        p.f.load();
        const store::Message reply = p.write();
        QSignalSpy end(&p.chat, &OpenChat::endWanted);
        QVERIFY(p.chat.start(reply, p.chat.manner()));
        QCOMPARE(end.count(), 1);
        QVERIFY(p.chat.reply() != nullptr);
        QCOMPARE(p.chat.reply()->message.id, reply.id);
        QVERIFY(!p.chat.canReply());
        QTRY_VERIFY(p.chat.reply() == nullptr);
        QCOMPARE(p.f.store->messages().find(reply.id)->text, QString("Hello, world."));
    }

    void anotherVersionIsShownFromWhereItDiffers() {
        Parts p;
        p.f.load();
        const store::Message first = p.write();
        p.chat.showAll();
        QSignalSpy shown(&p.chat, &OpenChat::branchShown);
        QVERIFY(p.chat.begin(p.chat.newReply(first.parentId), p.chat.manner(), first.id));
        QCOMPARE(shown.count(), 1);
        QVERIFY(p.chat.tree().last()->id != first.id);
        QCOMPARE(p.chat.tree().size(), size_t{3});
        QTRY_VERIFY(p.chat.reply() == nullptr);
    }

    void theOverflowIsOfTheNextReplyAlone() {
        Parts p;
        p.chat.setNextWhenFull(WhenFull::Slide);
        QVERIFY(p.chat.hasNextWhenFull());
        QVERIFY(p.chat.manner().whenFull == WhenFull::Slide);
        QVERIFY(!p.chat.manner().whenFull);
    }

    void whatTheStoreRefusesIsSaid() {
        Parts p;
        QSignalSpy failed(&p.chat, &OpenChat::failed);
        QVERIFY(p.chat.change([] {}));
        QVERIFY(!p.chat.change([] { throw store::StoreError({}, "No room."); }));
        QCOMPARE(failed[0][0].toString(), QString("This was not saved"));
        QCOMPARE(failed[0][1].toString(), QString("No room."));
    }

    void theLastReplyMayHaveFailed() {
        Parts p;
        p.f.load();
        p.f.script->generateError = "The graphics card is out of memory.";
        const store::Message reply = p.write();
        QVERIFY(p.chat.start(reply, p.chat.manner()));
        QVERIFY(p.chat.failedReply() == nullptr);
        QTRY_VERIFY(p.chat.reply() == nullptr);
        p.chat.conversation().read();
        QVERIFY(p.chat.failedReply() != nullptr);
        QCOMPARE(p.chat.failedReply()->id, reply.id);
    }
};

QTEST_GUILESS_MAIN(TestOpenChat)
#include "tst_open_chat.moc"
