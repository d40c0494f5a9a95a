#include "hearth/platform/pages.h"

#include <sys/mman.h>

namespace hearth::platform {

void* mapPages(size_t bytes) noexcept {
    void* const start = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start != MAP_FAILED ? start : nullptr;
}

void unmapPages(void* start, size_t bytes) noexcept {
    (void)::munmap(start, bytes);
}

void preferHugePages(void* start, size_t bytes) noexcept {
    (void)::madvise(start, bytes, MADV_HUGEPAGE);
}

void discardPages(void* start, size_t bytes) noexcept {
    (void)::madvise(start, bytes, MADV_DONTNEED);
}

}  // namespace hearth::platform
