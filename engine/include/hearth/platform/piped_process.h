#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// A process with pipes to its standard input and from its standard output. Its error output is discarded. It
/// is killed when this process or this object goes. For processes that may write no file, where runChild()
/// cannot be used. This process has to ignore broken pipes (ignoreBrokenPipes()). For one thread.
class PipedProcess {
public:
    PipedProcess() = default;
    ~PipedProcess();
    PipedProcess(const PipedProcess&) = delete;
    PipedProcess& operator=(const PipedProcess&) = delete;

    /// Starts a program: its path and its arguments, and its environment, as childEnvironment() has it.
    bool start(const std::vector<std::string>& words, const std::vector<std::string>& environment);
    /// Gives the process its input and appends its output until that ends. False: not in this time, or more
    /// than `mostBytes`.
    bool exchange(std::span<const std::byte> input, std::chrono::milliseconds longest, size_t mostBytes,
                  std::string& output);
    /// Waits for the end of a process that has ended its output. Returns whether its status was 0.
    bool hasSucceeded();

private:
    int m_process = -1;
    File m_input, m_output;
};

}  // namespace hearth::platform
