#pragma once

namespace hearth::platform::sandbox {

/// Has the kernel refuse, with EPERM, each call of this thread and those that it starts that is not on a
/// short list: what computing, threads, and files that are opened by other rules need (seccomp, see
/// Documentation/userspace-api/seccomp_filter.rst of the kernel). Paths are taken only by calls that every
/// version of Landlock controls, and by newfstatat, which tells that a file exists, its size and times. Not
/// on it are sockets, other programs and processes, signals to others, and the calls that change rights or
/// the system. Memory cannot be made executable, and calls in the form of another processor end the process.
/// The process has to have PR_SET_NO_NEW_PRIVS. 0, or the system's error number, with which nothing has
/// changed.
int shutCalls();

}  // namespace hearth::platform::sandbox
