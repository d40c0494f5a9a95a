#include "hearth/platform/run_child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "hearth/platform/child_process.h"
#include "hearth/platform/file.h"
#include "hearth/platform/pipe.h"
#include "hearth/platform/readiness.h"

namespace hearth::platform {

namespace {

constexpr int pollMs = 50;  // until a stop request is seen
constexpr auto longestEnd =
    std::chrono::milliseconds(2000);  // from the end of the output to that of the process
/// Above the standard streams, whose numbers in the child must not be those of open files.
constexpr int firstOwnDescriptor = 3;

/// Moves an open file above the standard streams.
File aboveStandardStreams(File file) {
    if (!file.isOpen() || file.descriptor() >= firstOwnDescriptor) return file;
    return File::copyOf(file, firstOwnDescriptor);
}

/// Bytes as a file in memory: unlike a pipe it need not be written while the output is read.
File fileOf(std::span<const std::byte> bytes) {
    File file = File::inMemory();
    if (file.isOpen() && (!file.write(bytes) || !file.seek(0))) return {};
    return file;
}

/// Hands out the output until it ends; then nullopt.
std::optional<ChildEnd::Kind> takeOutput(const File& output, const ChildCommand& command,
                                         const std::function<void(std::span<const std::byte>)>& take,
                                         const std::stop_token& stop) {
    const auto limit = std::chrono::steady_clock::now() + command.longest;
    std::array<std::byte, 1U << 16U> part;
    for (size_t taken = 0;;) {
        if (stop.stop_requested()) return ChildEnd::Kind::Stopped;
        if (std::chrono::steady_clock::now() > limit) return ChildEnd::Kind::TookTooLong;
        if (waitUntilReady(output, Ready::ToRead, pollMs) == Ready::Nothing) continue;
        const ptrdiff_t count = output.read(part);
        if (count <= 0) return std::nullopt;
        taken += static_cast<size_t>(count);
        if (taken > command.mostBytes) return ChildEnd::Kind::WroteTooMuch;
        take(std::span(part).first(static_cast<size_t>(count)));
    }
}

/// Ends a process at the latest with this object.
class EndedChild {
public:
    explicit EndedChild(ChildProcess& process) : m_process(process) {}
    ~EndedChild() { m_process.killGroup(); }
    EndedChild(const EndedChild&) = delete;
    EndedChild& operator=(const EndedChild&) = delete;

    /// Waits for its end. One that has closed its output should be gone at once.
    ChildStatus wait() {
        if (!m_process.waitFor(longestEnd)) m_process.killGroup();
        return m_process.status();
    }

private:
    ChildProcess& m_process;
};

/// A lower limit that the person has set stays.
void limitTo(__rlimit_resource resource, rlim_t most) {
    rlimit both{};
    if (::getrlimit(resource, &both) == 0) most = std::min(most, both.rlim_cur);
    both = {most, most};
    (void)::setrlimit(resource, &both);
}

}  // namespace

bool ChildEnd::wasStopped() const noexcept {
    return kind == Kind::Signalled && ChildStatus{.signalled = true, .number = status}.wasStopped();
}

ChildEnd runChild(const ChildCommand& command, const std::function<void(std::span<const std::byte>)>& take,
                  const std::stop_token& stop) {
    const auto notStarted = [](int problem) {
        return ChildEnd{.kind = ChildEnd::Kind::NotStarted,
                        .reason = std::generic_category().message(problem)};
    };
    const File input = aboveStandardStreams(command.inputFile.empty() ? fileOf(command.input)
                                                                      : File(command.inputFile, Open::Read));
    if (!input.isOpen()) return notStarted(errno);
    Pipe pipe;
    if (!pipe.isOpen()) return notStarted(errno);
    const File output = aboveStandardStreams(std::move(pipe.reader));
    File theirs = aboveStandardStreams(std::move(pipe.writer));
    const std::array descriptors{std::pair(input.descriptor(), STDIN_FILENO),
                                 std::pair(theirs.descriptor(), STDOUT_FILENO)};
    ChildProcess process;
    if (const int problem = process.start(command.words, descriptors,
                                          childEnvironment(command.variables, command.ownVariables)))
        return notStarted(problem);
    EndedChild child(process);
    (void)theirs.close();
    if (const auto cut = takeOutput(output, command, take, stop)) return {.kind = *cut, .reason = {}};
    const ChildStatus status = child.wait();
    return {.kind = status.signalled ? ChildEnd::Kind::Signalled : ChildEnd::Kind::Exited,
            .status = status.number,
            .reason = {}};
}

void limitChild(uint64_t memoryBytes, uint64_t cpuSeconds) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limitTo(RLIMIT_CORE, 0);
    limitTo(RLIMIT_FSIZE, 0);
    limitTo(RLIMIT_CPU, cpuSeconds);
    limitTo(RLIMIT_AS, memoryBytes);
}

std::vector<std::byte> readChildInput(size_t mostBytes) {
    const FileHandle input(STDIN_FILENO);
    std::vector<std::byte> bytes;
    std::array<std::byte, 1U << 16U> part;
    while (bytes.size() <= mostBytes) {
        const ptrdiff_t count =
            input.read(std::span(part).first(std::min(part.size(), mostBytes + 1 - bytes.size())));
        if (count <= 0) break;
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    }
    return bytes;
}

bool writeChildOutput(std::span<const std::byte> bytes) noexcept {
    return FileHandle(STDOUT_FILENO).write(bytes);
}

}  // namespace hearth::platform
