// Chats that go on when their context is full, with a real model.
#include <QTemporaryDir>

#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "chat/reply_metrics.h"
#include "chat_fixture.h"
#include "inspector/reply_inspector.h"
#include "inspector/reply_replay.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

namespace {

constexpr int slidingContext = 512, replyTokens = 40;

std::unique_ptr<Engine> loadTiny(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) {
    EngineOptions tiny = options;
    tiny.model = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/tiny/llama-f32.gguf";
    tiny.backend = "cpu";
    tiny.threads = 1;
    tiny.contextLength = slidingContext;
    return Engine::load(tiny, progress, stop);
}

/// A chat on the tiny model, in a store and a cache that last.
struct SlidingChat : ChatFixture {
    explicit SlidingChat(const QTemporaryDir& folder)
        : ChatFixture(store::Store::open(folder.filePath("chats").toStdString()), loadTiny) {
        inference.caches().keepPrefixes(folder.filePath("prefixes"), true);
        sampling.setValue("temperature", 0);
        sampling.setValue("maxTokens", replyTokens);
        load();
    }
    store::Generation made(int place) const { return *store->generations().find(idAt(place)); }
    GenerationMetrics metrics(int place) const { return metricsFromJson(made(place).metrics); }
    std::vector<ContextShift> cuts(int place, const char* key = recipe::cuts) const {
        return shiftsFromJson(made(place).recipe.value(QLatin1String(key)).toArray());
    }
    void ask(int turn) { talk(QStringLiteral("question %1 about the weather").arg(turn)); }
};

}  // namespace

class TestSlidingChat : public QObject {
    Q_OBJECT

private slots:
    void turnsPastTheLimitReuseTheirPrefix() {
        QTemporaryDir folder;
        int turns = 0;
        std::vector<ContextShift> before;
        {
            SlidingChat f(folder);
            f.chat.fullContext->choose(FullContext::Slide);
            while (turns < 40 && (turns == 0 || f.cuts(2 * turns - 1).empty())) f.ask(turns++);
            QVERIFY2(turns < 20, "the context was never full");
            const int first = turns;
            for (; turns < first + 6; ++turns) {
                f.ask(turns);
                const GenerationMetrics metrics = f.metrics(2 * turns + 1);
                const int question = 60;
                QVERIFY2(metrics.processedTokens <= question,
                         qPrintable(QStringLiteral("turn %1: %2 of %3 tokens processed")
                                        .arg(turns)
                                        .arg(metrics.processedTokens)
                                        .arg(metrics.promptTokens)));
                QVERIFY(metrics.promptTokens + metrics.generatedTokens <= slidingContext);
            }
            before = f.cuts(2 * turns - 1);
            QVERIFY(!before.empty());
            QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("left out"),
                     qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
            QVERIFY2(f.chat.fullContext->leftOut().contains("left out"),
                     qPrintable(f.chat.fullContext->leftOut()));
            QVERIFY(f.made(2 * turns - 1).recipe.value(recipe::slidTurns).toInt() > 0);
            // The saved tokens are counted.
            QVERIFY(f.store->cacheDays().since(store::CacheDayTable::today() - 1).reusedTokens > 1000);
            QSignalSpy kept(&f.inference.caches(), &ModelCaches::written);
            f.inference.caches().write();
            QVERIFY(kept.wait());
        }
        SlidingChat f(folder);
        f.chat.open(1);
        f.ask(turns);
        const GenerationMetrics metrics = f.metrics(2 * turns + 1);
        QVERIFY(metrics.reusedFromDisk > 0);
        QVERIFY2(metrics.processedTokens <= 60, qPrintable(QString::number(metrics.processedTokens)));
        QVERIFY(f.cuts(2 * turns + 1, recipe::cutsBefore) == before);
        // The messages cut off count for the branch after them alone.
        f.chat.versions->edit(f.idAt(2), QStringLiteral("something else"));
        f.waitForReply();
        QVERIFY(f.cuts(3).empty());
        QVERIFY(f.cuts(3, recipe::cutsBefore).empty());
        QVERIFY(f.chat.fullContext->leftOut().isEmpty());
    }

