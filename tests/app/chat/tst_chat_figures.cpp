// The figures of a chat while it is used, and what helps when it has no room.
#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;

class TestChatFigures : public QObject {
    Q_OBJECT

    static void fill(ChatFixture& f, int turns) {
        for (int turn = 0; turn < turns; ++turn) f.talk(QStringLiteral("question %1").arg(turn));
    }

private slots:
    void theMeterFollowsThePromptAndTheReply() {
        ChatFixture f;
        f.load();
        f.script->prefillStep = 60ms;
        f.script->tokenStep = 40ms;
        f.script->pieces.assign(12, "word ");
        f.chat.send(QStringLiteral("Q"));
        QList<int> done, written;
        double rate = 0;
        int tokens = 0;
        QElapsedTimer timer;
        timer.start();
        while (f.chat.canStop() && timer.elapsed() < 20000) {
            QTest::qWait(5);
            if (f.chat.state() == ChatController::Prefilling && f.chat.figures()->prefillTotal() > 0) {
                done += f.chat.figures()->contextCached();
                QCOMPARE(f.chat.figures()->contextCached() + f.chat.figures()->contextNew(), 30);
            } else if (f.chat.state() == ChatController::Generating) {
                written += f.chat.figures()->contextNew();
                QCOMPARE(f.chat.figures()->contextCached(), 30);
                QCOMPARE(f.chat.figures()->contextFree(), 2048 - 30 - f.chat.figures()->contextNew());
                rate = std::max(rate, f.chat.figures()->replyRate());
                tokens = std::max(tokens, f.chat.figures()->replyTokens());
            }
        }
        QVERIFY2(done.size() > 2 && done.front() < done.back(), "the prompt");
        QVERIFY2(written.size() > 2 && written.front() < written.back(), "the reply");
        QVERIFY(tokens >= 6 && tokens <= 12);
        QVERIFY(rate > 5 && rate < 200);
        QCOMPARE(f.chat.figures()->replyTokens(), 0);
        QCOMPARE(f.chat.figures()->contextCached(), 42);
    }

    void anUndoAndAnotherChatsReplyAreCountedAgain() {
        ChatFixture f;
        f.load();
        fill(f, 2);
        QTRY_COMPARE(f.chat.figures()->contextCached() + f.chat.figures()->contextNew(), 40);
        f.chat.removeMessage(f.idAt(2));
        QTRY_COMPARE(f.chat.figures()->contextCached() + f.chat.figures()->contextNew(), 20);
        f.toasts.act();
        QTRY_COMPARE(f.chat.figures()->contextCached() + f.chat.figures()->contextNew(), 40);
        // Another chat is busy for a while: what is shown is not that of before.
        f.chat.open(0);
        f.script->tokenStep = 100ms;
        f.chat.send(QStringLiteral("elsewhere"));
        f.chat.open(1);
        QVERIFY(!f.chat.figures()->contextKnown());
        QTRY_VERIFY(f.chat.figures()->contextKnown());
        QTRY_COMPARE(f.chat.figures()->contextCached() + f.chat.figures()->contextNew(), 40);
    }

    void aReplyThatGoesOnHasTheFiguresOfBothParts() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("Q"));
        QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("4 tokens"),
                 qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
        f.script->pieces = {" And", " more", "."};
        f.chat.continueReply(f.idAt(1));
        f.waitForReply();
        // The first part ended with an end token, which is not part of the text that goes on.
        const auto generation = f.store->generations().find(f.idAt(1));
        const auto made = static_cast<int>(generation->tokens.size());
        QCOMPARE(made, 6);
        QCOMPARE(generation->metrics.value("generatedTokens").toInt(), made);
        QCOMPARE(generation->metrics.value("processedTokens").toInt(), 40);
        QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("6 tokens"),
                 qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
    }

    void whatDoesNotFitIsSaidBeforeItIsSent() {
        ChatFixture f;
        f.script->contextLength = 50;
        f.load();
        fill(f, 2);
        FullContext& full = *f.chat.fullContext();
        QTRY_COMPARE(f.chat.figures()->contextNew() + f.chat.figures()->contextCached(), 40);
        QVERIFY(!full.isFull());
        f.chat.setDraft(QStringLiteral("one more"));
        QTRY_VERIFY(full.isFull() && full.blocks());
        QVERIFY2(full.sentence().contains("50"), qPrintable(full.sentence()));
        QVERIFY(!f.chat.send(QStringLiteral("one more")));
        QCOMPARE(f.chat.draft(), QStringLiteral("one more"));
        const size_t before = f.script->requests.size();
        full.sendDropping();
        f.waitForReply();
        QCOMPARE(f.script->requests.size(), before + 1);
        QCOMPARE(f.script->requests.back().messages.back().content, std::string("one more"));
        QVERIFY(f.script->requests.back().messages.size() < 5);
        QVERIFY(f.chat.draft().isEmpty());
        // For that reply alone.
        f.chat.setDraft(QStringLiteral("again"));
        QTRY_VERIFY(full.blocks());
        f.chat.setOverflow(Overflow::DropOldest);
        QVERIFY(full.isFull() && !full.blocks() && full.drops());
        QVERIFY(f.chat.send(QStringLiteral("again")));
        f.waitForReply();
    }

    void aRefusedChatGoesOnWithoutItsOldestTurns() {
        ChatFixture f;
        f.load();
        fill(f, 3);
        f.script->refusedMessages = 6;
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext();
        QCOMPARE(f.chat.state(), ChatController::Failed);
        QVERIFY(full.replyFailed());
        QVERIFY(full.dropProblem().isEmpty());
        full.retryDropping();
        f.waitForReply();
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(!full.replyFailed());
        QCOMPARE(f.script->requests.back().messages.back().content, std::string("too much"));
        QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("left out"),
                 qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
    }

    void aRefusedChatGoesOnInALongerContext() {
        ChatFixture f;
        f.script->contextLength = 60;
        f.load();
        fill(f, 2);
        f.script->refusedMessages = 5;
        f.chat.setDraft(QStringLiteral("too much"));
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext();
        QVERIFY(full.replyFailed());
        QVERIFY2(full.longerProblem().isEmpty(), qPrintable(full.longerProblem()));
        const int longer = full.longerLength();
        QVERIFY(longer > 60);
        f.script->refusedMessages = 0;
        f.script->contextLength = longer;
        full.lengthen(true);
        QTRY_COMPARE(f.shown().size(), 6);
        QTRY_COMPARE(f.chat.state(), ChatController::Idle);
        QCOMPARE(f.shown().back(), QStringLiteral("Hello, world."));
        QCOMPARE(f.settings.engineOptions("model.gguf").contextLength, longer);
        QCOMPARE(f.settings.engineOptions("other.gguf").contextLength, 0);
    }

    void aRefusedQuestionGoesIntoANewChat() {
        ChatFixture f;
        f.load();
        f.chat.setSystemPrompt(QStringLiteral("Be brief."));
        fill(f, 2);
        f.script->refusedMessages = 5;
        f.talk(QStringLiteral("too much"));
        QVERIFY(f.chat.fullContext()->replyFailed());
        QSignalSpy wanted(&f.chat, &ChatController::composerWanted);
        f.chat.fullContext()->startNewChat();
        QCOMPARE(f.chat.conversationId(), 0);
        QCOMPARE(f.chat.draft(), QStringLiteral("too much"));
        QCOMPARE(f.chat.systemPrompt(), QStringLiteral("Be brief."));
        QVERIFY(wanted.count() > 0);
    }
};

QTEST_GUILESS_MAIN(TestChatFigures)
#include "tst_chat_figures.moc"
