#include "support/allocation_meter.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<size_t> current = 0;
std::atomic<size_t> peak = 0;

void* counted(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    const size_t now = current.fetch_add(malloc_usable_size(block)) + malloc_usable_size(block);
    size_t highest = peak.load();
    while (now > highest && !peak.compare_exchange_weak(highest, now)) {
    }
    return block;
}

void release(void* block) noexcept {
    if (block == nullptr) return;
    current.fetch_sub(malloc_usable_size(block));
    std::free(block);
}

}  // namespace

namespace hearth::test {

size_t allocatedBytes() noexcept {
    return current.load();
}
size_t peakAllocatedBytes() noexcept {
    return peak.load();
}
void resetPeak() noexcept {
    peak.store(current.load());
}

}  // namespace hearth::test

void* operator new(size_t size) {
    return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new(size_t size, std::align_val_t alignment) {
    const auto step = static_cast<size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* block) noexcept {
    release(block);
}
void operator delete(void* block, size_t) noexcept {
    release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    release(block);
}
void operator delete(void* block, size_t, std::align_val_t) noexcept {
    release(block);
}
