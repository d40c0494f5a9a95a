#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/expert_choice.h"

namespace hearth::cpu {

/// Which rows of a batch go to which experts, gathered by expert, so that each expert's matrices are read
/// once a batch. Keeps its memory from batch to batch. One thread at a time.
class ExpertVisits {
public:
    struct Visit {
        uint32_t row = 0, expert = 0;
        float weight = 0;  ///< what the expert's output is multiplied with
    };

    /// Begins a batch for a layer with this number of experts.
    void begin(uint32_t experts);
    /// Adds the next row's choice; rows count from 0.
    void add(const ExpertChoice& choice);
    /// After the last row: sorts by expert, rows in their order.
    void gather();

    size_t size() const noexcept { return m_visits.size(); }
    /// All visits of one expert, and where they begin in the order by expert.
    std::span<const Visit> of(uint32_t expert) const noexcept {
        return std::span(m_byExpert).subspan(m_first[expert], m_first[expert + 1] - m_first[expert]);
    }
    size_t first(uint32_t expert) const noexcept { return m_first[expert]; }
    /// Indices of a row's visits in the order by expert, in the order in which the row chose them.
    std::span<const uint32_t> placesOf(size_t row) const noexcept {
        return std::span(m_places).subspan(m_rowFirst[row], m_rowFirst[row + 1] - m_rowFirst[row]);
    }
    const Visit& at(size_t place) const noexcept { return m_byExpert[place]; }

private:
    std::vector<Visit> m_visits, m_byExpert;  ///< in the order they were added; by expert
    std::vector<uint32_t> m_first;            ///< by expert, and after the last
    std::vector<uint32_t> m_places;           ///< of m_visits in m_byExpert
    std::vector<uint32_t> m_rowFirst;         ///< of each row in m_visits, and after the last
    std::vector<uint32_t> m_next;
};

}  // namespace hearth::cpu
