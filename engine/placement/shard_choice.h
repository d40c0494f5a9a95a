#pragma once

#include <cstddef>
#include <optional>

#include "backend/tensor_parallel/shard_plan.h"
#include "model/model_config.h"

namespace hearth {

class GgufFile;

/// Plan that divides the weights of a model among this number of equal GPUs; nullopt: the model cannot be
/// divided. It can if every layer attends to a cache of its heads, its heads and those of the cache divide
/// evenly, and each share of a weight has whole blocks of its type. Throws the errors of reading the file's
/// weights.
std::optional<ShardPlan> shardPlan(const GgufFile& file, const ModelConfig& config, size_t parts);

}  // namespace hearth
