#pragma once

#include "hearth/sandbox.h"

namespace hearth::sandbox {

constexpr long newestFileRules = 6;

/// Has the kernel open only the files of the rules for this thread and those that it starts (Landlock,
/// Documentation/userspace-api/landlock.rst of the kernel), and, where it knows how, connect to nothing and
/// send no signal out. The process has to have PR_SET_NO_NEW_PRIVS. False: the kernel cannot do that, or
/// refused it, and nothing has changed. `newest` is the newest version of the kernel's interface that is
/// used: 1 is that of Linux 5.13.
bool shutFiles(const SandboxRules& rules, long newest = newestFileRules);

}  // namespace hearth::sandbox
