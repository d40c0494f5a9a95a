#include "hearth/platform/forked_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "hearth/platform/pipe.h"

namespace hearth::platform {

bool ForkedChild::start(const Work& work) {
    Pipe requests, answers;
    if (!requests.isOpen() || !answers.isOpen()) return false;
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)requests.writer.close();
        (void)answers.reader.close();
        if (const int none = ::open("/dev/null", O_RDWR); none >= 0)
            for (const int standard : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(none, standard);
        work(requests.reader, answers.writer);
        ::_exit(0);
    }
    m_requests = std::move(requests.writer);
    m_answers = std::move(answers.reader);
    return child > 0;
}

bool runForked(const std::function<bool()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::_exit(work() ? 0 : 1);
    }
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void ignoreFileSizeLimit() noexcept {
    ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace hearth::platform
