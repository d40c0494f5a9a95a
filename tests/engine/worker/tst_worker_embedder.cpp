#include "worker/worker_embedder.h"

#include <signal.h>

#include <QtTest/QtTest>
#include <algorithm>
#include <cstring>

#include "engine/embedding/text_folder.h"
#include "worker/worker_errors.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

namespace {

using Texts = std::vector<std::vector<TokenId>>;

EmbedderOptions optionsOf(const std::filesystem::path& model) {
    return {.model = model, .backend = "cpu", .threads = 2};
}

std::vector<pid_t> embedderProcesses() {
    return childrenNamed("hearth-embedder");
}

void signalProcess(int signal) {
    const std::vector<pid_t> all = embedderProcesses();
    QCOMPARE(all.size(), size_t(1));
    kill(all[0], signal);
}

bool sameBits(const std::vector<Embedding>& a, const std::vector<Embedding>& b) {
    return std::ranges::equal(a, b, [](const Embedding& one, const Embedding& other) {
        return one.tokens == other.tokens && one.truncated == other.truncated &&
               one.values.size() == other.values.size() &&
               std::memcmp(one.values.data(), other.values.data(), one.values.size() * sizeof(float)) == 0;
    });
}

/// Error that the action throws; nullopt: none.
template <class Do>
std::optional<Error> problemOf(Do action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

const std::vector<std::string> someTexts(40, "a cat a dog a tree cats a cat a dog");
/// So many that what is said of them does not fit between the processes: whatever happens when the first is
/// ready happens before the last is.
const std::vector<std::string> manyTexts(20000, someTexts[0]);

}  // namespace

class TestWorkerEmbedder : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QVERIFY(embedderProcesses().empty()); }

    void vectorsAreThoseOfThisProcess() {
        const TextFolder folder;
        std::vector<double> shares;
        const auto there = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess(),
                                                [&shares](double share) { shares.push_back(share); });
        QVERIFY(!shares.empty() && std::ranges::is_sorted(shares));
        const auto here = Embedder::load(optionsOf(folder.path()));
        const std::vector<std::string> texts{"cats", "a dog a tree", "", "tree cat dog a cat"};
        for (const auto kind : {EmbeddingKind::Plain, EmbeddingKind::Query, EmbeddingKind::Passage}) {
            size_t ready = 0;
            const auto made = there->embed(texts, kind, {}, [&ready](size_t done) { ready = done; });
            QVERIFY(sameBits(made, here->embed(texts, kind)));
            QCOMPARE(ready, texts.size());
            for (const std::string& text : texts)
                QVERIFY(there->tokens(text, kind) == here->tokens(text, kind));
        }
        const EmbedderInfo &info = there->info(), &known = here->info();
        QCOMPARE(info.vectorsHash, known.vectorsHash);
        QCOMPARE(info.modelName, known.modelName);
        QCOMPARE(info.dimensions, known.dimensions);
        QCOMPARE(info.maxTokens, known.maxTokens);
        QCOMPARE(info.parameters, known.parameters);
        QCOMPARE(info.backendName, std::string("cpu"));
        QVERIFY(there->tokenizer().encode("a cat") == here->tokenizer().encode("a cat"));
        QCOMPARE(there->tokenizer().decode(std::vector<TokenId>{8, 11}),
                 here->tokenizer().decode(std::vector<TokenId>{8, 11}));
        const Texts tokens{{2, 8, 9, 3}, {2, 12, 10, 3}};
        QVERIFY(sameBits(there->embedTokens(tokens), here->embedTokens(tokens)));
    }

    void scoresAreThoseOfThisProcess() {
        const auto model = embeddingModels() / "xlm-roberta-reranker";
        const auto there = loadEmbedderInWorker(optionsOf(model), builtProcess());
        const auto here = Embedder::load(optionsOf(model));
        QVERIFY(there->info().scoresPairs);
        const std::vector<std::string> passages{"a cat", "the tree is green", "nothing", ""};
        const auto made = there->rerank("a tree", passages), known = here->rerank("a tree", passages);
        QCOMPARE(made.size(), known.size());
        for (size_t i = 0; i < made.size(); ++i) {
            QCOMPARE(std::memcmp(&made[i].score, &known[i].score, sizeof(float)), 0);
            QCOMPARE(made[i].tokens, known[i].tokens);
        }
        const auto refused = problemOf([&] { (void)there->embed(passages); });
        const auto asHere = problemOf([&] { (void)here->embed(passages); });
        QVERIFY(refused && asHere && refused->code() == asHere->code());
        QCOMPARE(refused->message().id(), asHere->message().id());
        // That was no loss.
        QCOMPARE(there->rerank("a tree", passages).size(), passages.size());
    }

    void theProcessIsShutIn() {
        const TextFolder folder;
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess());
        const auto all = embedderProcesses();
        QCOMPARE(all.size(), size_t(1));
        QFile status(QStringLiteral("/proc/%1/status").arg(all[0]));
        QVERIFY(status.open(QFile::ReadOnly));
        const QByteArray text = status.readAll();
        QVERIFY(text.contains("Seccomp:\t2") && text.contains("NoNewPrivs:\t1"));
    }

    void oneThatDiesWhileItWorksSaysSoAndIsReplaced() {
        const TextFolder folder;
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess());
        const auto wanted = embedder->embed(someTexts);
        const pid_t first = embedderProcesses().at(0);
        const auto problem = problemOf([&] {
            bool killed = false;
            (void)embedder->embed(manyTexts, EmbeddingKind::Plain, {}, [&killed](size_t) {
                if (!std::exchange(killed, true)) signalProcess(SIGSTOP), signalProcess(SIGKILL);
            });
        });
        QVERIFY(problem && problem->is(errors::workerKilled));
        QVERIFY(sameBits(embedder->embed(someTexts), wanted));
        QVERIFY(embedderProcesses().size() == 1 && embedderProcesses().at(0) != first);
    }

    void oneThatDiesWhileNothingIsAskedIsReplacedUnnoticed() {
        const TextFolder folder;
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess());
        const std::vector<std::string> texts{"a cat"};
        const auto wanted = embedder->embed(texts);
        signalProcess(SIGKILL);
        // Another thread hears of it.
        QTRY_VERIFY(embedderProcesses().empty());
        QTest::qWait(200);
        QVERIFY(sameBits(embedder->embed(texts), wanted));
    }

    void oneThatHangsIsEnded() {
        const TextFolder folder;
        WorkerProcess process = builtProcess();
        process.patience = std::chrono::milliseconds(1500);
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), process);
        bool stopped = false;
        const auto problem = problemOf([&] {
            (void)embedder->embed(manyTexts, EmbeddingKind::Plain, {}, [&stopped](size_t) {
                if (!std::exchange(stopped, true)) signalProcess(SIGSTOP);
            });
        });
        QVERIFY(problem && problem->is(errors::workerStuck));
        QCOMPARE(embedder->embed(someTexts).size(), someTexts.size());
    }

    void workAndLoadingCanBeStopped() {
        const TextFolder folder;
        std::stop_source before;
        before.request_stop();
        const auto early = problemOf([&] {
            (void)loadEmbedderInWorker(optionsOf(folder.path()), builtProcess(), {}, before.get_token());
        });
        QVERIFY(early && early->code() == ErrorCode::Cancelled);
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess());
        const pid_t first = embedderProcesses().at(0);
        std::stop_source stop;
        const auto problem = problemOf([&] {
            (void)embedder->embed(manyTexts, EmbeddingKind::Plain, stop.get_token(),
                                  [&stop](size_t) { stop.request_stop(); });
        });
        QVERIFY(problem && problem->code() == ErrorCode::Cancelled);
        QCOMPARE(embedder->embed(someTexts).size(), someTexts.size());
        QCOMPARE(embedderProcesses().at(0), first);
    }

    void errorsOfLoadingComeAcross() {
        const TextFolder folder;
        folder.write("model.safetensors", "nothing of the kind");
        for (const std::filesystem::path& model : {folder.path(), tinyModelsFolder() / "llama-f32.gguf",
                                                   std::filesystem::path("/nonexistent/model.gguf")}) {
            const auto there =
                problemOf([&] { (void)loadEmbedderInWorker(optionsOf(model), builtProcess()); });
            const auto here = problemOf([&] { (void)Embedder::load(optionsOf(model)); });
            QVERIFY(there && here && there->code() == here->code());
            QCOMPARE(there->message().id(), here->message().id());
            QCOMPARE(there->message().text(), here->message().text());
        }
    }

    void aModelThatBecameAnotherOneIsRefused() {
        const TextFolder folder;
        const auto embedder = loadEmbedderInWorker(optionsOf(folder.path()), builtProcess());
        QByteArray other(wordPieces);
        folder.write("tokenizer.json", other.replace("\"dog\"", "\"log\""));
        signalProcess(SIGKILL);
        QTRY_VERIFY(embedderProcesses().empty());
        QTest::qWait(200);
        const std::vector<std::string> texts{"a cat"};
        const auto problem = problemOf([&] { (void)embedder->embed(texts); });
        QVERIFY(problem && problem->is(errors::workerNonsense));
    }
};

QTEST_GUILESS_MAIN(TestWorkerEmbedder)
#include "tst_worker_embedder.moc"
