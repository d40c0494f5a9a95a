#include "chat/context_relief.h"

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

/// Remedies when a chat has no room.
class TestContextRelief : public QObject {
    Q_OBJECT

    static void fill(ChatFixture& f, int turns) {
        for (int turn = 0; turn < turns; ++turn) f.talk(QStringLiteral("question %1").arg(turn));
    }

private slots:
    void whatDoesNotFitIsSaidBeforeItIsSent() {
        ChatFixture f;
        f.script->contextLength = 50;
        f.load();
        fill(f, 2);
        FullContext& full = *f.chat.fullContext;
        QTRY_COMPARE(f.chat.figures->contextNew() + f.chat.figures->contextCached(), 40);
        QVERIFY(!full.isFull());
        f.chat.draft->setText(QStringLiteral("one more"));
        QTRY_VERIFY(full.isFull() && full.blocks());
        QVERIFY2(full.sentence().contains("50"), qPrintable(full.sentence()));
        QVERIFY(!f.chat.send(QStringLiteral("one more")));
        QCOMPARE(f.chat.draft->text(), QStringLiteral("one more"));
        const size_t before = f.script->requests.size();
        full.sendDropping();
        f.waitForReply();
        QCOMPARE(f.script->requests.size(), before + 1);
        QCOMPARE(f.script->requests.back().messages.back().content, std::string("one more"));
        QVERIFY(f.script->requests.back().messages.size() < 5);
        QVERIFY(f.chat.draft->text().isEmpty());
        // The cut is kept, so the next turn has room after it.
        f.talk(QStringLiteral("again"));
        QCOMPARE(f.script->requests.back().messages.size(), size_t{3});
        QCOMPARE(f.script->requests.back().messages.front().content, std::string("one more"));
        // The choice was for that reply alone.
        f.chat.draft->setText(QStringLiteral("third"));
        QTRY_VERIFY(full.blocks());
        QCOMPARE(full.choice(), int(FullContext::Stop));
        full.choose(FullContext::Slide);
        QVERIFY(full.isFull() && !full.blocks() && full.drops());
        QVERIFY(f.chat.send(QStringLiteral("third")));
        f.waitForReply();
        QCOMPARE(f.chat.state(), ChatController::Idle);
    }

    /// The oldest turns do not help where the last message alone is too long: its file is.
    void anAttachmentThatIsTooLongIsShortened() {
        ChatFixture f;
        f.script->contextLength = 4000;
        f.script->bytesPerToken = 4;
        f.load();
        fill(f, 1);
        FullContext& full = *f.chat.fullContext;
        DraftAttachments& files = *f.chat.attachments;
        const QString words = QStringLiteral("words ").repeated(8000);
        files.addText(words);
        QTRY_COMPARE(files.files().at(0).tokens, 12006);
        QTRY_VERIFY(full.blocks());
        QVERIFY(full.canShorten() && !full.dropProblem().isEmpty());
        QVERIFY(!f.chat.send(QStringLiteral("What is it?")));
        full.shorten(false);
        QTRY_VERIFY(!full.lastIsTooLong());
        QVERIFY(!full.canShorten());
        const auto figures = [&] {
            return files.data(files.index(0), DraftAttachments::FiguresRole).toString();
        };
        QTRY_VERIFY2(figures().endsWith(" of 12,006 tokens") && figures().startsWith("3,"),
                     qPrintable(figures()));
        QTRY_VERIFY(!full.isFull());
        QVERIFY(f.chat.send(QStringLiteral("What is it?")));
        f.waitForReply();
        QCOMPARE(f.chat.state(), ChatController::Idle);
        const QString sent = QString::fromStdString(f.script->requests.back().messages.back().content);
        QVERIFY(sent.size() / 4 < 3500 && sent.size() / 4 > 2800);
        QVERIFY(sent.contains(" of its 48,000 characters are left out here.]"));
        QVERIFY(sent.endsWith("What is it?"));
    }

