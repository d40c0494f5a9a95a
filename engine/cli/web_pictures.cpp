#include "cli/web_pictures.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "openai/picture_parts.h"

namespace hearth::cli {

namespace {

constexpr size_t longestUrl = 8192;  // fits into a pipe as a whole
constexpr size_t longestSentence = 300;
constexpr auto longestWait = std::chrono::seconds(60);
constexpr int pollMs = 100;  // until a stop request is seen

[[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::Io) {
    throw Error(code, sentence);
}

class Pipe {
public:
    Pipe() {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0) fail("There are too many open files to fetch a picture.");
    }
    ~Pipe() {
        closeEnd(0);
        closeEnd(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int readEnd() const { return m_ends[0]; }
    int writeEnd() const { return m_ends[1]; }
    void closeEnd(size_t end) {
        if (m_ends[end] >= 0) ::close(std::exchange(m_ends[end], -1));
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

/// A child process, which is ended with this object.
class Child {
public:
    Child(const std::filesystem::path& program, const Pipe& input, const Pipe& output) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input.readEnd(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd(), STDOUT_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
        std::string name = program.string(), argument = "--fetch";
        std::array<char*, 3> arguments{name.data(), argument.data(), nullptr};
        const int problem =
            posix_spawn(&m_process, name.c_str(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        if (problem != 0) {
            m_process = -1;
            fail("The program that reads the web could not be started.");
        }
    }
    ~Child() {
        if (m_process <= 0) return;
        ::kill(m_process, SIGKILL);
        (void)status();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits for its end. Exit status; -1: it did not exit by itself.
    int status() {
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
        m_process = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t m_process = -1;
};

std::vector<std::byte> readAll(int end, const std::stop_token& stop) {
    const auto limit = std::chrono::steady_clock::now() + longestWait;
    std::vector<std::byte> bytes;
    std::array<std::byte, 1U << 16U> part;
    for (;;) {
        if (stop.stop_requested()) fail("Fetching the picture was stopped.", ErrorCode::Cancelled);
        if (std::chrono::steady_clock::now() > limit) fail("The server did not send the picture in time.");
        pollfd ready{.fd = end, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, pollMs) <= 0) continue;
        const ssize_t count = ::read(end, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return bytes;
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
        if (bytes.size() > openai::PictureParts::mostBytes) fail("The picture has more than 20 MiB.");
    }
}

std::vector<std::byte> fetch(const std::filesystem::path& program, const std::string& url,
                             const std::stop_token& stop) {
    if (url.size() > longestUrl) fail("The address is too long.", ErrorCode::BadInput);
    Pipe input, output;
    if (::write(input.writeEnd(), url.data(), url.size()) != static_cast<ssize_t>(url.size()))
        fail("The program that reads the web could not be started.");
    Child child(program, input, output);
    input.closeEnd(0);
    input.closeEnd(1);
    output.closeEnd(1);
    std::vector<std::byte> bytes = readAll(output.readEnd(), stop);
    const int status = child.status();
    if (status == 0) return bytes;
    const std::string said(reinterpret_cast<const char*>(bytes.data()),
                           std::min(bytes.size(), longestSentence));
    fail(status > 0 && !said.empty() ? readableText(said, longestSentence)
                                     : "The program that reads the web ended early.");
}

}  // namespace

std::filesystem::path webProgram() {
    std::error_code ignored;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto program = own.parent_path() / "hearth";
    if (::access(program.c_str(), X_OK) != 0)
        fail(
            "--fetch-images needs the program hearth beside hearth-cli, which reads the web; install it, or "
            "leave the "
            "option out.",
            ErrorCode::BadInput);
    return program;
}

server::PictureFetcher webPictures(std::filesystem::path program) {
    return [program = std::move(program)](const std::string& url, const std::stop_token& stop) {
        return fetch(program, url, stop);
    };
}

}  // namespace hearth::cli
