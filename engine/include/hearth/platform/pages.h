#pragma once

#include <cstddef>

/// Pages of memory from the system. They take no memory before they are touched, and are zero then.
namespace hearth::platform {

/// Reserves pages for this many bytes; nullptr: the system has none, or cannot do it.
void* mapPages(size_t bytes) noexcept;
/// Gives back all that mapPages() has reserved.
void unmapPages(void* start, size_t bytes) noexcept;
/// Asks for huge pages in a part of mapPages().
void preferHugePages(void* start, size_t bytes) noexcept;
/// Gives the memory of a part back, but not its addresses: it is zero when it is touched again.
void discardPages(void* start, size_t bytes) noexcept;

}  // namespace hearth::platform
