#pragma once

#include <string>

#include "hearth/weight_id.h"

namespace hearth {

/// Name of a weight in GGUF files: "blk.3.attn_q.weight". Throws Error(BadInput) for roles that no file has.
std::string ggufWeightName(const WeightId& id);
/// Another name that some converters give it; empty: none.
std::string otherGgufWeightName(const WeightId& id);

}  // namespace hearth
