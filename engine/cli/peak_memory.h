#pragma once

#include <cstdint>

namespace hearth::cli {

/// Begins to count the most memory that this process has had anew. Where the system cannot (it is Linux that
/// can), the count goes on from the start of the process.
void restartPeakMemory();

/// The most bytes of memory that this process has had at once since restartPeakMemory(), as far as they were
/// not swapped out; 0: not known.
uint64_t peakMemoryBytes();

}  // namespace hearth::cli
