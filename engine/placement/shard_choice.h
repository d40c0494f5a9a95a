#pragma once

#include <cstddef>
#include <optional>

#include "backend/tensor_parallel/shard_plan.h"
#include "model/model_config.h"

namespace hearth {

class GgufFile;

/// How the weights of a model are cut for so many equal GPUs; nullopt: it does not divide. It divides where
/// every layer attends to a cache of its heads, heads and those of the cache divide, and each share of a
/// weight has whole blocks of its type. Throws what the file's weights throw.
std::optional<ShardPlan> shardPlan(const GgufFile& file, const ModelConfig& config, size_t parts);

}  // namespace hearth
