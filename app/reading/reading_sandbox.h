#pragma once

#include "hearth/platform/sandbox.h"

namespace hearth::app {

/// Rules for a process that reads a document: the data of the PDF library, and fonts with their
/// configuration. It writes nothing.
platform::SandboxRules documentRules();

/// Enters a sandbox (enterSandbox()). Where the kernel has no filter for system calls, the limits of the
/// process are all that holds. To be called before the first byte of a stranger is parsed.
void shutIn(const platform::SandboxRules& rules);

}  // namespace hearth::app
