// Models in a process of their own on a kernel that has no Landlock, and on one that has no filter for calls
// either: kernels refuse what they do not know, and here a filter that processes inherit does.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QtTest/QtTest>
#include <cerrno>
#include <cstddef>

#include "engine/sandbox/in_child.h"
#include "hearth/header_reader.h"
#include "hearth/sandbox.h"
#include "sandbox/sandbox_errors.h"
#include "support/generate.h"
#include "worker/worker_errors.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

class TestOlderKernel : public QObject {
    Q_OBJECT

    /// Makes the kernel answer with `error` from now on, permanently, to the calls from `first` to `last`
    /// with this first argument, or any.
    static bool refuse(uint32_t first, uint32_t last, std::optional<uint32_t> argument, int error) {
        // If any argument matches, other arguments are refused as well.
        const auto otherwise = static_cast<uint8_t>(argument ? 1 : 0);
        sock_filter steps[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 4),
            BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 3, 0),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, argument.value_or(0), 0, otherwise),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<uint32_t>(error)),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        const sock_fprog program{.len = std::size(steps), .filter = steps};
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
    }

private slots:
    void initTestCase() {
        constexpr uint32_t createRuleset = 444, restrictSelf = 446;
        QVERIFY(refuse(createRuleset, restrictSelf, std::nullopt, ENOSYS));
        QCOMPARE(syscall(createRuleset, nullptr, 0, 1), -1L);
        QCOMPARE(errno, ENOSYS);
    }

    void withoutLandlockCallsAreShutAndFilesAreNot() {
        QCOMPARE(inChild([] {
                     const SandboxState state = enterSandbox({});
                     if (state.filesShut) return 1;
                     if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM) return 2;
                     if (fork() >= 0) return 3;
                     return std::ifstream("/proc/self/status").get() == 'N' ? 0 : 4;
                 }),
                 0);
    }

    void theModelRunsAndThePersonIsTold() {
        const auto engine = loadInWorker(tinyOptions(), builtProcess());
        const EngineInfo info = engine->info();
        QCOMPARE(info.backendReason.size(), size_t(2));
        QVERIFY(info.backendReason[0].is(errors::workerUsesCpu));
        QVERIFY(info.backendReason[1].is(errors::workerSeesFiles));
        GenerationListener nobody;
        QVERIFY(!test::generate(*engine, greedyRequest("Hello", 4), nobody).text.empty());
        // Its process is without network all the same.
        QFile status(QStringLiteral("/proc/%1/status").arg(modelProcesses().at(0)));
        QVERIFY(status.open(QFile::ReadOnly));
        QVERIFY(status.readAll().contains("Seccomp:\t2"));
        QVERIFY(!HeaderReader(builtProcess()).header(tinyOptions().model).tensors.empty());
    }

    /// Last, for it stays so.
    void withoutAFilterForCallsNothingIsRead() {
        QVERIFY(refuse(SYS_prctl, SYS_prctl, PR_SET_SECCOMP, EINVAL));
        try {
            (void)loadInWorker(tinyOptions(), builtProcess());
            QFAIL("it was loaded");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::cannotShutIn));
            QVERIFY(error.message().text().find("load it without the sandbox") != std::string::npos);
        }
        QVERIFY_THROWS_EXCEPTION(Error, (void)HeaderReader(builtProcess()).header(tinyOptions().model));
        QTRY_VERIFY(modelProcesses().empty());
    }
};

QTEST_GUILESS_MAIN(TestOlderKernel)
#include "tst_older_kernel.moc"
