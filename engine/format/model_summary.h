#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/gguf.h"

namespace hearth::format {

/// Tensors that belong together, by their function or by their block type.
struct TensorTotal {
    std::string name;
    uint64_t tensors = 0;
    uint64_t parameters = 0;
    uint64_t sizeBytes = 0;
};

/// Totals of the tensors of a model.
struct ModelSummary {
    TensorTotal all;
    std::vector<TensorTotal> byGroup;  ///< in the order of a forward pass; only groups that are there
    std::vector<TensorTotal> byType;   ///< the largest first
};

/// The group of a tensor by its name: "embedding", "attention", "recurrent", "feed forward", "experts",
/// "norms", "output" or "other".
std::string_view tensorGroup(std::string_view tensorName) noexcept;

ModelSummary summarise(const std::vector<GgufTensor>& tensors);

}  // namespace hearth::format
