#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/model_config.h"

namespace hearth {

/// Pools a model's rows of one text, shape (rows, columns): their mean, the first or the last one.
std::vector<float> pooledRows(Pooling pooling, std::span<const float> rows, size_t columns);
/// Scales a vector to length 1; a vector of zeros stays unchanged.
void makeUnitLength(std::span<float> values) noexcept;

}  // namespace hearth
