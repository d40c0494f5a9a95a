#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// The experts of one row, best first, and what their outputs are multiplied with.
struct ExpertChoice {
    std::vector<uint32_t> experts;
    std::vector<float> weights;
};

/// Chooses experts by the rules of ExpertsArgs, of which it reads none of the memory. Keeps what it works in,
/// so that rows after the first allocate nothing. One thread at a time.
class ExpertChooser {
public:
    /// Chooses `args.used` experts by the router's logits, shape (experts), the router's bias already added;
    /// selectionBias has the same shape or is nullptr. Equal scores go to the lower number. The result lasts
    /// until the next call.
    const ExpertChoice& choose(const ExpertsArgs& args, std::span<const float> logits,
                               const float* selectionBias);

private:
    void limitToGroups(uint32_t groups, uint32_t usedGroups, bool bestAlone);

    ExpertChoice m_choice;
    std::vector<float> m_scores, m_selection, m_groupSums;
    std::vector<uint32_t> m_rankedGroups;
};

}  // namespace hearth
