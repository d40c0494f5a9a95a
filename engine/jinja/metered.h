#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jinja/render_budget.h"

namespace hearth::jinja {

/// Allocates for containers whose memory counts against the rendering that they were made in.
template <typename T>
class MeteredAllocator {
public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;

    MeteredAllocator() noexcept : m_budget(RenderBudget::current()) {}
    /// nullptr: counts nothing.
    explicit MeteredAllocator(RenderBudget* budget) noexcept : m_budget(budget) {}
    template <typename U>
    MeteredAllocator(const MeteredAllocator<U>& other) noexcept : m_budget(other.budget()) {}

    T* allocate(size_t count) {
        if (m_budget != nullptr) m_budget->take(count * sizeof(T));
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* memory, size_t count) noexcept {
        std::allocator<T>().deallocate(memory, count);
        if (m_budget != nullptr) m_budget->give(count * sizeof(T));
    }
    MeteredAllocator select_on_container_copy_construction() const { return MeteredAllocator(); }

    RenderBudget* budget() const noexcept { return m_budget; }
    template <typename U>
    bool operator==(const MeteredAllocator<U>& other) const noexcept {
        return m_budget == other.budget();
    }

private:
    RenderBudget* m_budget;
};

template <typename T>
using MeteredVector = std::vector<T, MeteredAllocator<T>>;
using MeteredString = std::basic_string<char, std::char_traits<char>, MeteredAllocator<char>>;

}  // namespace hearth::jinja
