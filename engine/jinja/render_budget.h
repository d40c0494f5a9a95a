#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace hearth::jinja {

/// Limits for one rendering: work and memory. Everything that a template makes the interpreter do is charged
/// here before it is done, by its true size. So a hostile template ends with an Error, and a stop request is
/// noticed within some milliseconds.
class RenderBudget {
public:
    /// `work` in units of about a nanosecond. Makes this the budget of the thread until its destruction.
    RenderBudget(uint64_t work, size_t memoryBytes, std::stop_token stop);
    ~RenderBudget();
    RenderBudget(const RenderBudget&) = delete;
    RenderBudget& operator=(const RenderBudget&) = delete;

    /// The budget of the rendering that runs on this thread; nullptr while none does (a template is parsed).
    static RenderBudget* current() noexcept { return t_current; }
    /// Charges the current budget, if there is one.
    static void chargeCurrent(uint64_t units) {
        if (t_current != nullptr) t_current->charge(units);
    }

    /// Charges work. Throws Error(BadInput) when the work is used up and Error(Cancelled) after a stop
    /// request.
    void charge(uint64_t units) {
        if (units > m_slice) return look(units);
        m_slice -= units;
    }
    /// Charges memory; Error(BadInput) when the limit would be passed.
    void take(size_t bytes) {
        if (bytes > m_memoryLimit - m_memory) failMemory();
        m_memory += bytes;
    }
    void give(size_t bytes) noexcept { m_memory -= bytes; }
    /// Bytes that are taken.
    size_t memory() const noexcept { return m_memory; }

private:
    void look(uint64_t units);
    [[noreturn]] static void failMemory();

    static thread_local RenderBudget* t_current;

    uint64_t m_slice = 0;  ///< work that is left until the stop request is looked at
    uint64_t m_work;       ///< work that is left besides
    size_t m_memoryLimit;
    size_t m_memory = 0;
    std::stop_token m_stop;
    RenderBudget* m_outer;
};

/// Memory of a budget that is given back on destruction. Without a budget it counts nothing.
class MemoryShare {
public:
    explicit MemoryShare(RenderBudget* budget) : m_budget(budget) {}
    MemoryShare(const MemoryShare&) = delete;
    MemoryShare& operator=(const MemoryShare&) = delete;
    ~MemoryShare() {
        if (m_budget != nullptr) m_budget->give(m_bytes);
    }
    void take(size_t bytes) {
        if (m_budget == nullptr) return;
        m_budget->take(bytes);
        m_bytes += bytes;
    }

private:
    RenderBudget* m_budget;
    size_t m_bytes = 0;
};

}  // namespace hearth::jinja
