#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/model_config.h"

namespace hearth {

/// What a model's rows of one text, shape (rows, columns), become: their mean, the first or the last one.
std::vector<float> pooledRows(Pooling pooling, std::span<const float> rows, size_t columns);
/// Makes a vector one of length 1; one of zeros stays.
void makeUnitLength(std::span<float> values) noexcept;

}  // namespace hearth
