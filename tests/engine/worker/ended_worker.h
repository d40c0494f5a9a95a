#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace hearth::test {

/// Ways in which workers end, or are held up.
enum class WorkerEnd { Killed, Stopped, Crashed, Starved };
constexpr int workerEndCount = 4;

/// Leaves a process the address space that it has.
inline void starve(pid_t process, bool starved) {
    rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
    if (starved) {
        std::ifstream file("/proc/" + std::to_string(process) + "/statm");
        rlim_t pages = 0;
        file >> pages;
        limit.rlim_cur = pages * static_cast<rlim_t>(getpagesize());
    }
    (void)prlimit(process, RLIMIT_AS, &limit, nullptr);
}

inline void endWorker(pid_t process, WorkerEnd how) {
    if (how == WorkerEnd::Starved)
        starve(process, true);
    else
        (void)kill(process, how == WorkerEnd::Killed    ? SIGKILL
                            : how == WorkerEnd::Stopped ? SIGSTOP
                                                        : SIGSEGV);
}

}  // namespace hearth::test
