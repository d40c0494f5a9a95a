// Workers are killed, stopped and starved of memory in whatever they do: every request is answered right or
// fails with a sentence after a part of the right answer, and the next one is answered. HEARTH_KILLS=500 ends
// that many.
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <array>
#include <atomic>
#include <future>
#include <map>
#include <random>

#include "../worker/ended_worker.h"
#include "../worker/worker_process.h"
#include "hearth/model_host.h"
#include "hearth/model_loader.h"
#include "hearth/probe.h"
#include "support/generate.h"
#include "worker/worker_errors.h"

using namespace hearth;
using namespace hearth::test;

namespace {

enum Activity {
    Idle,
    Loading,
    Prefilling,
    Replying,
    ManyReplies,
    Cancelling,
    Estimating,
    ReadingLogits,
    Keeping,
    Embedding,
    ActivityCount
};
constexpr std::array activityNames = {"idle",       "loading",  "prefill", "reply", "eight replies",
                                      "cancelling", "estimate", "logits",  "keep",  "embedding"};

/// The end of one request, and the text before it.
class EndSink final : public ReplySink {
public:
    void prefillProgress(int, int, int, double) override { progress = true; }
    void replied(const ReplyDelta& delta) override {
        m_text += delta.text;
        ++deltas;
    }
    void finished(GenerationResult result) override {
        isCancelled = result.reason == FinishReason::Cancelled;
        m_text = result.text;
        end();
    }
    void failed(const Error& error) override {
        failure = error;
        end();
    }
    bool waits() {
        return m_end.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready;
    }
    const std::string& text() const { return m_text; }

    std::atomic<bool> progress = false;
    std::atomic<int> deltas = 0;
    bool isCancelled = false;
    std::optional<Error> failure;

private:
    // A second end would throw.
    void end() { m_end.set_value(); }
    std::string m_text;
    std::promise<void> m_end;
};

bool isOfWorker(const Error& error) {
    return error.is(errors::workerKilled) || error.is(errors::workerCrashed) ||
           error.is(errors::workerStuck) || error.code() == ErrorCode::OutOfMemory;
}

}  // namespace

class TestKilledWorkers : public QObject {
    Q_OBJECT

    const std::array<std::string, 3> m_questions = {"Tell me about rivers", "a b c d e f g", "12 + 34 = ?"};
    std::string m_long;
    std::map<std::string, std::string> m_answers;
    QTemporaryDir m_folder;
    std::unique_ptr<ModelHost> m_host;
    int m_ends = 0, m_failed = 0, m_right = 0, m_cancelled = 0, m_cutShort = 0;

    static GenerationRequest request(const std::string& question) { return greedyRequest(question, 24); }
    WorkerProcess worker() const {
        WorkerProcess process = builtProcess();
        process.cacheFolder = m_folder.path().toStdString();
        process.patience = std::chrono::seconds(1);
        process.isSandbox = false;
        return process;
    }
    EngineOptions options() const {
        EngineOptions options = tinyOptions();
        options.threads = 1;
        options.contextLength = 2048;
        options.prefixFolder = m_folder.path().toStdString();
        return options;
    }
    void addModels() {
        m_host = std::make_unique<ModelHost>(ModelHost::Options());
        addModel();
        ModelSource embedder;
        embedder.loadEmbedder = [this](const std::stop_token& stop) {
            EmbedderOptions wanted;
            wanted.model = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/embeddings/bert-cls";
            wanted.threads = 1;
            return loadEmbedderInWorker(wanted, worker(), {}, stop);
        };
        m_host->add("embedder", std::move(embedder));
    }

