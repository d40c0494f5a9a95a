// Messages in the window when the worker in which a model runs ends: the current reply fails with a sentence,
// and the next message is answered.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <QSignalSpy>
#include <QtTest>
#include <cstddef>
#include <fstream>
#include <thread>

#include "app/inference/after_steps.h"
#include "hearth/header_reader.h"
#include "hearth/model_jobs.h"
#include "hearth/worker.h"
#include "inference/guarded.h"
#include "inference/inference_thread.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Has this thread, and all processes that it starts, not allowed to shut themselves in.
bool refuseSandboxes() {
    sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{.len = std::size(steps), .filter = steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace

class TestLostProcess : public QObject {
    Q_OBJECT

    static EngineFactory factory(const QString& program) {
        return [program](const EngineOptions& options, const auto& progress, const std::stop_token& stop) {
            return loadInWorker(options,
                                {.command = {program.toStdString(), WorkerProcess::argument},
                                 .cacheFolder = {},
                                 .patience = std::chrono::seconds(3)},
                                progress, stop);
        };
    }
    static QString program() {
        return QCoreApplication::applicationDirPath() + QStringLiteral("/../bin/hearth-cli");
    }
    static EngineOptions options() {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 1;
        options.contextLength = 512;
        return options;
    }
    static GenerationRequest request(int tokens) {
        GenerationRequest request;
        request.messages = {{.role = "user", .content = "Hello", .reasoning = {}, .tokens = {}}};
        request.sampling.temperature = 0;
        request.sampling.maxTokens = tokens;
        request.ignoreEndOfText = true;
        return request;
    }
    /// The processes of models that are there.
    static QList<int> models() {
        QList<int> found;
        for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
            QFile file("/proc/" + name + "/stat");
            if (!file.open(QFile::ReadOnly)) continue;
            const QByteArray line = file.readAll();
            const QByteArray parent = line.mid(line.lastIndexOf(") ") + 4).split(' ').value(0);
            if (line.contains("(hearth-model)") && !line.contains(") Z ") &&
                parent.toLongLong() == QCoreApplication::applicationPid())
                found += name.toInt();
        }
        return found;
    }
    static void killModels(int signal) {
        for (const int one : models()) ::kill(one, signal);
    }

private slots:
    void theChatGoesOn_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("killed")
            << SIGKILL
            << "The process of the model was killed, perhaps because the memory was full; "
               "another one is started. What there is of the reply is kept: ask again, or "
               "choose a smaller model.";
        QTest::newRow("crashed") << SIGSEGV
                                 << "The process of the model crashed (11), which a damaged file can bring "
                                    "about; another one is started. What there is of the reply is kept: ask "
                                    "again, or choose another model.";
        QTest::newRow("stopped") << SIGSTOP
                                 << "The process of the model did not answer for 3 s and was ended; another "
                                    "one is started. What there is of the reply is kept: ask again, or "
                                    "choose another model.";
    }
    void theChatGoesOn() {
        QFETCH(int, signal);
        QFETCH(QString, sentence);
        InferenceThread thread(factory(program()));
        QSignalSpy loaded(&thread, &InferenceThread::loaded), failed(&thread, &InferenceThread::failed),
            finished(&thread, &InferenceThread::finished), lost(&thread, &InferenceThread::loadFailed);
        thread.load(options());
        QTRY_COMPARE(loaded.count(), 1);
        // The reason that the window shows beside the model.
        QCOMPARE(QString::fromStdString(loaded[0][1].value<EngineInfo>().backendReason[0].text()),
                 QStringLiteral("It runs in a sandbox, which uses the processor alone."));
        QString text;
        connect(&thread, &InferenceThread::textReady, this,
                [&](quint64, const QString& delta, int) { text += delta; });
        thread.generate(request(450));
        // In the middle of the reply.
        test::afterSteps(thread.models(thread.current()).front(), 20, [signal] { killModels(signal); });
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
        QCOMPARE(failed[0][1].value<InferenceProblem>().message, sentence);
        QVERIFY(!text.isEmpty());
        const quint64 next = thread.generate(request(8));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toULongLong(), next);
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->tokens.size(), size_t{8});
        // And one that dies while nothing is asked is replaced at once, without a word.
        const QList<int> before = models();
        QCOMPARE(before.size(), 1);
        killModels(SIGKILL);
        // One look at the processes for both questions: they change between two.
        const auto isReplaced = [&] {
            const QList<int> now = models();
            return now.size() == 1 && now != before;
        };
        QTRY_VERIFY(isReplaced());
        thread.generate(request(8));
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(failed.count() + lost.count(), 1);
    }

    void aReaderOfHeadersThatEndsIsSaid() {
        const HeaderReader reader({.command = {"/bin/false"}, .cacheFolder = {}});
        const auto problem = guarded([&] { (void)reader.header(options().model); });
        QVERIFY(problem.has_value());
        QCOMPARE(problem->message,
                 QStringLiteral("The process that reads this model's header ended before it was done, which "
                                "a damaged file can bring about; choose another file of the model."));
    }

    void aJobThatEndsIsSaid() {
        const ModelJobs jobs(hearth::ModelPlace::Sandbox, {.command = {"/bin/false"}, .cacheFolder = {}});
        const auto problem = guarded([&] { (void)jobs.calibrate(options().model, {.text = "words"}); });
        QVERIFY(problem.has_value());
        QCOMPARE(
            problem->message,
            QStringLiteral("The process that works on the model ended before it was done, which a damaged "
                           "file or a full memory can cause; nothing is left of it: try again, or choose "
                           "another file."));
    }

    void aSandboxThatTheSystemRefusesIsSaid() {
        std::optional<InferenceProblem> problem;
        bool isRefused = false;
        std::thread([&] {
            isRefused = refuseSandboxes();
            problem = guarded([&] { (void)factory(program())(options(), {}, {}); });
        }).join();
        if (!isRefused) QSKIP("NOT TESTED: this system has no seccomp.");
        QVERIFY(problem.has_value());
        QCOMPARE(problem->message, QStringLiteral("The model cannot be put into a sandbox: Operation not "
                                                  "permitted; load it without the sandbox."));
    }
    void aProgramThatIsGoneIsSaid() {
        InferenceThread thread(factory("/nonexistent/program"));
        QSignalSpy failed(&thread, &InferenceThread::loadFailed);
        thread.load(options());
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][1].value<InferenceProblem>().message,
                 QStringLiteral("The process of the model cannot be started: No such file or directory; "
                                "install Hearth again, or load the model without the sandbox."));
    }
};

QTEST_GUILESS_MAIN(TestLostProcess)
#include "tst_lost_process.moc"
