#include "platform/sandbox/syscall_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest/QtTest>
#include <cerrno>
#include <cstdlib>
#include <thread>
#include <vector>

#include "engine/platform/in_child.h"

using namespace hearth;
using namespace hearth::platform;
using namespace hearth::test;

class TestSyscallFilter : public QObject {
    Q_OBJECT

    static int behindFilter(const std::function<int()>& looks, const sandbox::CallRules& rules = {}) {
        return inChild([&] {
            prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            return sandbox::shutCalls(rules) == 0 ? looks() : 98;
        });
    }
    static int errorOf(long result) { return result >= 0 ? 0 : errno; }

private slots:
    void thereAreNoSockets() {
        QCOMPARE(behindFilter([] { return errorOf(socket(AF_INET, SOCK_STREAM, 0)); }), EPERM);
        QCOMPARE(behindFilter([] { return errorOf(socket(AF_UNIX, SOCK_STREAM, 0)); }), EPERM);
        QCOMPARE(behindFilter([] {
                     int both[2];
                     return errorOf(socketpair(AF_UNIX, SOCK_STREAM, 0, both));
                 }),
                 EPERM);
    }

    void thereAreNoOtherPrograms() {
        QCOMPARE(behindFilter([] {
                     char name[] = "/bin/true";
                     char* arguments[] = {name, nullptr};
                     return errorOf(execv(name, arguments));
                 }),
                 EPERM);
        QCOMPARE(behindFilter([] { return errorOf(fork()); }), EPERM);
        QCOMPARE(behindFilter([] { return errorOf(vfork()); }), EPERM);
    }

    void othersAreOutOfReach() {
        const pid_t parent = getpid();
        QCOMPARE(behindFilter([parent] { return errorOf(kill(parent, SIGTERM)); }), EPERM);
        QCOMPARE(behindFilter([parent] { return errorOf(syscall(SYS_tgkill, parent, parent, SIGTERM)); }),
                 EPERM);
        QCOMPARE(behindFilter([parent] { return errorOf(ptrace(PTRACE_ATTACH, parent, nullptr, nullptr)); }),
                 EPERM);
        QCOMPARE(behindFilter([parent] {
                     char byte = 0;
                     const iovec here{&byte, 1}, there{&byte, 1};
                     return errorOf(process_vm_readv(parent, &here, 1, &there, 1, 0));
                 }),
                 EPERM);
    }

    /// By ways other than kill().
    void othersGetNoSignalsAndLimits() {
        const pid_t parent = getpid();
        int pipes[2];
        QCOMPARE(pipe(pipes), 0);
        QCOMPARE(behindFilter([&] { return errorOf(fcntl(pipes[0], F_SETOWN, parent)); }), EPERM);
        QCOMPARE(behindFilter([&] { return errorOf(fcntl(pipes[0], F_SETSIG, SIGKILL)); }), EPERM);
        QCOMPARE(behindFilter([&] { return fcntl(pipes[0], F_GETFL) == O_RDONLY ? 0 : 1; }), 0);
        close(pipes[0]);
        close(pipes[1]);
        QCOMPARE(behindFilter([parent] { return errorOf(setpriority(PRIO_PROCESS, parent, 19)); }), EPERM);
        // New limits whose address has nothing but zeros in its lower half.
        QCOMPARE(behindFilter([parent] {
                     constexpr uintptr_t wanted = uintptr_t{1} << 32U;
                     void* page = mmap(reinterpret_cast<void*>(wanted), 4096, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
                     if (reinterpret_cast<uintptr_t>(page) != wanted) return 99;
                     return errorOf(syscall(SYS_prlimit64, parent, RLIMIT_NOFILE, page, nullptr));
                 }),
                 EPERM);
        QCOMPARE(behindFilter([] {
                     rlimit limit{};
                     return errorOf(syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, nullptr, &limit));
                 }),
                 0);
    }

