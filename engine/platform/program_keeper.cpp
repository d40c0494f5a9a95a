#include "hearth/platform/program_keeper.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/platform/file.h"
#include "hearth/platform/folder.h"

namespace hearth::platform {

namespace {

constexpr int graceSeconds = 2;
/// New ones may come while others are ended.
constexpr int mostRounds = 400;
constexpr timespec roundTime{.tv_sec = 0, .tv_nsec = 5'000'000};

/// The parent of a process; 0: it does not exist.
pid_t parentOf(const std::string& process) {
    std::array<char, 512> text{};
    const ptrdiff_t got =
        File("/proc/" + process + "/stat", Open::Read).read(std::span(text).first(text.size() - 1));
    if (got <= 0) return 0;
    // After the name, which may contain any character: ") S PARENT".
    const char* end = std::strrchr(text.data(), ')');
    return end != nullptr && std::strlen(end) > 4 ? static_cast<pid_t>(std::atol(end + 4)) : 0;
}

/// All processes that this process has started, and their descendants.
std::vector<pid_t> descendants() {
    std::multimap<pid_t, pid_t> children;
    Folder processes("/proc");
    while (const auto name = processes.next())
        if (const auto process = static_cast<pid_t>(std::atol(name->c_str())); process > 0)
            children.emplace(parentOf(*name), process);
    std::vector<pid_t> found{::getpid()};
    for (size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = children.equal_range(found[i]);
        for (auto child = first; child != last; ++child) found.push_back(child->second);
    }
    found.erase(found.begin());
    return found;
}

void signalAll(int signal) {
    for (const pid_t process : descendants()) (void)::kill(process, signal);
}

class Keeper {
public:
    int run(char* const command[]) {
        (void)::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        sigset_t before;
        sigemptyset(&m_signals);
        for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&m_signals, signal);
        ::sigprocmask(SIG_BLOCK, &m_signals, &before);
        m_program = ::fork();
        if (m_program < 0) return failed(command[0]);
        if (m_program == 0) {
            ::sigprocmask(SIG_SETMASK, &before, nullptr);
            // Ends the program if this process is killed, because no other process does.
            (void)::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
            ::execvp(command[0], command);
            ::_exit(failed(command[0]));
        }
        // The reader of the program's output has to see its end.
        for (const int own : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(own);
        (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
        waitForEnd();
        endAll();
        return result();
    }

private:
    static int failed(const char* command) {
        const std::string reason = std::string(command) + ": " + std::strerror(errno) + '\n';
        (void)FileHandle(STDERR_FILENO).write(reason);
        return 127;
    }

    void reap() {
        int status = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
            if (ended == m_program) m_status = status, m_program = 0;
    }

    /// Of the program, or of the time that it gets once it was asked to.
    void waitForEnd() {
        timespec until{};
        bool asked = false;
        while (m_program != 0) {
            timespec now{}, left{.tv_sec = 3600, .tv_nsec = 0};
            if (asked) {
                ::clock_gettime(CLOCK_MONOTONIC, &now);
                if (now.tv_sec >= until.tv_sec) return;
                left.tv_sec = until.tv_sec - now.tv_sec;
            }
            const int signal = ::sigtimedwait(&m_signals, nullptr, &left);
            if (signal == SIGUSR1) return;
            if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP) {
                signalAll(SIGTERM);
                if (!asked) ::clock_gettime(CLOCK_MONOTONIC, &until);
                if (!asked) until.tv_sec += graceSeconds;
                asked = true;
            }
            reap();
        }
    }

    void endAll() {
        for (int round = 0; round < mostRounds; ++round) {
            const std::vector<pid_t> left = descendants();
            if (left.empty()) return;
            for (const pid_t process : left) (void)::kill(process, SIGKILL);
            (void)::nanosleep(&roundTime, nullptr);
            reap();
        }
    }

    int result() const {
        if (!WIFSIGNALED(m_status)) return WEXITSTATUS(m_status);
        const int signal = WTERMSIG(m_status);
        ::sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signal);
        (void)::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        (void)::signal(signal, SIG_DFL);
        ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
        (void)::raise(signal);
        return 128 + signal;
    }

    sigset_t m_signals{};
    pid_t m_program = 0;
    int m_status = 0;
};

}  // namespace

bool isProgramKeeper(int argc, char* const argv[]) {
    return argc > 2 && std::string_view(argv[1]) == keepProgramArgument;
}

int keepProgram(int, char* const argv[]) {
    return Keeper().run(argv + 2);
}

void hurryKeeper(int process) noexcept {
    if (process > 0) (void)::kill(process, SIGUSR1);
}

}  // namespace hearth::platform