    /// As when a server refuses it: the question is asked again with less of the file.
    void theFileOfAQuestionThatFailedIsShortened() {
        ChatFixture f;
        f.script->contextLength = 20000;
        f.script->bytesPerToken = 4;
        f.load();
        f.chat.attachments->addText(QStringLiteral("words ").repeated(8000));
        f.script->refusedMessages = 1;
        f.talk(QStringLiteral("What is it?"));
        QCOMPARE(f.chat.state(), ChatController::Failed);
        f.script->refusedMessages = 0;
        // Another model with less room.
        f.script->contextLength = 4000;
        f.load();
        FullContext& full = *f.chat.fullContext;
        QTRY_VERIFY(full.replyFailed() && full.canShorten());
        full.shorten(true);
        f.waitForReply();
        QCOMPARE(f.chat.state(), ChatController::Idle);
        const QString sent = QString::fromStdString(f.script->requests.back().messages.back().content);
        QVERIFY(sent.contains(" of its 48,000 characters are left out here.]"));
        QVERIFY(sent.size() / 4 < 3500);
        // The whole one is still there, beside it.
        f.chat.versions->select(f.idAt(0), -1);
        QCOMPARE(f.store->attachments().ofMessage(f.idAt(0)).at(0).text.size(), qsizetype{47999 + 1});
    }

    void slidingMakesOneCutForManyTurns() {
        ChatFixture f;
        f.script->contextLength = 160;  // 16 messages
        f.load();
        f.chat.fullContext->choose(FullContext::Slide);
        int cuts = 0;
        std::string before;
        for (int turn = 0; turn < 40; ++turn) {
            f.talk(QStringLiteral("question %1").arg(turn));
            QCOMPARE(f.chat.state(), ChatController::Idle);
            const auto& messages = f.script->requests.back().messages;
            QVERIFY(messages.size() <= 14);
            QCOMPARE(messages.back().content, "question " + std::to_string(turn));
            if (messages.front().content != before) ++cuts;
            before = messages.front().content;
        }
        // The first turns, and then about half of the context at once.
        QVERIFY2(cuts >= 8 && cuts <= 12, qPrintable(QString::number(cuts)));
        // An edit far back is another branch: the cut that came after it does not count there.
        f.chat.versions->edit(f.idAt(2), QStringLiteral("something else"));
        f.waitForReply();
        QCOMPARE(f.script->requests.back().messages.size(), size_t{3});
        QCOMPARE(f.script->requests.back().messages.front().content, std::string("question 0"));
    }

    void eachChatKeepsItsChoice() {
        ChatFixture f;
        f.load();
        FullContext& full = *f.chat.fullContext;
        f.chat.relief->setDefault(store::Overflow::Slide);
        QCOMPARE(full.choice(), int(FullContext::Slide));
        f.talk(QStringLiteral("first"));
        const qint64 first = f.chat.conversationId();
        f.chat.open(0);
        full.choose(FullContext::Stop);
        f.talk(QStringLiteral("second"));
        f.chat.open(first);
        QCOMPARE(full.choice(), int(FullContext::Slide));
        full.choose(7);
        QCOMPARE(full.choice(), int(FullContext::Slide));
        full.choose(FullContext::Stop);
        f.chat.open(0);
        QCOMPARE(full.choice(), int(FullContext::Slide));
        QCOMPARE(f.store->conversations().find(first)->overflow, store::Overflow::Stop);
    }