    void memoryIsNeverMadeExecutable() {
        constexpr int how = MAP_PRIVATE | MAP_ANONYMOUS;
        QCOMPARE(behindFilter([] {
                     void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, how, -1, 0);
                     return page == MAP_FAILED ? errno : 0;
                 }),
                 EPERM);
        QCOMPARE(behindFilter([] {
                     void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, how, -1, 0);
                     if (page == MAP_FAILED) return 1 + errno;
                     return errorOf(mprotect(page, 4096, PROT_READ | PROT_EXEC));
                 }),
                 EPERM);
    }

    void theFilterStays() {
        // No further filter, and no way to leave the rules for files.
        QCOMPARE(behindFilter([] { return errorOf(prctl(PR_SET_SECCOMP, 1, 0, 0, 0)); }), EPERM);
        QCOMPARE(behindFilter([] { return errorOf(syscall(SYS_seccomp, 0, 0, nullptr)); }), EPERM);
    }

    void computingAndFilesGoOn() {
        QTemporaryFile file;
        QVERIFY(file.open());
        const std::string path = file.fileName().toStdString();
        QCOMPARE(behindFilter([&path] {
                     std::vector<int> sums(4);
                     std::vector<std::thread> threads;
                     for (int i = 0; i < 4; ++i) threads.emplace_back([&sums, i] { sums[i] = i; });
                     for (auto& thread : threads) thread.join();
                     if (sums[3] != 3) return 1;
                     if (std::vector<char>(64U << 20U, 'x').back() != 'x') return 2;
                     const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
                     if (descriptor < 0 || write(descriptor, "text", 4) != 4 || fsync(descriptor) != 0)
                         return 3;
                     std::this_thread::sleep_for(std::chrono::milliseconds(1));
                     return 0;
                 }),
                 0);
    }

    void whoWritesNothingOpensFilesToReadAlone() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("file").toStdString(), fresh = file + "2";
        QVERIFY(QFile(folder.filePath("file")).open(QFile::WriteOnly));
        const auto opened = [&](const std::string& path, int flags) {
            return behindFilter([&] { return errorOf(open(path.c_str(), flags, 0600)); },
                                {.writesFiles = false});
        };
        QCOMPARE(opened(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK), 0);
        QCOMPARE(opened(folder.path().toStdString(), O_RDONLY | O_DIRECTORY), 0);
        for (const int flags : {O_WRONLY, O_RDWR, O_ACCMODE, O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT, O_PATH})
            QCOMPARE(opened(file, flags), EPERM);
        QCOMPARE(opened(fresh, O_RDONLY | O_CREAT), EPERM);
        QCOMPARE(behindFilter([&] { return errorOf(mkdir(fresh.c_str(), 0700)); }, {.writesFiles = false}),
                 EPERM);
        QCOMPARE(behindFilter([&] { return errorOf(unlink(file.c_str())); }, {.writesFiles = false}), EPERM);
        QCOMPARE(behindFilter([&] { return errorOf(rename(file.c_str(), fresh.c_str())); },
                              {.writesFiles = false}),
                 EPERM);
    }

    void whoStartsProgramsIsHeldToAllElse() {
        const sandbox::CallRules rules{.writesFiles = false, .startsPrograms = true};
        QCOMPARE(behindFilter(
                     [] {
                         const pid_t child = fork();
                         if (child == 0) {
                             prctl(PR_SET_PDEATHSIG, SIGKILL);
                             execl("/bin/true", "true", nullptr);
                             _exit(1);
                         }
                         int status = 0;
                         return child > 0 && waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : 2;
                     },
                     rules),
                 0);
        const auto mapped = [&rules](int protection, int flags, int file) {
            return behindFilter(
                [=] {
                    return mmap(nullptr, 4096, protection, MAP_PRIVATE | flags, file, 0) == MAP_FAILED ? errno
                                                                                                       : 0;
                },
                rules);
        };
        const int program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
        QCOMPARE(mapped(PROT_READ | PROT_EXEC, 0, program), 0);
        QCOMPARE(mapped(PROT_READ | PROT_WRITE | PROT_EXEC, 0, program), EPERM);
        QCOMPARE(mapped(PROT_READ | PROT_EXEC, MAP_ANONYMOUS, -1), EPERM);
        QCOMPARE(mapped(PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1), 0);
        close(program);
        for (const long flags : {CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWPID, CLONE_PARENT})
            QCOMPARE(behindFilter(
                         [flags] { return errorOf(syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0)); }, rules),
                     EPERM);
        QCOMPARE(behindFilter([] { return errorOf(socket(AF_INET, SOCK_STREAM, 0)); }, rules), EPERM);
        const pid_t parent = getpid();
        QCOMPARE(behindFilter([parent] { return errorOf(kill(parent, SIGCONT)); }, rules), EPERM);
        QCOMPARE(behindFilter([] { return errorOf(setpgid(0, 0)); }, rules), EPERM);
    }

    void anAbortIsStillOne() {
        QCOMPARE(behindFilter([]() -> int {
                     // Qt Test would tell of it at length.
                     signal(SIGABRT, SIG_DFL);
                     std::abort();
                 }),
                 100 + SIGABRT);
    }
};

QTEST_GUILESS_MAIN(TestSyscallFilter)
#include "tst_syscall_filter.moc"