    void theExactPromptIsWhatWasRead() {
        QTemporaryDir folder;
        SlidingChat f(folder);
        f.chat.fullContext->choose(FullContext::Slide);
        int turns = 0;
        while (turns < 40 && (turns == 0 || f.cuts(2 * turns - 1).empty())) f.ask(turns++);
        // One that slides in its middle as well.
        f.sampling.setValue("maxTokens", slidingContext);
        f.ask(turns++);
        ReplyInspector inspector(*f.store, f.inference, f.engine);
        for (int turn = 0; turn < turns; ++turn) {
            const int place = 2 * turn + 1, read = f.metrics(place).promptTokens;
            inspector.inspect(f.idAt(place));
            QCOMPARE(inspector.subject(), QStringLiteral("To “question %1 about the weather”").arg(turn));
            inspector.setShowsPrompt(true);
            QTRY_COMPARE(inspector.tokens()->tokenCount(), read);
            QCOMPARE(inspector.tokens()->count(), read);
            QCOMPARE(inspector.note().contains("were left out"), turn + 2 >= turns);
        }
        // A message that is other than it was then is not told as what was read.
        store::Message changed = *f.store->messages().find(f.idAt(0));
        changed.text += QStringLiteral(" and some more");
        f.store->messages().update(changed);
        inspector.inspect(f.idAt(1));
        inspector.setShowsPrompt(true);
        QTRY_VERIFY(inspector.note().contains("cannot be shown"));
        QCOMPARE(inspector.tokens()->count(), 0);
    }

    void anAttachmentIsNeverCut() {
        QTemporaryDir folder;
        SlidingChat f(folder);
        for (int turn = 0; turn < 4; ++turn) f.ask(turn);
        QString longText;
        while (longText.size() < 3000) longText += QStringLiteral("word %1 ").arg(longText.size());
        f.chat.draft->setText(longText);
        QTRY_VERIFY(f.chat.fullContext->lastIsTooLong());
        f.chat.fullContext->choose(FullContext::Slide);
        QVERIFY(!f.chat.fullContext->drops() && f.chat.fullContext->blocks());
        QVERIFY2(f.chat.fullContext->dropProblem().contains("alone takes"),
                 qPrintable(f.chat.fullContext->dropProblem()));
        QVERIFY(!f.chat.send(longText));
        // Sent before it was counted, it is refused, and the reply says so.
        f.chat.draft->setText(longText + QStringLiteral("more"));
        f.talk(longText + QStringLiteral("more"));
        QCOMPARE(f.chat.state(), ChatController::Failed);
        QTRY_VERIFY(f.chat.fullContext->replyFailed() && f.chat.fullContext->lastIsTooLong());
    }

    void aReplyThatSlidIsMadeAgain() {
        QTemporaryDir folder;
        SlidingChat f(folder);
        f.chat.fullContext->choose(FullContext::Slide);
        f.ask(0);
        f.sampling.setValue("maxTokens", slidingContext + 100);
        f.ask(1);
        QVERIFY(f.cuts(3, recipe::cutsBefore).empty());
        QVERIFY(!f.cuts(3).empty());
        QCOMPARE(f.made(3).tokens.size(), size_t{slidingContext + 100});
        f.ask(2);
        QVERIFY(f.cuts(5, recipe::cutsBefore) == f.cuts(3));
        for (const int place : {3, 5}) {
            ReplyReplay replay(*f.store, f.inference, f.engine);
            replay.setMessage(f.idAt(place));
            replay.run();
            QTRY_VERIFY_WITH_TIMEOUT(!replay.isRunning(), 30000);
            QVERIFY2(replay.isSameText(), qPrintable(replay.verdict()));
        }
    }

    void withoutTheWishAFullContextIsSaid() {
        QTemporaryDir folder;
        SlidingChat f(folder);
        f.sampling.setValue("maxTokens", slidingContext);
        f.ask(0);
        QCOMPARE(f.made(1).finishReason, FinishReason::ContextFull);
        f.ask(1);
        QCOMPARE(f.chat.state(), ChatController::Failed);
        // For one reply alone the oldest turns go, and what went stays away.
        f.sampling.setValue("maxTokens", replyTokens);
        f.chat.fullContext->retryDropping();
        f.waitForReply();
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(!f.cuts(3).empty());
        f.ask(2);
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(f.cuts(5) == f.cuts(3));
    }
};

QTEST_GUILESS_MAIN(TestSlidingChat)
#include "tst_sliding_chat.moc"
