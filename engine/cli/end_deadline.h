#pragma once

#include <chrono>
#include <thread>

namespace hearth::cli {

/// Ends the program, with status 0, when so much time has passed while it lives: for the end of a program
/// that has answered what it could and must not wait for a disk that does not.
class EndDeadline {
public:
    explicit EndDeadline(std::chrono::milliseconds time);

private:
    std::jthread m_watcher;
};

}  // namespace hearth::cli
