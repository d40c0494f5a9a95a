#include "../chat/chat_fixture.h"
#include "inspector/reply_replay.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyReplay : public QObject {
    Q_OBJECT

private slots:
    void theSameRecipeIsAskedForAndTheTextsCompared() {
        test::ChatFixture f;
        f.load();
        f.sampling.setValue("temperature", 0.3);
        f.chat.setSystemPrompt("Be brief.");
        f.talk("hi");
        f.talk("and then?");
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(3));
        // Later changes of the settings do not count.
        f.sampling.setValue("temperature", 1.5);
        f.chat.setSystemPrompt("Be long.");
        replay.run();
        QVERIFY(replay.isRunning());
        QTRY_VERIFY(!replay.isRunning());
        QVERIFY2(replay.isSameText(), qPrintable(replay.verdict()));
        const GenerationRequest& asked = f.script->requests.back();
        QCOMPARE(asked.sampling.seed.value_or(0), uint64_t(42));
        QVERIFY(std::abs(asked.sampling.temperature - 0.3F) < 1e-6F);
        QCOMPARE(QString::fromStdString(asked.messages.front().content), QStringLiteral("Be brief."));
        QCOMPARE(asked.messages.size(), size_t(4));
        // Without guesses, so that the verdict is also about them.
        QVERIFY(asked.speculation == Speculation::Off);
        // Nothing stored has changed.
        QCOMPARE(f.store->messages().ofConversation(f.chat.conversationId()).size(), size_t(4));

        f.script->pieces = {"Hello", ", "};
        replay.run();
        QTRY_VERIFY(!replay.isRunning());
        QVERIFY(!replay.isSameText());
        QVERIFY2(replay.verdict().contains("token 3"), qPrintable(replay.verdict()));
    }

    void aContinuedReplyIsMadePartByPart() {
        test::ChatFixture f;
        // The script tells parts, which have a limit, by it.
        f.script->titlePieces = f.script->pieces;
        f.load();
        f.talk("hi");
        f.sampling.setValue("temperature", 0.3);
        f.chat.versions->continueReply(f.idAt(1));
        f.waitForReply();
        f.chat.versions->continueReply(f.idAt(1));
        f.waitForReply();
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(1));
        const size_t before = f.script->requests.size() + f.script->titleRequests.size();
        replay.run();
        QTRY_VERIFY(!replay.isRunning());
        QVERIFY2(replay.isSameText(), qPrintable(replay.verdict()));
        QCOMPARE(f.script->requests.size() + f.script->titleRequests.size(), before + 3);
        const GenerationRequest& last = f.script->requests.back();
        QVERIFY(last.continueLast);
        QCOMPARE(last.messages.back().tokens.size(), (f.script->pieces.size() - 1) * 2);
        QVERIFY(std::abs(last.sampling.temperature - 0.3F) < 1e-6F);
    }

    void aReplyBehindASummaryIsMadeBehindIt() {
        test::ChatFixture f;
        f.load();
        f.talk("first");
        f.talk("second");
        store::Summary summary;
        summary.conversationId = f.chat.conversationId();
        summary.messageId = f.idAt(1);
        summary.text = "They greeted.";
        f.store->summaries().put(summary);
        f.talk("third");
        const GenerationRequest then = f.script->requests.back();
        f.store->summaries().edit(summary.id, "They did not.");
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(5));
        replay.run();
        QTRY_VERIFY(replay.isSameText());
        const GenerationRequest& now = f.script->requests.back();
        QCOMPARE(now.messages.size(), then.messages.size());
        for (size_t at = 0; at < now.messages.size(); ++at)
            QCOMPARE(now.messages[at].content, then.messages[at].content);
        QVERIFY(QString::fromStdString(now.messages[0].content).endsWith("They greeted."));
    }

    void aReplyWithoutItsOldestTurnsIsMadeWithoutThem() {
        test::ChatFixture f;
        f.script->contextLength = 160;
        f.load();
        f.chat.fullContext->choose(FullContext::Slide);
        for (int turn = 0; turn < 9; ++turn) f.talk(QStringLiteral("question %1").arg(turn));
        const size_t messages = f.script->requests.back().messages.size();
        QVERIFY(messages < 17);
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(17));
        replay.run();
        QTRY_VERIFY(replay.isSameText());
        QCOMPARE(f.script->requests.back().messages.size(), messages);
    }

    void whatIsOtherThanThenIsSaid() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        f.script->contextLength = 4096;
        f.load();
        f.script->pieces = {"Other"};
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(1));
        replay.run();
        QTRY_VERIFY(!replay.verdict().isEmpty());
        QVERIFY(!replay.isSameText());
        QVERIFY2(replay.verdict().contains("context's length"), qPrintable(replay.verdict()));
        QVERIFY2(!replay.verdict().contains("device"), qPrintable(replay.verdict()));
    }

    void partsOfEarlierVersionsAreSaid() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        auto made = *f.store->generations().find(f.idAt(1));
        made.recipe["continued"] = true;
        f.store->generations().put(f.idAt(1), made);
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(1));
        replay.run();
        QVERIFY(!replay.isRunning());
        QVERIFY(replay.verdict().contains("earlier version"));
    }
};

QTEST_GUILESS_MAIN(TestReplyReplay)
#include "tst_reply_replay.moc"
