#include "chat/full_context.h"

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestFullContext : public QObject {
    Q_OBJECT

    /// A model that is loaded with what the script says.
    struct Loaded {
        std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        AppSettings settings{*store};
        InferenceThread inference{test::scripted(script)};
        EngineStatus engine{inference, settings};
        FullContext context{engine};

        void load() {
            QSignalSpy ready(&engine, &EngineStatus::becameReady);
            engine.load(QStringLiteral("model.gguf"));
            if (!ready.wait()) qFatal("the script did not load");
        }
    };

private slots:
    void knowsWhenAChatIsFull() {
        Loaded f;
        QVERIFY(!f.context.isFull());
        f.load();
        f.context.update({.promptTokens = 2047, .turns = 3});
        QVERIFY(!f.context.isFull() && f.context.sentence().isEmpty());
        f.context.update({.promptTokens = 2048, .turns = 3});
        QVERIFY(f.context.isFull() && f.context.blocks());
        QVERIFY(f.context.sentence().contains("2,048"));
        QVERIFY(f.context.dropProblem().isEmpty());
        // A single question that is too long has nothing before it.
        f.context.update({.promptTokens = 9000, .turns = 1, .overflow = store::Overflow::Slide});
        QVERIFY(!f.context.dropProblem().isEmpty() && f.context.blocks() && !f.context.drops());
    }

    // Without the older turns it would not fit either, so nothing that drops them is offered.
    void aLastMessageThatIsTooLongAloneIsSaid() {
        Loaded f;
        f.load();
        FullContext::Facts facts{
            .promptTokens = 37048, .turns = 3, .lastTurnTokens = 2048, .overflow = store::Overflow::Slide};
        f.context.update(facts);
        QVERIFY(f.context.lastIsTooLong() && f.context.blocks() && !f.context.drops());
        QCOMPARE(
            f.context.dropProblem(),
            QString("The last message alone takes 2,048 tokens. Shorten it, or what is attached to it."));
        facts.lastTurnTokens = 2047;
        f.context.update(facts);
        QVERIFY(!f.context.lastIsTooLong() && f.context.drops() && f.context.dropProblem().isEmpty());
    }

    void saysWhatIsNotInThePrompt() {
        Loaded f;
        f.context.update({.promptTokens = 100, .turns = 3});
        QVERIFY(f.context.leftOut().isEmpty());
        f.context.update({.promptTokens = 100, .turns = 3, .leftOutMessages = 12});
        QCOMPARE(f.context.leftOut(), QString("12 earlier messages are left out."));
        f.context.update({.promptTokens = 100, .turns = 3, .leftOutMessages = 12, .leftOutTokens = 20345});
        QCOMPARE(f.context.leftOut(), QString("12 earlier messages (20,345 tokens) are left out."));
        f.context.update({.promptTokens = 100, .turns = 3, .leftOutTokens = 345});
        QCOMPARE(f.context.leftOut(), QString("345 earlier tokens are left out."));
        f.context.update({.promptTokens = 100, .turns = 3, .leftOutMessages = 12, .summarisedMessages = 8});
        QVERIFY(f.context.leftOut().startsWith("A summary replaces 8 "));
        QVERIFY(f.context.leftOut().endsWith("12 earlier messages are left out."));
    }

    void theChoiceIsAskedFor() {
        Loaded f;
        QSignalSpy wanted(&f.context, &FullContext::choiceWanted);
        f.context.choose(FullContext::Stop);
        f.context.choose(-1);
        f.context.choose(3);
        QCOMPARE(wanted.count(), 0);
        f.context.choose(FullContext::Summarise);
        QCOMPARE(wanted[0][0].value<store::Overflow>(), store::Overflow::Summarise);
    }

    void aFailureIsRememberedOrSeen() {
        Loaded f;
        f.load();
        f.context.update({.promptTokens = 100, .turns = 2, .failedReply = 7});
        QVERIFY(!f.context.replyFailed());
        f.context.noteRefused(7);
        QVERIFY(f.context.replyFailed());
        f.context.forgetRefused();
        QVERIFY(!f.context.replyFailed());
        // As after a restart.
        f.context.update({.promptTokens = 3000, .turns = 2, .failedReply = 7});
        QVERIFY(f.context.replyFailed());
        f.context.update({.promptTokens = 3000, .turns = 3, .hasDraft = true, .failedReply = 7});
        QVERIFY(!f.context.replyFailed());
    }

    void aLongerContextHasToBeTrainedAndToFit() {
        Loaded f;
        f.script->trainedLength = 8192;
        f.script->kv = KvCost({{.kvHeads = 1, .keyDim = 32, .valueDim = 32, .group = 0}}, {0}, 0);
        f.script->freeBytes = uint64_t{1} << 30U;
        f.load();
        f.context.update({.promptTokens = 3000, .turns = 3});
        QCOMPARE(f.context.longerLength(), 4096);
        QVERIFY2(f.context.longerProblem().isEmpty(), qPrintable(f.context.longerProblem()));
        f.context.update({.promptTokens = 3900, .turns = 3});
        QCOMPARE(f.context.longerLength(), 8192);
        // The whole training is enough, although the next step is not.
        f.context.update({.promptTokens = 7800, .turns = 3});
        QCOMPARE(f.context.longerLength(), 8192);
        f.context.update({.promptTokens = 9000, .turns = 3});
        QVERIFY2(f.context.longerProblem().contains("8,192"), qPrintable(f.context.longerProblem()));
        f.script->freeBytes = 1000;
        f.load();
        f.context.update({.promptTokens = 3000, .turns = 3});
        QVERIFY2(f.context.longerProblem().contains("memory"), qPrintable(f.context.longerProblem()));
    }
};

QTEST_GUILESS_MAIN(TestFullContext)
#include "tst_full_context.moc"
