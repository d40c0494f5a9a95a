#pragma once

#include <cstddef>

/// Counts what operator new hands out in this program. Link hearth_allocation_meter to replace operator new.
namespace hearth::test {

/// Bytes allocated now.
size_t allocatedBytes() noexcept;
/// The most bytes allocated at a time since the last resetPeak().
size_t peakAllocatedBytes() noexcept;
void resetPeak() noexcept;

}  // namespace hearth::test
