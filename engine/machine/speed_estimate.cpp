#include "hearth/speed_estimate.h"

#include <algorithm>

namespace hearth {

namespace {

/// Operations of a layer: norms go with the products, which are queries with keys and values, the output,
/// gate with up, and down; then what writes the cache, and the attention.
constexpr double operationsALayer = 6;
/// Of the cache in 16 bits.
constexpr double bytesANumber = 2;
constexpr size_t promptRows = ProductSpeed::rowCounts.size() - 1;

/// Seconds of all products of a pass of rowCounts[at] rows; nullopt: not measured.
std::optional<double> productSeconds(const TokenWork& work, const DeviceSpeed& speed, size_t at) {
    double seconds = 0;
    for (const TokenWork::Product& product : work.products) {
        const ProductSpeed* measured = speed.of(product.type);
        if (measured == nullptr || measured->weightsPerS[at] <= 0) return std::nullopt;
        const uint64_t weights = at == promptRows ? product.weights - product.headWeights : product.weights;
        seconds += static_cast<double>(weights) / measured->weightsPerS[at];
    }
    return seconds;
}

}  // namespace

const ProductSpeed* DeviceSpeed::of(BlockType type) const noexcept {
    const auto found = std::ranges::find(products, type, &ProductSpeed::type);
    return found != products.end() ? &*found : nullptr;
}

std::optional<SpeedEstimate> estimateSpeed(const TokenWork& work, const DeviceSpeed& speed, int depth) {
    const auto token = productSeconds(work, speed, 0), chunk = productSeconds(work, speed, promptRows);
    if (!work.isKnown() || !token || !chunk) return std::nullopt;
    const double operations = operationsALayer * work.layers * speed.operationS;
    const double cache = speed.readBytesPerS > 0 ? static_cast<double>(work.cachedNumbers) * bytesANumber *
                                                       depth / speed.readBytesPerS
                                                 : 0;
    const double attention =
        speed.attentionFlopsPerS > 0 ? work.attentionFlops * depth / speed.attentionFlopsPerS : 0;
    const double rows = ProductSpeed::rowCounts[promptRows];
    return SpeedEstimate{.tokenS = *token + operations + std::max(cache, attention),
                         .promptTokenS = (*chunk + operations) / rows};
}

Roofline roofline(const TokenWork& work, const DeviceSpeed& speed) {
    Roofline roofs{.bytesPerS = speed.readBytesPerS, .flopsPerS = 0, .points = {}};
    for (size_t at = 0; at < ProductSpeed::rowCounts.size(); ++at) {
        const auto seconds = productSeconds(work, speed, at);
        if (!seconds || *seconds <= 0) return {};
        const bool prompt = at == promptRows;
        double bytes = 0;
        for (const TokenWork::Product& product : work.products)
            bytes += static_cast<double>(product.bytes) *
                     (prompt ? 1 - static_cast<double>(product.headWeights) /
                                       static_cast<double>(std::max<uint64_t>(product.weights, 1))
                             : 1);
        const uint32_t rows = ProductSpeed::rowCounts[at];
        const double flops = rows * (prompt ? work.promptFlops() : work.flops());
        roofs.points.push_back({.rows = rows,
                                .flopsPerByte = flops / std::max(bytes, 1.0),
                                .flopsPerS = flops / *seconds,
                                .bytesPerS = bytes / *seconds});
        roofs.flopsPerS = std::max(roofs.flopsPerS, flops / *seconds);
    }
    // The nearer roof is the bound.
    for (RooflinePoint& point : roofs.points)
        point.bound = point.bytesPerS / std::max(roofs.bytesPerS, 1.0) >= point.flopsPerS / roofs.flopsPerS
                          ? SpeedBound::Memory
                          : SpeedBound::Arithmetic;
    return roofs;
}

}  // namespace hearth
