#include "hearth/model_loader.h"

#include <QtTest>

#include "../worker/worker_process.h"
#include "hearth/devices.h"
#include "hearth/prompt_service.h"
#include "worker/worker_errors.h"

using namespace hearth;
using namespace hearth::test;

namespace {

WorkerProcess missingProgram() {
    return {.command = {"/nonexistent/hearth-cli", WorkerProcess::argument}, .cacheFolder = {}};
}

std::filesystem::path tinyEmbedder() {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/embeddings/bert-cls";
}

EmbedderOptions embedderOptions() {
    EmbedderOptions options;
    options.model = tinyEmbedder();
    options.backend = "cpu";
    options.threads = 1;
    return options;
}

}  // namespace

class TestModelLoader : public QObject {
    Q_OBJECT

private slots:
    void onTheCpuAModelRunsInAWorker() {
        const ModelLoader loader(ModelPlace::Automatic, builtProcess());
        const auto engine = loader.load(tinyOptions());
        QCOMPARE(modelProcesses().size(), size_t(1));
        // The CPU was asked for, so there is nothing to explain.
        QVERIFY(engine->info().backendReason.empty());
        QVERIFY(engine->info().inWorker);
        QCOMPARE(engine->info().backendName, std::string("cpu"));
    }

    void whyThereIsNoGpuIsSaid() {
        const std::optional<Message> none = whyNoGpu();
        if (!none) QSKIP("There is a GPU.");
        EngineOptions options = tinyOptions();
        options.backend = "auto";
        const ModelLoader loader(ModelPlace::Automatic, builtProcess());
        const auto engine = loader.load(options);
        QCOMPARE(modelProcesses().size(), size_t(1));
        QVERIFY(engine->info().backendReason == std::vector{*none});
        QVERIFY(engine->info().backendReason ==
                ModelLoader(ModelPlace::InProcess).load(options)->info().backendReason);
    }

    void otherBackendsStayInThisProcess() {
        EngineOptions options = tinyOptions();
        options.backend = "reference";
        const ModelLoader loader(ModelPlace::Automatic, builtProcess());
        QCOMPARE(loader.load(options)->info().backendName, std::string("reference"));
        QVERIFY(modelProcesses().empty());
    }

    void gpusThatCannotBeAreRefused() {
        EngineOptions options = tinyOptions();
        options.devices = {0};
        QVERIFY_THROWS_EXCEPTION(Error,
                                 (void)ModelLoader(ModelPlace::Automatic, builtProcess()).load(options));
    }

    void inProcessMeansThisOne() {
        const ModelLoader loader(ModelPlace::InProcess, missingProgram());
        const auto engine = loader.load(tinyOptions());
        QVERIFY(modelProcesses().empty());
        QVERIFY(engine->info().backendReason.empty() && !engine->info().inWorker);
        QVERIFY(!loader.header(tinyOptions().model).tensors.empty());
    }

    void whereNoWorkerStartsThisProcessDoesItAndSaysSo() {
        const ModelLoader loader(ModelPlace::Automatic, missingProgram());
        const auto engine = loader.load(tinyOptions());
        const std::vector<Message> reasons = engine->info().backendReason;
        QCOMPARE(reasons.size(), size_t(1));
        QVERIFY(reasons.front().is(errors::runsWithoutWorker));
        QVERIFY(loader.plan(tinyOptions()).weightsBytes > 0);
        QVERIFY(loader.work(tinyOptions().model).isKnown());
        QVERIFY(!loader.header(tinyOptions().model).tensors.empty());
        QVERIFY(loader.makesEmbeddings(tinyEmbedder()));
        QVERIFY(!loader.reranks(tinyEmbedder()));
        const auto embedder = loader.loadEmbedder(embedderOptions());
        QVERIFY(embedder->info().dimensions > 0);
        QVERIFY(embedder->info().placeReason == reasons.front());
    }

    void whoAsksForASandboxGetsOneOrASentence() {
        const ModelLoader loader(ModelPlace::Sandbox, missingProgram());
        const auto isNotStarted = [](const auto& call) {
            try {
                (void)call();
            } catch (const Error& error) {
                return error.is(errors::workerNotStarted);
            }
            return false;
        };
        QVERIFY(isNotStarted([&] { return loader.load(tinyOptions()); }));
        QVERIFY(isNotStarted([&] { return loader.loadEmbedder(embedderOptions()); }));
        QVERIFY(isNotStarted([&] { return loader.header(tinyOptions().model); }));
        QVERIFY(isNotStarted([&] { return loader.plan(tinyOptions()); }));
        QVERIFY(!loader.makesEmbeddings(tinyEmbedder()));
        const auto engine = ModelLoader(ModelPlace::Sandbox, builtProcess()).load(tinyOptions());
        QVERIFY(engine->info().backendReason.front().is(errors::workerUsesCpu));
    }

    void embeddersAndHeadersUseWorkersToo() {
        const ModelLoader loader(ModelPlace::Automatic, builtProcess());
        const auto embedder = loader.loadEmbedder(embedderOptions());
        QCOMPARE(childrenNamed("hearth-embedder").size(), size_t(1));
        QVERIFY(embedder->info().backendReason.isEmpty());
        QVERIFY(embedder->info().placeReason.isEmpty());
        QVERIFY(loader.plan(tinyOptions()).weightsBytes > 0);
        QCOMPARE(childrenNamed("hearth-reader").size(), size_t(1));
        // A file that is not a model is refused as in this process, and not tried here again.
        EngineOptions nothing = tinyOptions();
        nothing.model = "/nonexistent.gguf";
        QVERIFY_THROWS_EXCEPTION(Error, (void)loader.load(nothing));
    }
};

QTEST_GUILESS_MAIN(TestModelLoader)
#include "tst_model_loader.moc"
