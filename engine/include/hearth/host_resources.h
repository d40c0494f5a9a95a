#pragma once

#include <cstdint>

namespace hearth {

/// Resources of the machine that this process may use. May be called from any thread; each call asks the
/// system again.

/// Number of physical cores in the process's affinity mask, at least 1. The hardware threads of one core
/// count once. At most the CPU quota of its control groups, rounded down.
int usableCores();
/// Bytes that can be allocated without swapping, at most what the memory limits of the process's control
/// groups leave; 0: not known.
uint64_t availableMemoryBytes();
/// Total memory in bytes, at most the memory limits of the process's control groups; 0: not known.
uint64_t totalMemoryBytes();

}  // namespace hearth
