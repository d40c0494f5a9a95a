#include "hearth/platform/piped_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "hearth/platform/pipe.h"
#include "hearth/platform/readiness.h"
#include "platform/text_pointers.h"

namespace hearth::platform {

PipedProcess::~PipedProcess() {
    if (m_process <= 0) return;
    // Refused in a sandbox, which the process cannot outlive.
    if (::kill(m_process, SIGKILL) == 0) ::waitpid(m_process, nullptr, 0);
}

bool PipedProcess::start(const std::vector<std::string>& words, const std::vector<std::string>& environment) {
    const std::vector<char*> arguments = pointersTo(words), variables = pointersTo(environment);
    Pipe in, out;
    if (words.empty() || !in.isOpen() || !out.isOpen()) return false;
    m_process = ::fork();
    if (m_process == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::signal(SIGPIPE, SIG_DFL);
        ::dup2(in.reader.descriptor(), STDIN_FILENO);
        ::dup2(out.writer.descriptor(), STDOUT_FILENO);
        if (const int none = ::open("/dev/null", O_WRONLY); none >= 0) ::dup2(none, STDERR_FILENO);
        ::execve(arguments.front(), arguments.data(), variables.data());
        ::_exit(127);
    }
    m_input = std::move(in.writer);
    m_output = std::move(out.reader);
    (void)m_input.setNoWait();
    (void)m_output.setNoWait();
    return m_process > 0;
}

bool PipedProcess::exchange(std::span<const std::byte> input, std::chrono::milliseconds longest,
                            size_t mostBytes, std::string& output) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + longest;
    std::array<char, 65536> block;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        if (left.count() <= 0 || output.size() > mostBytes) return false;
        // A file that is not open is never ready.
        std::array waited{Awaited{.descriptor = m_output.descriptor(), .wanted = Ready::ToRead},
                          Awaited{.descriptor = m_input.descriptor(), .wanted = Ready::ToWrite}};
        if (waitUntilReady(waited, static_cast<int>(left.count())) < 0 && errno != EINTR) return false;
        if (waited[1].found != Ready::Nothing) {
            const ptrdiff_t count = m_input.writeSome(input);
            if (count > 0) input = input.subspan(static_cast<size_t>(count));
            if ((count < 0 && errno != EAGAIN) || input.empty()) (void)m_input.close();
        }
        if (waited[0].found == Ready::Nothing) continue;
        const ptrdiff_t count = m_output.read(block);
        if (count == 0) return true;
        if (count > 0) output.append(block.data(), static_cast<size_t>(count));
        if (count < 0 && errno != EAGAIN) return false;
    }
}

bool PipedProcess::hasSucceeded() {
    int status = 0;
    const bool ended = ::waitpid(m_process, &status, 0) == m_process;
    m_process = -1;
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace hearth::platform
