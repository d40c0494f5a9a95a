#include "host/run_child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace hearth {

namespace {

constexpr int pollMs = 100;         // until a stop request is seen
constexpr int longestEndMs = 2000;  // from the end of the output to that of the process

class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() { close(); }

    void close() {
        if (m_number >= 0) ::close(std::exchange(m_number, -1));
    }
    int number() const { return m_number; }

private:
    int m_number;
};

/// Bytes as a file in memory: unlike a pipe it need not be written while the output is read.
Descriptor fileOf(std::span<const std::byte> bytes) {
    Descriptor file(::memfd_create("input", MFD_CLOEXEC));
    while (file.number() >= 0 && !bytes.empty()) {
        const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return Descriptor();
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    if (file.number() >= 0) (void)::lseek(file.number(), 0, SEEK_SET);
    return file;
}

/// 0, or the system's error number.
int spawn(const std::vector<std::string>& command, int input, int output, pid_t& process) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    // A group of its own: Ctrl+C in the terminal is for the program alone, which ends it.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    const int problem =
        posix_spawn(&process, arguments.front(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/// nullopt: the output has ended.
std::optional<ChildRun::End> readAll(int output, std::vector<std::byte>& bytes, size_t mostBytes,
                                     std::chrono::milliseconds longest, const std::stop_token& stop) {
    const auto limit = std::chrono::steady_clock::now() + longest;
    std::array<std::byte, 1U << 16U> part;
    for (;;) {
        if (stop.stop_requested()) return ChildRun::End::Stopped;
        if (std::chrono::steady_clock::now() > limit) return ChildRun::End::TookTooLong;
        pollfd ready{.fd = output, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, pollMs) <= 0) continue;
        const ssize_t count = ::read(output, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        if (bytes.size() + static_cast<size_t>(count) > mostBytes) return ChildRun::End::WroteTooMuch;
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    }
}

}  // namespace

ChildRun runChild(const std::vector<std::string>& command, std::span<const std::byte> input, size_t mostBytes,
                  std::chrono::milliseconds longest, const std::stop_token& stop) {
    ChildRun run;
    const auto notStarted = [&run](int problem) {
        run.reason = std::generic_category().message(problem);
        return run;
    };
    const Descriptor given = fileOf(input);
    if (given.number() < 0) return notStarted(errno);
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return notStarted(errno);
    const Descriptor output(ends[0]);
    Descriptor theirs(ends[1]);
    pid_t process = -1;
    if (const int problem = spawn(command, given.number(), theirs.number(), process))
        return notStarted(problem);
    theirs.close();
    const auto cut = readAll(output.number(), run.output, mostBytes, longest, stop);
    int status = 0;
    bool isGone = false;
    // One that has closed its output should be gone at once.
    for (int wait = 0; !cut && !isGone && wait < longestEndMs; ++wait) {
        isGone = ::waitpid(process, &status, WNOHANG) == process;
        if (!isGone) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (!isGone) {
        ::kill(process, SIGKILL);
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
        }
    }
    const bool exited = WIFEXITED(status);
    run.end = cut ? *cut : exited ? ChildRun::End::Exited : ChildRun::End::Signalled;
    run.status = exited ? WEXITSTATUS(status) : WTERMSIG(status);
    return run;
}

}  // namespace hearth
