#pragma once

#include "hearth/platform/sandbox.h"

namespace hearth::app {

/// Rules for a process that reads a document: the data of the PDF library, and fonts with their
/// configuration. It writes nothing.
platform::SandboxRules documentRules();

}  // namespace hearth::app
