#include "hearth/platform/process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <system_error>

namespace hearth::platform {

std::filesystem::path ownProgramFile() {
    std::error_code ignored;
    return std::filesystem::read_symlink(ownProgram(), ignored);
}

int processId() noexcept {
    return ::getpid();
}

void setProcessName(const char* name) noexcept {
    (void)::prctl(PR_SET_NAME, name, 0, 0, 0);
}

void ignoreBrokenPipes() noexcept {
    (void)::signal(SIGPIPE, SIG_IGN);
}

void writeNoCoreDump() noexcept {
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
}

void giveWayWhenMemoryIsFull() {
    std::ofstream("/proc/self/oom_score_adj") << 500;
}

void endNow(int status) noexcept {
    ::_exit(status);
}

void becomeProgram(const std::filesystem::path& program, char* const arguments[]) noexcept {
    (void)::execv(program.c_str(), arguments);
}

ProcessWork processWork() noexcept {
    rusage use{};
    (void)::getrusage(RUSAGE_SELF, &use);
    const auto microseconds = [](const timeval& time) {
        return int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
    };
    return {.computedUs = microseconds(use.ru_utime) + microseconds(use.ru_stime),
            .blocksRead = use.ru_inblock};
}

}  // namespace hearth::platform
