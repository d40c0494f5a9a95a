#pragma once

#include <span>
#include <vector>

#include "model/model_config.h"

namespace hearth {

/// The rotation of one kind of layer as numbers: angle of pair i at position p is p * inverseFrequency[i],
/// and cosine and sine are multiplied by `magnitude`.
struct RopeTable {
    std::vector<float> inverseFrequency;  ///< (dims / 2), radians a position
    float magnitude = 1.0F;

    /// `factors` divide the frequencies pair by pair (rope_freqs.weight, or LongRoPE's long or short
    /// factors); empty: ones. `contextLength` is the longest sequence that will run (dynamic scaling).
    /// Linear: Chen et al. 2023. YaRN: Peng et al. 2023, section 3. LongRoPE: Ding et al. 2024.
    /// Throws Error(BadFile) when the factors are not dims / 2 positive finite numbers.
    static RopeTable make(const RopeConfig& config, std::span<const float> factors, uint32_t contextLength);
};

/// YaRN's growth of the softmax temperature, 0.1 * m * ln(factor) + 1; 1 for factors up to 1.
float yarnMagnitude(float factor, float multiplier) noexcept;

}  // namespace hearth
