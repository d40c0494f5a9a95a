#include "hearth/run_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "host/spawn_child.h"

namespace hearth {

namespace {

constexpr int pollMs = 50;          // until a stop request is seen
constexpr int longestEndMs = 2000;  // from the end of the output to that of the process
/// Above the standard streams, whose numbers in the child must not be those of open files.
constexpr int firstOwnDescriptor = 3;

class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {
        if (m_number < 0 || m_number >= firstOwnDescriptor) return;
        const int higher = ::fcntl(m_number, F_DUPFD_CLOEXEC, firstOwnDescriptor);
        ::close(std::exchange(m_number, higher));
    }
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

/// Hands out the output until it ends; then nullopt.
std::optional<ChildEnd::Kind> takeOutput(int output, const ChildCommand& command,
                                         const std::function<void(std::span<const std::byte>)>& take,
                                         const std::stop_token& stop) {
    const auto limit = std::chrono::steady_clock::now() + command.longest;
    std::array<std::byte, 1U << 16U> part;
    for (size_t taken = 0;;) {
        if (stop.stop_requested()) return ChildEnd::Kind::Stopped;
        if (std::chrono::steady_clock::now() > limit) return ChildEnd::Kind::TookTooLong;
        pollfd ready{.fd = output, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, pollMs) <= 0) continue;
        const ssize_t count = ::read(output, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        taken += static_cast<size_t>(count);
        if (taken > command.mostBytes) return ChildEnd::Kind::WroteTooMuch;
        take(std::span(part).first(static_cast<size_t>(count)));
    }
}

/// Ends a process at the latest with this object.
class Child {
public:
    explicit Child(pid_t process) : m_process(process) {}
    ~Child() {
        if (m_isThere) (void)kill();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Status as of waitpid(). One that has closed its output should be gone at once.
    int wait() {
        int status = 0;
        for (int waited = 0; waited < longestEndMs; ++waited) {
            if (::waitpid(m_process, &status, WNOHANG) == m_process) {
                m_isThere = false;
                return status;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return kill();
    }
    int kill() {
        ::kill(-m_process, SIGKILL);
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
        m_isThere = false;
        return status;
    }

private:
    const pid_t m_process;
    bool m_isThere = true;
};

/// A lower limit that the person has set stays.
void limit(__rlimit_resource resource, rlim_t most) {
    rlimit both{};
    if (::getrlimit(resource, &both) == 0) most = std::min(most, both.rlim_cur);
    both = {most, most};
    (void)::setrlimit(resource, &both);
}

}  // namespace

ChildEnd runChild(const ChildCommand& command, const std::function<void(std::span<const std::byte>)>& take,
                  const std::stop_token& stop) {
    const auto notStarted = [](int problem) {
        return ChildEnd{.kind = ChildEnd::Kind::NotStarted,
                        .reason = std::generic_category().message(problem)};
    };
    const Descriptor input = command.inputFile.empty()
                                 ? fileOf(command.input)
                                 : Descriptor(::open(command.inputFile.c_str(), O_RDONLY | O_CLOEXEC));
    if (input.number() < 0) return notStarted(errno);
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return notStarted(errno);
    const Descriptor output(ends[0]);
    Descriptor theirs(ends[1]);
    const std::array descriptors{std::pair(input.number(), STDIN_FILENO),
                                 std::pair(theirs.number(), STDOUT_FILENO)};
    pid_t process = -1;
    if (const int problem = spawnChild(command.words, descriptors, command.inheritsEnvironment, process))
        return notStarted(problem);
    Child child(process);
    theirs.close();
    if (const auto cut = takeOutput(output.number(), command, take, stop)) {
        (void)child.kill();
        return {.kind = *cut, .reason = {}};
    }
    const int status = child.wait();
    return WIFEXITED(status)
               ? ChildEnd{.kind = ChildEnd::Kind::Exited, .status = WEXITSTATUS(status), .reason = {}}
               : ChildEnd{.kind = ChildEnd::Kind::Signalled, .status = WTERMSIG(status), .reason = {}};
}

void limitChild(uint64_t memoryBytes, uint64_t cpuSeconds) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, cpuSeconds);
    limit(RLIMIT_AS, memoryBytes);
}

std::vector<std::byte> readChildInput(size_t mostBytes) {
    std::vector<std::byte> bytes;
    std::array<std::byte, 1U << 16U> part;
    while (bytes.size() <= mostBytes) {
        const ssize_t count =
            ::read(STDIN_FILENO, part.data(), std::min(part.size(), mostBytes + 1 - bytes.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    }
    return bytes;
}

bool isPlainVariable(std::string_view variable) {
    constexpr std::array names{
        "LANG=", "LC_", "TZ=", "LD_LIBRARY_PATH=", "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "TSAN_OPTIONS="};
    return std::ranges::any_of(names, [&](std::string_view name) { return variable.starts_with(name); });
}

}  // namespace hearth
