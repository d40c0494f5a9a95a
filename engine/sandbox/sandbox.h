#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// What a process that shuts itself in still may reach.
struct SandboxRules {
    /// Files, and folders with all that is in them; those that are not there are left out.
    std::vector<std::filesystem::path> readable;
    /// Folders in which it may also make, change, rename and remove files and folders.
    std::vector<std::filesystem::path> writable;
};

/// What holds from then on.
struct SandboxState {
    /// No other file can be opened. False: the kernel has no Landlock (it came with Linux 5.13, and may be
    /// switched off), so files are reached with the rights of the person.
    bool filesShut = false;
};

/// Shuts this process in, for good and with all its threads that are still to come: no sockets, no other
/// programs, no signals to and no look into other processes, no memory that is made executable, and no files
/// but those of the rules. What is open stays open. To be called while there is one thread; what is loaded
/// later (plug-ins, converters of character sets) is not found any more. What is refused fails with EPERM or
/// EACCES, as where rights are missing.
///
/// Throws errors::cannotShutIn where the kernel has no filter for calls; then nothing holds.
SandboxState enterSandbox(const SandboxRules& rules);

}  // namespace hearth
