#include "cli/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "hearth/error.h"

namespace hearth::cli {

namespace {

/// The longest time until a stop request is noticed.
constexpr int lookEveryMs = 20;

/// Waits a little for something to read; the events that there are.
short eventsOf(int descriptor, int waitMs) {
    pollfd asked{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&asked, 1, waitMs) > 0 ? asked.revents : short{0};
}

void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Reading was stopped.");
}

}  // namespace

InputFile::InputFile(std::string path, std::chrono::milliseconds patience)
    : m_path(std::move(path)),
      m_patience(patience),
      // Opening a pipe that nobody writes to would wait.
      m_descriptor(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (m_descriptor < 0) fail(errno);
    struct stat status {};
    if (::fstat(m_descriptor, &status) == 0) m_mode = status.st_mode;
    if (!S_ISDIR(m_mode)) return;
    ::close(m_descriptor);
    fail(EISDIR);
}

InputFile::~InputFile() {
    ::close(m_descriptor);
}

bool InputFile::isOrdinary() const noexcept {
    return S_ISREG(m_mode);
}

bool InputFile::isDevice() const noexcept {
    return S_ISCHR(m_mode) || S_ISBLK(m_mode);
}

void InputFile::fail(int reason) const {
    throw Error(ErrorCode::Io,
                "The file " + m_path + " cannot be read: " + std::generic_category().message(reason) + ".");
}

size_t InputFile::read(std::span<char> out, const std::stop_token& stop) {
    const auto until = std::chrono::steady_clock::now() + m_patience;
    while (true) {
        throwIfStopped(stop);
        const ssize_t got = ::read(m_descriptor, out.data(), out.size());
        if (got > 0) return static_cast<size_t>(got);
        if (got < 0 && errno != EAGAIN && errno != EINTR) fail(errno);
        if (got == 0 && !S_ISFIFO(m_mode)) return 0;
        const short events = eventsOf(m_descriptor, lookEveryMs);
        if (got < 0 || (events & POLLIN) != 0) continue;
        // POLLHUP: the last writer has gone. Nothing: none has come yet.
        if (events != 0) return 0;
        if (std::chrono::steady_clock::now() >= until)
            throw Error(ErrorCode::BadInput, "Nothing writes to the pipe " + m_path + ".");
    }
}

std::string InputFile::readAll(size_t mostBytes, const std::stop_token& stop) {
    std::string text, block(size_t{1} << 20U, '\0');
    while (const size_t got = read(block, stop)) {
        text.append(block, 0, got);
        if (text.size() > mostBytes)
            throw Error(ErrorCode::BadInput, "The file " + m_path + " has more than " +
                                                 std::to_string(mostBytes >> 20U) +
                                                 " MiB of text; give less at a time.");
    }
    return text;
}

}  // namespace hearth::cli
