#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// The experts of one row, best first, and what their outputs are multiplied with.
struct ExpertChoice {
    std::vector<uint32_t> experts;
    std::vector<float> weights;
};

/// Chooses `args.used` experts by the router's logits, shape (experts), the router's bias already added;
/// selectionBias has the same shape or is nullptr. Equal scores go to the lower number. Reads the rules of
/// `args` only, none of its memory.
ExpertChoice chooseExperts(const ExpertsArgs& args, std::vector<float> logits, const float* selectionBias);

}  // namespace hearth
