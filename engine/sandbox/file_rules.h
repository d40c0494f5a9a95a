#pragma once

#include "sandbox/sandbox.h"

namespace hearth::sandbox {

/// Has the kernel open only the files of the rules for this thread and those that it starts (Landlock,
/// Documentation/userspace-api/landlock.rst of the kernel), and, where it knows how, connect to nothing and
/// send no signal out. The process has to have PR_SET_NO_NEW_PRIVS. False: the kernel cannot do that, or
/// refused it, and nothing has changed.
bool shutFiles(const SandboxRules& rules);

}  // namespace hearth::sandbox
