#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace hearth::platform {

/// Resources that a sandboxed process may still use.
struct SandboxRules {
    /// Files, and folders with all their contents; missing ones are ignored.
    std::vector<std::filesystem::path> readable;
    /// Folders in which it may also create, change, rename and remove files and folders. Empty: no file is
    /// opened for writing, even where the kernel has no Landlock.
    std::vector<std::filesystem::path> writable;
    /// Programs that it may start, and their loaders (ld.so). The programs are sandboxed in the same way and
    /// read their libraries, which `readable` has to name. Without Landlock any program can be started, by
    /// processes for which this is not empty.
    std::vector<std::filesystem::path> programs = {};
};

/// Restrictions in force from then on.
struct SandboxState {
    /// No other file can be opened. False: the kernel has no Landlock (added in Linux 5.13; may be disabled),
    /// so files can be opened with the rights of the user.
    bool filesShut = false;
};

/// Sandboxes this process, permanently and with all its future threads: no sockets, no programs
/// except those of the rules, no signals to and no inspection of other processes, no memory that is made
/// executable, and no files except those of the rules. Open files stay open. To be called while there is one
/// thread; files loaded later (plug-ins, converters of character sets) are no longer found. Refused calls
/// fail with EPERM or EACCES, as with missing rights.
///
/// Throws errors::cannotShutIn if the kernel has no filter for calls; then no restriction applies.
SandboxState enterSandbox(const SandboxRules& rules);
/// The same for children that have limits as well, which hold without a sandbox. nullopt: the kernel has no
/// filter for calls.
std::optional<SandboxState> tryEnterSandbox(const SandboxRules& rules);

}  // namespace hearth::platform
