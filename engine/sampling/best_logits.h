#pragma once

#include <span>

#include "backend/best_logits.h"

namespace hearth {

/// The plain form, which every backend's is held against. Their sums may differ from it in the last bits of a
/// float; everything else is the same to the bit.
BestLogits bestLogitsOf(std::span<const float> row, const BestLogitsQuery& query);

}  // namespace hearth
