#pragma once

#include <cstddef>

namespace hearth::emulator {

/// Stacks and switching for the threads of one emulated block. A fiber is a stack and a saved stack pointer;
/// switching saves the registers that a call must preserve, nothing else. All fibers live on one thread of
/// the host.
class FiberSet {
public:
    using Entry = void (*)(unsigned fiber);  ///< never returns

    explicit FiberSet(Entry entry) : m_entry(entry) {}
    ~FiberSet();
    FiberSet(const FiberSet&) = delete;
    FiberSet& operator=(const FiberSet&) = delete;

    /// Makes sure that fibers 0 to count-1 exist.
    void reserve(unsigned count);
    /// Forgets what the fibers were doing (after a fault): all start at the entry again.
    void reset();

    void enter(unsigned fiber);               ///< from the host; returns when a fiber calls leave()
    void change(unsigned from, unsigned to);  ///< returns after a change back
    void leave(unsigned from);                ///< back to the host
    bool onStack(const void* address) const noexcept;

private:
    struct Fiber {
        void* stackPointer = nullptr;
        void* sanitizerStack = nullptr;
    };
    void prepare(unsigned fiber);
    void transfer(void** save, void** saveSanitizer, void* to, void* toSanitizer, const void* bottom,
                  size_t bytes);
    static void start();

    static constexpr unsigned maxFibers = 1024;
    static constexpr size_t stackBytes = size_t{128} << 10U;
    Entry m_entry;
    std::byte* m_stacks = nullptr;
    unsigned m_count = 0;
    Fiber m_fibers[maxFibers];
    Fiber m_host;
    const void* m_hostBottom = nullptr;
    size_t m_hostBytes = 0;
};

}  // namespace hearth::emulator
