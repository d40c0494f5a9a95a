#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace hearth::test {

/// Runs the work in a child process. Returns its result, 0 to 99, or 100 plus the signal that ended the
/// process.
inline int inChild(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        int status = 99;
        try {
            status = work();
        } catch (...) {
        }
        _exit(status);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace hearth::test
