#pragma once

#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hearth::platform {

/// The way in which a process has ended.
struct ChildStatus {
    bool signalled = false;  ///< a signal ended it
    int number = 0;          ///< the signal, or the exit status

    /// True if it was killed, by whomever.
    bool wasKilled() const noexcept;
    /// True if it was killed, or ended because it used up its time on processors.
    bool wasStopped() const noexcept;
};

/// A process that this one has started. An object that goes leaves the process alone. For one thread at a
/// time.
class ChildProcess {
public:
    /// Starts a program: `words` are its path and its arguments. `descriptors`: pairs of an open file of this
    /// process and its number in the child; no number may be on both sides. Standard streams that are not
    /// among them are /dev/null; everything else is closed. Signals have their default action, and the child
    /// is in a process group of its own, because Ctrl+C in the terminal is for the program alone.
    /// `environment`: as childEnvironment() has it. Returns 0, or the system's error number.
    int start(const std::vector<std::string>& words, std::span<const std::pair<int, int>> descriptors,
              const std::vector<std::string>& environment);

    /// The system's number of the process; -1 before it was started.
    int id() const noexcept { return m_id; }
    /// Waits for its end, looking each millisecond. Returns whether it has ended.
    bool waitFor(std::chrono::milliseconds longest);
    bool hasEnded() const noexcept { return m_hasEnded; }
    /// The way in which it has ended, once it has.
    ChildStatus status() const noexcept;
    /// Kills it, unless it has ended.
    void kill() const noexcept;
    /// Kills it with all processes of its group, and waits for its end, however long that takes.
    void killGroup() noexcept;

private:
    int m_id = -1;
    bool m_hasEnded = false;
    int m_status = 0;  ///< as waitpid() has it
};

/// For a child between fork and exec, or its first lines: makes it the leader of a process group, and has it
/// asked to end when the process `parent` does, at once if that has gone already.
void followParent(int parent) noexcept;
/// Asks all processes of a group to end.
void endGroup(int group) noexcept;
/// Kills all processes of a group.
void killGroup(int group) noexcept;

}  // namespace hearth::platform
