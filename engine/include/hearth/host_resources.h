#pragma once

#include <cstdint>

namespace hearth {

/// What this process may use of the machine that it runs on. May be called from any thread; each call asks
/// the system anew.

/// Physical cores, at least 1: those of the process's affinity mask, where the hardware threads of one core
/// count once, but no more than the processor quota of its control groups, rounded down.
int usableCores();
/// Bytes that can be allocated without anything being swapped out, at most what the memory limits of the
/// process's control groups leave; 0: not known.
uint64_t availableMemoryBytes();
/// All memory, at most the memory limits of the process's control groups; 0: not known.
uint64_t totalMemoryBytes();

}  // namespace hearth
