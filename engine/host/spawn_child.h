#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

/// Starts a program: `words` are its path and its arguments. `descriptors`: pairs of an open file of this
/// process and its number in the child; no number may be on both sides. Standard streams that are not among
/// them are /dev/null; everything else is closed. Signals have their default action, and the child is in a
/// process group of its own, because Ctrl+C in the terminal is for the program alone. Returns 0, or the
/// system's error number.
int spawnChild(const std::vector<std::string>& words, std::span<const std::pair<int, int>> descriptors,
               bool inheritsEnvironment, pid_t& process);

}  // namespace hearth