    /// Checks a request that has ended, or has to.
    void check(EndSink& sink, const std::string& question, bool wasCancelled) {
        QVERIFY2(sink.waits(), "a request did not end");
        const std::string& wanted = m_answers.at(question);
        if (sink.failure) {
            QVERIFY2(isOfWorker(*sink.failure), sink.failure->what());
            QVERIFY2(wanted.starts_with(sink.text()), sink.text().c_str());
            ++m_failed;
            m_cutShort += !sink.text().empty();
        } else if (sink.isCancelled) {
            QVERIFY(wasCancelled);
            QVERIFY2(wanted.starts_with(sink.text()), sink.text().c_str());
            ++m_cancelled;
        } else {
            QCOMPARE(sink.text(), wanted);
            ++m_right;
        }
    }
    void end(const char* process, WorkerEnd how) {
        // The progress of the activity at that time is left to chance.
        for (const pid_t one : childrenNamed(process)) {
            endWorker(one, how);
            ++m_ends;
        }
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < 120; ++i) m_long += "word " + std::to_string(i) + ", ";
        const auto engine = Engine::load(options());
        for (const std::string& question : {m_questions[0], m_questions[1], m_questions[2], m_long}) {
            GenerationListener ignores;
            m_answers[question] = generate(*engine, request(question), ignores).text;
        }
        addModels();
    }

    void whateverAWorkerDoesItsEndCostsOnlyWhatRuns() {
        const int wanted = std::max(40, qEnvironmentVariableIntValue("HEARTH_KILLS"));
        std::mt19937 random(static_cast<unsigned>(std::max(1, qEnvironmentVariableIntValue("HEARTH_SEED"))));
        std::map<int, int> states;
        for (int round = 0; m_ends < wanted && round < 4 * wanted; ++round) {
            const auto activity = static_cast<Activity>(round % ActivityCount);
            const int before = m_ends;
            // A stopped worker is ended by the heartbeat only while something is asked of it.
            const auto how = activity == Idle ? (random() % 2 == 0 ? WorkerEnd::Killed : WorkerEnd::Crashed)
                                              : static_cast<WorkerEnd>(random() % workerEndCount);
            run(activity, how, random);
            if (QTest::currentTestFailed()) {
                qWarning("round %d: %s, %d", round, activityNames[activity], static_cast<int>(how));
                return;
            }
            states[activity] += m_ends > before;
        }
        QVERIFY2(m_ends >= wanted, qPrintable(QString::number(m_ends)));
        QCOMPARE(states.size(), size_t(ActivityCount));
        qInfo(
            "%d workers ended in %zu states; requests: %d right, %d failed (%d after a part of the answer), "
            "%d cancelled",
            m_ends, states.size(), m_right, m_failed, m_cutShort, m_cancelled);
    }

    void cleanupTestCase() { m_host.reset(); }

