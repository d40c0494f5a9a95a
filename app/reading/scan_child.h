#pragma once

#include <QByteArray>

#include "hearth/platform/forked_child.h"
#include "hearth/platform/sandbox.h"
#include "reading/scan_program.h"

namespace hearth::app {

/// Rules for a process that reads pictures of text: it may start the program for text recognition alone, and
/// read its libraries and its data. Asks the program's loader for the libraries.
platform::SandboxRules scanRules(const ScanProgram& program);

/// A process that gets pictures and nothing else, and reads them with the program for text recognition. It is
/// sandboxed and ends with this one, whose limits it has. For a process that reads documents: to be started
/// before this enters its own sandbox, in which no program can be started, and while there is one thread.
class ScanChild {
public:
    explicit ScanChild(const ScanProgram& program);

    /// The text of a picture (PGM), in UTF-8; empty: there is none, or it was not read within scanPageMs.
    QByteArray read(const QByteArray& picture);

private:
    platform::ForkedChild m_child;
};

}  // namespace hearth::app
