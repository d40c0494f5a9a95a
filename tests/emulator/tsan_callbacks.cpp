// Callbacks of code compiled with -fsanitize=thread. The sanitizer's library is not linked: these forward
// accesses of running kernels to the observer and ignore everything else.
#include <cstddef>
#include <cstdint>

#include "emulator/machine.h"
#include "emulator/observer.h"

const bool hearth::emulator::g_accessesAreReported = true;

namespace {

using hearth::emulator::g_machine;
using hearth::emulator::g_observer;
using hearth::emulator::Place;

void observe(const void* address, size_t bytes, bool write, bool aligned, const void* code) {
    if (!g_observer || !g_machine.running()) return;
    if (aligned && reinterpret_cast<uintptr_t>(address) % bytes != 0) {
        g_machine.fault("alignment", Place::at(code), "an access that is not aligned to its size");
    }
    g_observer->access(address, bytes, write, Place::at(code));
}

}  // namespace

#define HEARTH_CALLBACK extern "C" __attribute__((visibility("default"))) void
#define HEARTH_ACCESS(bytes)                                          \
    HEARTH_CALLBACK __tsan_read##bytes(void* a) {                     \
        observe(a, bytes, false, true, __builtin_return_address(0));  \
    }                                                                 \
    HEARTH_CALLBACK __tsan_write##bytes(void* a) {                    \
        observe(a, bytes, true, true, __builtin_return_address(0));   \
    }                                                                 \
    HEARTH_CALLBACK __tsan_unaligned_read##bytes(void* a) {           \
        observe(a, bytes, false, false, __builtin_return_address(0)); \
    }                                                                 \
    HEARTH_CALLBACK __tsan_unaligned_write##bytes(void* a) {          \
        observe(a, bytes, true, false, __builtin_return_address(0));  \
    }

HEARTH_ACCESS(1)
HEARTH_ACCESS(2)
HEARTH_ACCESS(4)
HEARTH_ACCESS(8)
HEARTH_ACCESS(16)

HEARTH_CALLBACK __tsan_read_range(void* a, unsigned long bytes) {
    observe(a, bytes, false, false, __builtin_return_address(0));
}
HEARTH_CALLBACK __tsan_write_range(void* a, unsigned long bytes) {
    observe(a, bytes, true, false, __builtin_return_address(0));
}
HEARTH_CALLBACK __tsan_init() {
}
HEARTH_CALLBACK __tsan_func_entry(void*) {
}
HEARTH_CALLBACK __tsan_func_exit() {
}
HEARTH_CALLBACK __tsan_vptr_update(void**, void*) {
}
HEARTH_CALLBACK __tsan_vptr_read(void**) {
}
// Reference counts of shared pointers on the host side of kernel files.
extern "C" int __tsan_atomic32_fetch_add(volatile int* a, int v, int) {
    return __atomic_fetch_add(a, v, __ATOMIC_SEQ_CST);
}
extern "C" int __tsan_atomic32_fetch_sub(volatile int* a, int v, int) {
    return __atomic_fetch_sub(a, v, __ATOMIC_SEQ_CST);
}
extern "C" int __tsan_atomic32_load(const volatile int* a, int) {
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);
}
extern "C" long __tsan_atomic64_load(const volatile long* a, int) {
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);
}
extern "C" void __tsan_atomic64_store(volatile long* a, long v, int) {
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);
}
extern "C" void __tsan_atomic32_store(volatile int* a, int v, int) {
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);
}
extern "C" char __tsan_atomic8_load(const volatile char* a, int) {
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);
}
