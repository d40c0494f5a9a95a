#pragma once

namespace hearth::platform::sandbox {

/// Calls that a process may need besides those that every one may make.
struct CallRules {
    bool writesFiles = true;      ///< opens files for writing, creates, renames and removes them
    bool startsPrograms = false;  ///< has child processes; Landlock says which programs they may run
};

/// Has the kernel refuse, with EPERM, each call of this thread and those that it starts that is not on a
/// short list: what computing, threads, and files that are opened by other rules need (seccomp, see
/// Documentation/userspace-api/seccomp_filter.rst of the kernel). Paths are taken only by calls that every
/// version of Landlock controls, and by newfstatat, which tells that a file exists, its size and times. Not
/// on it are sockets, other programs and processes unless the rules allow them, signals to others, and the
/// calls that change rights or the system. Memory cannot be made executable (programs map code from files
/// only), and calls in the form of another processor end the process. The process has to have
/// PR_SET_NO_NEW_PRIVS. 0, or the system's error number, with which nothing has changed.
int shutCalls(const CallRules& rules = {});

}  // namespace hearth::platform::sandbox
