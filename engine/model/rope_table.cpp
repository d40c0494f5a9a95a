#include "model/rope_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hearth/error.h"

namespace hearth {

float yarnMagnitude(float factor, float multiplier) noexcept {
    return factor <= 1.0F ? 1.0F : 0.1F * multiplier * std::log(factor) + 1.0F;
}

namespace {

/// The (fractional) pair that turns `rotations` times over the original context.
double correctionDim(const RopeConfig& config, double rotations) {
    return config.dims * std::log(config.originalContext / (rotations * 2 * std::numbers::pi)) /
           (2 * std::log(double{config.base}));
}

/// 1 where a pair keeps its trained frequency, 0 where it is stretched by the full factor, a ramp between.
std::vector<double> yarnRamp(const RopeConfig& config) {
    double low = correctionDim(config, config.betaFast), high = correctionDim(config, config.betaSlow);
    if (config.wholeCorrectionDims) low = std::floor(low), high = std::ceil(high);
    low = std::max(low, 0.0);
    high = std::min(high, config.dims - 1.0);
    std::vector<double> ramp(config.dims / 2);
    for (size_t pair = 0; pair < ramp.size(); ++pair) {
        ramp[pair] =
            1.0 - std::clamp((static_cast<double>(pair) - low) / std::max(0.001, high - low), 0.0, 1.0);
    }
    return ramp;
}

}  // namespace

RopeTable RopeTable::make(const RopeConfig& config, std::span<const float> factors, uint32_t contextLength) {
    RopeTable table;
    const size_t pairs = config.dims / 2;
    if (!factors.empty()) {
        const bool usable =
            factors.size() == pairs &&
            std::all_of(factors.begin(), factors.end(), [](float f) { return std::isfinite(f) && f > 0; });
        if (!usable) {
            throw Error(ErrorCode::BadFile, "The model's rotary frequency factors do not fit its heads (" +
                                                std::to_string(factors.size()) + " numbers for " +
                                                std::to_string(pairs) + " pairs); download the file again.");
        }
    }
    double base = config.base;
    if (config.scaling == RopeScaling::Dynamic && contextLength > config.originalContext && config.dims > 2) {
        // The base grows so that the slowest pair just covers the longer context ("NTK-aware").
        const double growth =
            double{config.factor} * contextLength / config.originalContext - (config.factor - 1.0);
        base *= std::pow(growth, config.dims / (config.dims - 2.0));
    }
    const std::vector<double> ramp =
        config.scaling == RopeScaling::Yarn ? yarnRamp(config) : std::vector<double>(pairs, 0.0);
    const bool stretched = config.scaling == RopeScaling::Linear || config.scaling == RopeScaling::Yarn;
    const double stretch = stretched ? 1.0 / config.factor : 1.0;
    for (size_t pair = 0; pair < pairs; ++pair) {
        const double own = std::pow(base, -2.0 * static_cast<double>(pair) / config.dims) /
                           (factors.empty() ? 1.0 : double{factors[pair]});
        table.inverseFrequency.push_back(
            static_cast<float>(own * stretch * (1 - ramp[pair]) + own * ramp[pair]));
    }
    table.magnitude = config.magnitudeFactor;
    if (config.scaling == RopeScaling::Yarn) {
        const float whole = yarnMagnitude(config.factor, 1.0F);
        table.magnitude *= config.magnitudeAllDims != 0.0F
                               ? whole / yarnMagnitude(config.factor, config.magnitudeAllDims)
                               : whole;
    }
    return table;
}

}  // namespace hearth