    void aRefusedChatGoesOnWithoutItsOldestTurns() {
        ChatFixture f;
        f.load();
        fill(f, 3);
        f.script->refusedMessages = 6;
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext;
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
        f.chat.draft->setText(QStringLiteral("too much"));
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext;
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

    void aRefusedChatGoesOnBehindASummary() {
        ChatFixture f;
        f.script->summarise = [](const GenerationRequest&) { return std::string("They asked thrice."); };
        f.load();
        fill(f, 3);
        f.script->refusedMessages = 7;
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext;
        QVERIFY(full.replyFailed());
        full.summarise(true);
        QVERIFY(full.isSummarising());
        QTRY_COMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(!full.isSummarising());
        const auto& messages = f.script->requests.back().messages;
        QVERIFY(QString::fromStdString(messages.front().content).endsWith("They asked thrice."));
        QCOMPARE(messages.back().content, std::string("too much"));
        QVERIFY(messages.size() < 7);
        // The chat still stops the next time.
        QCOMPARE(full.choice(), int(FullContext::Stop));
        QCOMPARE(f.shown().size(), 8);
    }

    void aSummaryThatIsAwaitedIsStopped() {
        ChatFixture f;
        f.script->summarise = [](const GenerationRequest&) { return std::string("They asked thrice."); };
        f.load();
        fill(f, 3);
        f.script->refusedMessages = 7;
        f.talk(QStringLiteral("too much"));
        FullContext& full = *f.chat.fullContext;
        QVERIFY(full.replyFailed());
        f.script->prefillStep = std::chrono::milliseconds(50);
        const size_t before = f.script->requests.size();
        for (const bool byKey : {true, false}) {
            full.summarise(true);
            QVERIFY(full.isSummarising());
            if (byKey)
                f.chat.stop();
            else
                full.stopSummary();
            QVERIFY(!full.isSummarising());
            QTest::qWait(300);
        }
        // The chat stays as it was, with its ways out.
        QCOMPARE(f.script->requests.size(), before);
        QVERIFY(full.replyFailed());
        QVERIFY(f.store->summaries().ofConversation(f.chat.conversationId()).empty());
        f.script->prefillStep = {};
        full.summarise(true);
        QTRY_COMPARE(f.chat.state(), ChatController::Idle);
        QCOMPARE(f.store->summaries().ofConversation(f.chat.conversationId()).size(), size_t{1});
    }

    void aNewChatKnowsTheOldOneFromItsSummary() {
        ChatFixture f;
        f.script->summarise = [](const GenerationRequest&) { return std::string("They asked thrice."); };
        f.load();
        f.chat.setSystemPrompt(QStringLiteral("Be brief."));
        fill(f, 3);
        const qint64 old = f.chat.conversationId();
        f.script->refusedMessages = 8;
        f.talk(QStringLiteral("too much"));
        QVERIFY(f.chat.fullContext->replyFailed());
        f.chat.fullContext->startNewChat();
        QTRY_VERIFY(f.chat.conversationId() != old);
        QCOMPARE(f.chat.draft->text(), QStringLiteral("too much"));
        QCOMPARE(f.chat.systemPrompt(), QStringLiteral("Be brief."));
        QCOMPARE(f.row(0, MessageBlockModel::KindRole).toInt(), int(MessageBlockModel::Summary));
        f.talk(QStringLiteral("too much"));
        const auto& messages = f.script->requests.back().messages;
        QCOMPARE(messages.size(), size_t{2});
        QVERIFY(QString::fromStdString(messages.front().content).startsWith("Be brief."));
        QVERIFY(QString::fromStdString(messages.front().content).endsWith("They asked thrice."));
        // The old one is as it was.
        QVERIFY(f.store->summaries().ofConversation(old).empty());
    }

    void aRefusedQuestionGoesIntoANewChat() {
        ChatFixture f;
        f.load();
        f.chat.setSystemPrompt(QStringLiteral("Be brief."));
        f.script->refusedMessages = 1;
        f.talk(QStringLiteral("too much"));
        QVERIFY(f.chat.fullContext->replyFailed());
        QSignalSpy wanted(&f.chat, &ChatController::composerWanted);
        f.chat.fullContext->startNewChat();
        QCOMPARE(f.chat.conversationId(), 0);
        QCOMPARE(f.chat.draft->text(), QStringLiteral("too much"));
        QCOMPARE(f.chat.systemPrompt(), QStringLiteral("Be brief."));
        QVERIFY(wanted.count() > 0);
    }
};

QTEST_GUILESS_MAIN(TestContextRelief)
#include "tst_context_relief.moc"
