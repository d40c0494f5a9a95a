#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "hearth/platform/environment.h"

namespace hearth::platform {

/// A child process to run.
struct ChildCommand {
    std::vector<std::string> words;         ///< path of the program and its arguments
    std::span<const std::byte> input = {};  ///< standard input...
    std::filesystem::path inputFile = {};   ///< ...or this file, if it is not empty
    size_t mostBytes = SIZE_MAX;            ///< of standard output
    std::chrono::milliseconds longest = std::chrono::seconds(60);
    ChildVariables variables = ChildVariables::Plain;                    ///< of this process, and...
    std::vector<std::pair<std::string, std::string>> ownVariables = {};  ///< ...of its own
};

/// The end of a child process.
struct ChildEnd {
    enum class Kind : uint8_t { Exited, Signalled, NotStarted, TookTooLong, WroteTooMuch, Stopped };
    Kind kind = Kind::NotStarted;
    int status = 0;      ///< exit status; of Signalled, the signal
    std::string reason;  ///< of NotStarted, the system's

    /// True for a child that the system ended because it used up its time on processors, or that was killed.
    bool wasStopped() const noexcept;
};

/// Runs a child process and waits for its end. `take` receives standard output piece by piece. The child and
/// the processes that it started are killed when it writes or takes more than it may, and within a tenth of a
/// second of a stop request. Its error output is discarded, because a hostile file could send commands to a
/// terminal, and it inherits no other open file. Any thread.
ChildEnd runChild(const ChildCommand& command, const std::function<void(std::span<const std::byte>)>& take,
                  const std::stop_token& stop = {});

/// Limits this process for good, for children that read the files of strangers: it ends with the process that
/// started it, writes no file and no core dump, and the system ends it at the limits.
void limitChild(uint64_t memoryBytes, uint64_t cpuSeconds);

/// Reads standard input, but at most one byte more than `mostBytes`.
std::vector<std::byte> readChildInput(size_t mostBytes);
/// Writes to standard output. False: the parent does not read it any more.
bool writeChildOutput(std::span<const std::byte> bytes) noexcept;

}  // namespace hearth::platform
