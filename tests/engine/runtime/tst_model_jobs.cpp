#include "hearth/model_jobs.h"

#include <signal.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "../worker/worker_process.h"
#include "hearth/processor_share.h"
#include "worker/worker_errors.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path tinyModel() {
    return tinyModelsFolder() / "llama-f32.gguf";
}

QByteArray contents(const std::filesystem::path& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// Counts what a job asks.
class CountedShare final : public ProcessorShare {
public:
    void giveWay() override { ++ways; }
    void leave() override { ++leaves; }
    int ways = 0, leaves = 0;
};

/// Text enough to calibrate with.
std::string words() {
    std::string text;
    for (int i = 0; i < 400; ++i) text += "word " + std::to_string(i) + ' ';
    return text;
}

}  // namespace

class TestModelJobs : public QObject {
    Q_OBJECT

private slots:
    void aWorkerDoesWhatThisProcessDoes() {
        const QTemporaryDir folder;
        const ModelJobs worker(ModelPlace::Sandbox, builtProcess()), here(ModelPlace::InProcess);
        const auto path = [&](const char* name) {
            return std::filesystem::path(folder.filePath(name).toStdString());
        };
        const std::string text = words();
        CountedShare share;
        double last = 0;
        const auto found = worker.calibrate(
            tinyModel(), {.text = text, .tokens = 256, .threads = 1, .processor = &share}, [&](double done) {
                QVERIFY(done >= last);
                last = done;
            });
        const auto wanted = here.calibrate(tinyModel(), {.text = text, .tokens = 256, .threads = 1});
        QVERIFY(found.columns == wanted.columns && found.tokens == wanted.tokens);
        QVERIFY(share.ways > 0 && last > 0);
        QCOMPARE(childrenNamed("hearth-job").size(), size_t(0));

        uint64_t done = 0, all = 0;
        const auto progress = [&](uint64_t bytes, uint64_t total) { done = bytes, all = total; };
        const auto report =
            worker.quantize(tinyModel(), path("a.gguf"), BlockType::Q4_0, progress, {}, found);
        const auto same = here.quantize(tinyModel(), path("b.gguf"), BlockType::Q4_0, {}, {}, wanted);
        QCOMPARE(report.outputBytes, same.outputBytes);
        QVERIFY(done == all && all > 0);
        QCOMPARE(contents(path("a.gguf")), contents(path("b.gguf")));

        const ComparisonOptions options{.tokens = 64, .threads = 1, .backend = "cpu"};
        const auto compared = worker.compare(tinyModel(), path("a.gguf"), options);
        const auto reference = here.compare(tinyModel(), path("a.gguf"), options);
        QCOMPARE(compared.tokens, reference.tokens);
        QCOMPARE(compared.meanKl, reference.meanKl);
        QCOMPARE(compared.perplexityAfter, reference.perplexityAfter);
    }

    void errorsOfAJobComeAcross() {
        const QTemporaryDir folder;
        const std::filesystem::path out = folder.filePath("a.gguf").toStdString();
        const ModelJobs worker(ModelPlace::Sandbox, builtProcess());
        QVERIFY_THROWS_EXCEPTION(Error, (void)worker.quantize("/nonexistent.gguf", out, BlockType::Q8_0));
        std::stop_source stopped;
        stopped.request_stop();
        try {
            (void)worker.quantize(tinyModel(), out, BlockType::Q8_0, {}, stopped.get_token());
            QFAIL("not stopped");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
        QVERIFY(QDir(folder.path()).isEmpty());
        // A file that exists is refused here as well.
        QVERIFY(QFile::copy(QString::fromStdString(tinyModel()), QString::fromStdString(out)));
        QVERIFY_THROWS_EXCEPTION(
            Error, (void)worker.quantize(tinyModel(), out, BlockType::Q8_0, {}, {}, {}, Existing::Refuse));
    }

    void aWorkerThatDiesLeavesNothing() {
        const QTemporaryDir folder;
        const std::filesystem::path out = folder.filePath("a.gguf").toStdString();
        const ModelJobs worker(ModelPlace::Automatic, builtProcess());
        bool killed = false;
        try {
            (void)worker.quantize(tinyModel(), out, BlockType::Q8_0, [&](uint64_t, uint64_t) {
                for (const pid_t one : childrenNamed("hearth-job")) killed = kill(one, SIGKILL) == 0;
            });
            QFAIL("not ended");
        } catch (const Error& error) {
            QVERIFY2(error.is(errors::jobEnded), error.what());
        }
        QVERIFY(killed);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void whereNoWorkerStartsThisProcessDoesIt() {
        const QTemporaryDir folder;
        const std::filesystem::path out = folder.filePath("a.gguf").toStdString();
        const WorkerProcess none{.command = {"/nonexistent/program"}, .cacheFolder = {}};
        QVERIFY(ModelJobs(ModelPlace::Automatic, none).quantize(tinyModel(), out, BlockType::Q8_0).converted >
                0);
        try {
            (void)ModelJobs(ModelPlace::Sandbox, none).quantize(tinyModel(), out, BlockType::Q8_0);
            QFAIL("not refused");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::workerNotStarted));
        }
    }
};

QTEST_GUILESS_MAIN(TestModelJobs)
#include "tst_model_jobs.moc"
