// Documents that a model has read are not read again, with a real model and a cache on disk.
// HEARTH_READ_MODEL=FILE uses another model than the tiny one.
#include <QTemporaryDir>

#include "chat/reply_metrics.h"
#include "chat/whole_documents.h"
#include "chat_fixture.h"
#include "played_documents.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;
using test::PlayedDocuments;

namespace {

std::unique_ptr<Engine> loadTiny(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) {
    EngineOptions tiny = options;
    tiny.model =
        qEnvironmentVariable("HEARTH_READ_MODEL", HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf")
            .toStdString();
    tiny.backend = "cpu";
    tiny.threads = 1;
    tiny.contextLength = 4096;
    return Engine::load(tiny, progress, stop);
}

/// A chat with documents on the tiny model, in a store and a cache that last.
struct ReadingChat : ChatFixture {
    PlayedDocuments documents;

    explicit ReadingChat(const QTemporaryDir& folder)
        : ChatFixture(store::Store::open(folder.filePath("chats").toStdString()), loadTiny) {
        inference.caches().keepPrefixes(folder.filePath("prefixes"), true);
        documents.add("bees.md", 0,
                      QString("Bees visit two million flowers for a jar of honey. ").repeated(12));
        documents.add("ants.md", 90,
                      QString("Ants carry fifty times what they weigh themselves. ").repeated(12));
        documents.texts.insert("/notes/hive.md",
                               QString("A hive holds about fifty thousand bees. ").repeated(30));
        chat.questionPassages->setSource(documents.source());
        load();
    }
    /// Metrics of the reply to a question.
    GenerationMetrics ask(const QString& text) {
        // An opened chat has its own settings.
        sampling.setValue("temperature", 0);
        sampling.setValue("maxTokens", 20);
        if (!chat.send(text)) qFatal("it was not sent");
        while (documents.waiting.empty()) QTest::qWait(1);
        documents.answer();
        waitForReply();
        const auto generation = store->generations().find(idAt(static_cast<int>(shown().size()) - 1));
        return metricsFromJson(generation->metrics);
    }
};

void tell(const char* what, const GenerationMetrics& metrics) {
    qInfo("%s: %d of %d tokens of the prompt were reused, %d read", what, metrics.reusedTokens,
          metrics.promptTokens, metrics.processedTokens);
}

}  // namespace

class TestReadOnce : public QObject {
    Q_OBJECT

    /// The model has seen everything but the new question and what stands around it.
    static void isReused(const char* what, const GenerationMetrics& metrics, int before, int question) {
        tell(what, metrics);
        QVERIFY2(metrics.reusedTokens + question >= before, what);
        QVERIFY2(metrics.processedTokens <= metrics.promptTokens - before + question, what);
    }

private slots:
    void passagesAreReadOnce() {
        const QTemporaryDir folder;
        const QString first = "How many flowers do bees visit for a jar of honey?",
                      second = "And how much do ants carry all day long, compared?";
        // A question of its own, with the marks of its turn.
        constexpr int question = 120;
        GenerationMetrics one;
        {
            ReadingChat f(folder);
            f.chat.passages->setOn(true);
            one = f.ask(first);
            tell("first question", one);
            QCOMPARE(one.reusedTokens, 0);
            QVERIFY(one.promptTokens > 200);
            isReused("second question", f.ask(second), one.promptTokens, question);
            // Another chat that asks something else over the same passages begins with the same tokens.
            f.chat.open(0);
            f.chat.passages->setOn(true);
            isReused("another chat", f.ask(second), one.promptTokens - question, question);
        }
        ReadingChat f(folder);
        const auto chats = f.store->conversations().list();
        f.chat.open(chats.back().id);
        isReused("after a restart", f.ask("Which of both is stronger for its own size, then?"),
                 one.promptTokens, question);
        f.chat.open(0);
        f.chat.passages->setOn(true);
        isReused("another chat after a restart",
                 f.ask("Do ants or bees work longer on every day of the week?"), one.promptTokens - question,
                 question);
    }
    void wholeDocumentsAreReadOnce() {
        const QTemporaryDir folder;
        constexpr int question = 120;
        GenerationMetrics one;
        {
            ReadingChat f(folder);
            f.chat.passages->setWhole("/notes/hive.md", true);
            one = f.ask("How many bees does a hive hold in summer?");
            tell("first question", one);
            isReused("second question", f.ask("And how many does it hold in winter, when it is cold?"),
                     one.promptTokens, question);
        }
        ReadingChat f(folder);
        f.chat.passages->setWhole("/notes/hive.md", true);
        isReused("another chat after a restart", f.ask("Why does a hive hold as many bees as it does?"),
                 one.promptTokens - question, question);
    }
};

QTEST_MAIN(TestReadOnce)
#include "tst_read_once.moc"
