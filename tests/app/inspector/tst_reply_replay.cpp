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
        f.sampling.setTemperature(0.3);
        f.chat.setSystemPrompt("Be brief.");
        f.talk("hi");
        f.talk("and then?");
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(3));
        // What was set since does not count.
        f.sampling.setTemperature(1.5);
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

    void repliesInTwoPartsAreNotReplayed() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        f.chat.versions()->continueReply(f.idAt(1));
        f.waitForReply();
        ReplyReplay replay(*f.store, f.inference, f.engine);
        replay.setMessage(f.idAt(1));
        replay.run();
        QVERIFY(!replay.isRunning());
        QVERIFY(replay.verdict().contains("two parts"));
    }
};

QTEST_GUILESS_MAIN(TestReplyReplay)
#include "tst_reply_replay.moc"