private:
    /// Requests and tasks for one worker before it ends.
    struct Asked {
        std::shared_ptr<HostedModel> model;
        std::vector<std::unique_ptr<EndSink>> sinks;
        std::vector<std::string> questions;
        std::vector<RequestId> ids;
        std::promise<void> taskDone;
        bool hasTask = false;

        void submit(const std::string& question) {
            questions.push_back(question);
            sinks.push_back(std::make_unique<EndSink>());
            ids.push_back(model->requests.submit(request(question), *sinks.back(), Priority::Chat));
        }
        /// Catches errors of the task: the loop would fail the requests that they concern.
        template <class Work>
        void post(Work work) {
            hasTask = true;
            model->port.post([this, work](Engine* engine, const Error*) {
                try {
                    if (engine != nullptr) work(*engine);
                } catch (const Error&) {
                }
                taskDone.set_value();
            });
        }
        void embed(ModelHost& host) {
            hasTask = true;
            host.post(
                "embedder",
                [this](Embedder* embedder, const Error*, const std::stop_token&) {
                    const std::vector<std::vector<TokenId>> texts(200, {1, 2, 3, 4, 5, 6, 7, 8});
                    try {
                        if (embedder != nullptr) (void)embedder->embedTokens(texts);
                    } catch (const Error&) {
                    }
                    taskDone.set_value();
                },
                Priority::Chat);
        }
    };

    void begin(Activity activity, Asked& asked, const std::string& question) {
        switch (activity) {
            case Loading:
            case Replying:
                return asked.submit(question);
            case Prefilling:
                return asked.submit(m_long);
            case ManyReplies:
                for (size_t i = 0; i < 8; ++i) asked.submit(m_questions[i % 3]);
                return;
            case Cancelling:
                asked.submit(m_questions[1]);
                return asked.submit(m_long);
            case Estimating:
                return asked.post([this](Engine& engine) {
                    for (int i = 0; i < 20; ++i) {
                        GenerationRequest about = request(m_long);
                        (void)engine.prepare(about, {});
                    }
                });
            case ReadingLogits:
                return asked.post([](Engine& engine) {
                    const std::vector<TokenId> tokens(400, 5);
                    if (engine.probe() != nullptr) (void)engine.probe()->logits(tokens, false);
                });
            case Keeping:
                asked.submit(m_long);
                return asked.post([](Engine& engine) {
                    if (engine.cache() != nullptr) engine.cache()->flush();
                });
            case Embedding:
                return asked.embed(*m_host);
            case Idle:
            case ActivityCount:
                break;
        }
    }

    template <class Random>
    void run(Activity activity, WorkerEnd how, Random& random) {
        const auto chance = [&random](int most) {
            return static_cast<int>(random() % static_cast<unsigned>(most));
        };
        // A model that is loaded, except for the states that are about loading.
        if (activity == Loading) {
            m_host->closeAndWait({"model"});
            addModel();
        } else {
            ask(m_questions[0]);
        }
        if (QTest::currentTestFailed()) return;
        Asked asked{.model = m_host->find("model"), .sinks = {}, .questions = {}, .ids = {}, .taskDone = {}};
        begin(activity, asked, m_questions[static_cast<size_t>(chance(3))]);
        const bool isSlow = activity == Loading || activity == Embedding;
        QThread::usleep(static_cast<unsigned long>(chance(isSlow ? 40000 : 12000)));
        if (activity == Cancelling) asked.model->requests.cancel(asked.ids[0]);
        const char* const process = activity == Embedding ? "hearth-embedder" : "hearth-model";
        const std::vector<pid_t> starved =
            how == WorkerEnd::Starved ? childrenNamed(process) : std::vector<pid_t>();
        end(process, how);
        for (size_t i = 0; i < asked.sinks.size(); ++i) {
            check(*asked.sinks[i], asked.questions[i], activity == Cancelling && i == 0);
            if (QTest::currentTestFailed()) return;
        }
        if (asked.hasTask)
            QVERIFY(asked.taskDone.get_future().wait_for(std::chrono::seconds(60)) ==
                    std::future_status::ready);
        for (const pid_t one : starved) starve(one, false);
        // The next one is served.
        ask(m_questions[2]);
        if (activity == Embedding && !QTest::currentTestFailed()) embedAgain();
    }
    void embedAgain() {
        std::promise<std::string> problem;
        m_host->post(
            "embedder",
            [&problem](Embedder* embedder, const Error* none, const std::stop_token&) {
                const std::vector<std::vector<TokenId>> texts = {{1, 2, 3}, {4, 5}};
                try {
                    if (embedder != nullptr) (void)embedder->embedTokens(texts);
                    problem.set_value(none != nullptr ? none->what() : "");
                } catch (const Error& error) {
                    problem.set_value(error.what());
                }
            },
            Priority::Chat);
        QCOMPARE(QString::fromStdString(problem.get_future().get()), QString());
    }
    void ask(const std::string& question) {
        const auto model = m_host->find("model");
        EndSink sink;
        model->requests.submit(request(question), sink, Priority::Chat);
        QVERIFY2(sink.waits(), "the next request did not end");
        QVERIFY2(!sink.failure, sink.failure ? sink.failure->what() : "");
        QCOMPARE(sink.text(), m_answers.at(question));
    }
    void addModel() {
        m_host->add("model", {.load = [this](const std::stop_token& stop) {
                        return loadInWorker(options(), worker(), {}, stop);
                    }});
    }
};

QTEST_GUILESS_MAIN(TestKilledWorkers)
#include "tst_killed_workers.moc"
