#pragma once

#include <cstdint>
#include <filesystem>

/// This process.
namespace hearth::platform {

/// A path under which this process can start its own program again, also when its file was replaced.
inline const char* ownProgram() noexcept {
    return "/proc/self/exe";
}
/// The file of this process's program; empty if the system does not say.
std::filesystem::path ownProgramFile();

/// The system's number of this process.
int processId() noexcept;
/// Gives this process the name that lists of processes show, 15 bytes at most. Called on the first thread.
void setProcessName(const char* name) noexcept;
/// Makes writing to a pipe or socket without a reader an error (EPIPE) instead of ending the process.
void ignoreBrokenPipes() noexcept;
/// Writes no core dump when this process crashes: it would hold what people wrote.
void writeNoCoreDump() noexcept;
/// Has the system end this process before others when memory is full.
void giveWayWhenMemoryIsFull();
/// Ends this process at once: nothing is flushed or destroyed, and no thread is waited for.
[[noreturn]] void endNow(int status) noexcept;
/// Runs another program in this process, with these arguments (the last one is nullptr). Returns only if
/// that failed; errno has the reason.
void becomeProgram(const std::filesystem::path& program, char* const arguments[]) noexcept;

/// Work of this process since it began.
struct ProcessWork {
    int64_t computedUs = 0;  ///< of all threads, on processors
    int64_t blocksRead = 0;  ///< from disks
};
ProcessWork processWork() noexcept;

}  // namespace hearth::platform
