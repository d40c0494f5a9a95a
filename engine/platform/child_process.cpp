#include "hearth/platform/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "platform/text_pointers.h"

namespace hearth::platform {

bool ChildStatus::wasKilled() const noexcept {
    return signalled && number == SIGKILL;
}

bool ChildStatus::wasStopped() const noexcept {
    return signalled && (number == SIGXCPU || number == SIGKILL);
}

int ChildProcess::start(const std::vector<std::string>& words,
                        std::span<const std::pair<int, int>> descriptors,
                        const std::vector<std::string>& environment) {
    const std::vector<char*> arguments = pointersTo(words), variables = pointersTo(environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int last = STDERR_FILENO;
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
    for (const auto& [from, to] : descriptors) {
        posix_spawn_file_actions_adddup2(&actions, from, to);
        last = std::max(last, to);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, last + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int one : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) sigaddset(&usual, one);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t process = -1;
    const int problem = posix_spawn(&process, words.empty() ? "" : words.front().c_str(), &actions,
                                    &attributes, arguments.data(), variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (problem == 0) m_id = process;
    return problem;
}

bool ChildProcess::waitFor(std::chrono::milliseconds longest) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + longest;
    while (!m_hasEnded) {
        const pid_t waited = ::waitpid(m_id, &m_status, WNOHANG);
        m_hasEnded = waited == m_id || (waited < 0 && errno != EINTR);
        if (m_hasEnded || Clock::now() >= until) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return m_hasEnded;
}

ChildStatus ChildProcess::status() const noexcept {
    if (WIFSIGNALED(m_status)) return {.signalled = true, .number = WTERMSIG(m_status)};
    return {.signalled = false, .number = WEXITSTATUS(m_status)};
}

void ChildProcess::kill() const noexcept {
    if (!m_hasEnded && m_id > 0) (void)::kill(m_id, SIGKILL);
}

void ChildProcess::killGroup() noexcept {
    if (m_hasEnded || m_id <= 0) return;
    platform::killGroup(m_id);
    while (::waitpid(m_id, &m_status, 0) < 0 && errno == EINTR) {
    }
    m_hasEnded = true;
}

void followParent(int parent) noexcept {
    (void)::setpgid(0, 0);
    (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(0);
}

void endGroup(int group) noexcept {
    if (group > 0) (void)::kill(-group, SIGTERM);
}

void killGroup(int group) noexcept {
    if (group > 0) (void)::kill(-group, SIGKILL);
}

}  // namespace hearth::platform
