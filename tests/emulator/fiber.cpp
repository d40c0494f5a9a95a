#include "emulator/fiber.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define HEARTH_FIBER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEARTH_FIBER_ASAN 1
#endif
#endif
#ifdef HEARTH_FIBER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace hearth::emulator {
namespace {

FiberSet* g_starting = nullptr;
unsigned g_startingFiber = 0;

}  // namespace

#if defined(__x86_64__)

// void hearthFiberSwitch(void** save, void* load): what the System V ABI wants kept across a call.
asm(R"(
.text
.globl hearthFiberSwitch
.type hearthFiberSwitch, @function
hearthFiberSwitch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size hearthFiberSwitch, .-hearthFiberSwitch
)");
extern "C" void hearthFiberSwitch(void** save, void* load);

void FiberSet::prepare(unsigned fiber) {
    std::byte* top = m_stacks + (fiber + 1) * stackBytes;
    // Stacks that all start at the same offset of a page share cache sets; a little spread halves the cost of
    // a shuffle.
    top -= 64 + (fiber % 61) * 64;
    auto** slot = reinterpret_cast<void**>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t{15});
    *--slot = nullptr;  // where the entry's caller would be
    *--slot = reinterpret_cast<void*>(&FiberSet::start);
    for (int i = 0; i < 6; ++i) *--slot = nullptr;
    m_fibers[fiber] = {slot, nullptr};
}

#else

extern "C" void hearthFiberSwitch(void** save, void* load) {
    ucontext_t here;
    *save = &here;
    swapcontext(&here, static_cast<ucontext_t*>(load));
}

void FiberSet::prepare(unsigned fiber) {
    std::byte* bottom = m_stacks + fiber * stackBytes;
    auto* context = new (bottom) ucontext_t;
    getcontext(context);
    context->uc_stack.ss_sp = bottom + 4096;
    context->uc_stack.ss_size = stackBytes - 4096;
    context->uc_link = nullptr;
    makecontext(context, &FiberSet::start, 0);
    m_fibers[fiber] = {context, nullptr};
}

#endif

FiberSet::~FiberSet() {
    if (m_stacks) munmap(m_stacks, maxFibers * stackBytes);
}

void FiberSet::reserve(unsigned count) {
    if (!m_stacks) {
        void* memory = mmap(nullptr, maxFibers * stackBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        m_stacks = static_cast<std::byte*>(memory);
    }
    for (; m_count < count; ++m_count) prepare(m_count);
}

void FiberSet::reset() {
#ifdef HEARTH_FIBER_ASAN
    if (m_stacks) ASAN_UNPOISON_MEMORY_REGION(m_stacks, m_count * stackBytes);
#endif
    const unsigned count = m_count;
    m_count = 0;
    reserve(count);
}

void FiberSet::start() {
#ifdef HEARTH_FIBER_ASAN
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
    g_starting->m_entry(g_startingFiber);
    std::abort();
}

void FiberSet::transfer(void** save, [[maybe_unused]] void** saveSanitizer, void* to,
                        [[maybe_unused]] void* toSanitizer, [[maybe_unused]] const void* bottom,
                        [[maybe_unused]] size_t bytes) {
    g_starting = this;
#ifdef HEARTH_FIBER_ASAN
    __sanitizer_start_switch_fiber(saveSanitizer, bottom, bytes);
    hearthFiberSwitch(save, to);
    __sanitizer_finish_switch_fiber(*saveSanitizer, nullptr, nullptr);
#else
    hearthFiberSwitch(save, to);
#endif
}

void FiberSet::enter(unsigned fiber) {
    g_startingFiber = fiber;
#ifdef HEARTH_FIBER_ASAN
    pthread_attr_t attributes;
    void* bottom = nullptr;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &bottom, &m_hostBytes);
        pthread_attr_destroy(&attributes);
    }
    m_hostBottom = bottom;
#endif
    transfer(&m_host.stackPointer, &m_host.sanitizerStack, m_fibers[fiber].stackPointer, nullptr,
             m_stacks + fiber * stackBytes, stackBytes);
}

void FiberSet::change(unsigned from, unsigned to) {
    g_startingFiber = to;
    transfer(&m_fibers[from].stackPointer, &m_fibers[from].sanitizerStack, m_fibers[to].stackPointer, nullptr,
             m_stacks + to * stackBytes, stackBytes);
}

void FiberSet::leave(unsigned from) {
    transfer(&m_fibers[from].stackPointer, &m_fibers[from].sanitizerStack, m_host.stackPointer, nullptr,
             m_hostBottom, m_hostBytes);
}

bool FiberSet::onStack(const void* address) const noexcept {
    const auto* at = static_cast<const std::byte*>(address);
    return m_stacks && at >= m_stacks && at < m_stacks + maxFibers * stackBytes;
}

}  // namespace hearth::emulator
