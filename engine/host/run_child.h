#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace hearth {

/// The end of a child process, and what it wrote to standard output until then.
struct ChildRun {
    enum class End : uint8_t { Exited, Signalled, NotStarted, TookTooLong, WroteTooMuch, Stopped };
    End end = End::NotStarted;
    int status = 0;      ///< exit status; of Signalled, the signal
    std::string reason;  ///< of NotStarted, the system's
    std::vector<std::byte> output;
};

/// Runs a program and waits: `command` is its path and its arguments, `input` its standard input, its error
/// output is this program's. It is killed when it writes more than `mostBytes`, takes longer than `longest`
/// or within a tenth of a second of a stop request. It inherits no other open file. Any thread.
ChildRun runChild(const std::vector<std::string>& command, std::span<const std::byte> input, size_t mostBytes,
                  std::chrono::milliseconds longest, const std::stop_token& stop = {});

}  // namespace hearth
