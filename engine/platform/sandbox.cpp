#include "hearth/platform/sandbox.h"

#include <sys/prctl.h>

#include <cerrno>
#include <cstring>

#include "platform/sandbox/file_rules.h"
#include "platform/sandbox/syscall_filter.h"
#include "platform/sandbox_errors.h"

namespace hearth::platform {

SandboxState enterSandbox(const SandboxRules& rules) {
    // Both that follow ask for it, and programs that are run would gain nothing by their owner.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw Error(errors::cannotShutIn, {std::strerror(errno)});
    const bool filesShut = sandbox::shutFiles(rules);
    // Last: it refuses the calls that the files' rules are made with.
    if (const int problem = sandbox::shutCalls(
            {.writesFiles = !rules.writable.empty(), .startsPrograms = !rules.programs.empty()});
        problem != 0)
        throw Error(errors::cannotShutIn, {std::strerror(problem)});
    return {.filesShut = filesShut};
}

std::optional<SandboxState> tryEnterSandbox(const SandboxRules& rules) {
    try {
        return enterSandbox(rules);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace hearth::platform
