#include "chat/finished_replies.h"

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;
using Model = MessageBlockModel;

class TestFinishedReplies : public QObject {
    Q_OBJECT

private slots:
    void failureKeepsWhatWasMadeAndOffersARemedy() {
        ChatFixture f;
        f.script->generateError = "The graphics card is out of memory.";
        f.script->failAfterPieces = 2;
        f.load();
        f.talk(QStringLiteral("Q"));
        QCOMPARE(f.chat.state(), ChatController::Failed);
        QCOMPARE(f.shown().at(1), QStringLiteral("Hello, "));
        QCOMPARE(f.row(f.rows().count() - 2, Model::KindRole).toInt(), int(Model::ErrorCard));
        QCOMPARE(f.row(f.rows().count() - 2, Model::BodyRole).toString(),
                 QStringLiteral("The graphics card is out of memory."));
        f.script->generateError.clear();
        f.chat.versions->retry();
        f.waitForReply();
        QCOMPARE(f.shown(), QStringList({"Q", "Hello, world."}));
        QCOMPARE(f.lastRow(Model::SiblingCountRole).toInt(), 2);
        QCOMPARE(f.chat.state(), ChatController::Idle);
    }

    void aReplyGoesOnInAConversationThatIsNotOpen() {
        ChatFixture f;
        f.script->pieces.assign(100, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QStringLiteral("first"));
        const qint64 first = f.chat.conversationId();
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.conversations.create();
        QCOMPARE(f.chat.conversationId(), 0);
        QCOMPARE(f.rows().count(), 0);
        QVERIFY(f.conversations.data(f.conversations.index(0), ConversationListModel::BusyRole).toBool());
        // Another one waits its turn.
        QVERIFY(f.chat.send(QStringLiteral("second")));
        f.chat.open(first);
        QVERIFY(f.chat.canStop());
        QVERIFY(f.lastRow(Model::StreamingRole).toBool());
        f.waitForReply();
        QCOMPARE(f.shown().at(1), QString(100, u'x'));
        QTRY_VERIFY(
            !f.conversations.data(f.conversations.index(0), ConversationListModel::BusyRole).toBool());
        QCOMPARE(f.script->requests.size(), 2U);
    }
};

QTEST_GUILESS_MAIN(TestFinishedReplies)

#include "tst_finished_replies.moc"
