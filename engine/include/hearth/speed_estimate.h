#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/block_type.h"
#include "hearth/token_work.h"

namespace hearth {

/// GEMM rate of a device with weights of one type, measured on matrices larger than its caches.
struct ProductSpeed {
    /// One, four and eight rows in decode, and a prefill chunk.
    static constexpr std::array<uint32_t, 4> rowCounts = {1, 4, 8, 256};

    BlockType type = BlockType::F32;
    /// Weights a second, each multiplied with all rows; indexed as rowCounts.
    std::array<double, rowCounts.size()> weightsPerS = {};
    bool operator==(const ProductSpeed&) const = default;
};

/// Measured speed of a device.
struct DeviceSpeed {
    std::string backend;       ///< EngineOptions::backend: "cpu"
    int threads = 0;           ///< of the host, used for the measurement
    double readBytesPerS = 0;  ///< of its memory, as reported by `hearth-cli doctor`
    double operationS = 0;     ///< seconds of one operation on almost no data
    /// Floating point operations a second of the attention of one row of a reply over a long context.
    double attentionFlopsPerS = 0;
    std::vector<ProductSpeed> products = {};

    /// nullptr: this type was not measured.
    const ProductSpeed* of(BlockType type) const noexcept;
    bool operator==(const DeviceSpeed&) const = default;
};

/// Measures the device of a backend, half a second to two seconds for each type. The figures are too low
/// while a reply runs. Any thread. Throws Error(BadInput | Device | OutOfMemory), Error(Cancelled) soon after
/// a stop request; types that the device cannot multiply with are left out.
DeviceSpeed measureDeviceSpeed(const std::string& backend, int threads, std::span<const BlockType> types,
                               std::stop_token stop = {});

/// Estimated speed of replies: computed, never measured.
struct SpeedEstimate {
    double tokenS = 0;        ///< seconds of a token of a reply
    double promptTokenS = 0;  ///< seconds of a token of a prompt
    double tokensPerS() const noexcept { return tokenS > 0 ? 1 / tokenS : 0; }
    /// Seconds to the first token of a reply to a prompt of this length.
    double firstTokenS(int promptTokens) const noexcept { return promptTokens * promptTokenS + tokenS; }
};

/// Sum of the time of the GEMMs with each type of weights, of the attention to `depth` positions (by its
/// arithmetic or by its reads of a cache in 16 bits, whichever takes longer), and of the overhead of the
/// operations. nullopt: a type that the model needs was not measured.
std::optional<SpeedEstimate> estimateSpeed(const TokenWork& work, const DeviceSpeed& speed, int depth);

/// Limit that bounds a point of the roofline (Williams, Waterman, Patterson 2009).
enum class SpeedBound : uint8_t { Memory, Arithmetic };

/// One number of rows as a point of arithmetic against bytes: computed from the measured GEMM rates.
struct RooflinePoint {
    uint32_t rows = 1;        ///< of ProductSpeed::rowCounts
    double flopsPerByte = 0;  ///< of weights that are read
    double flopsPerS = 0;
    double bytesPerS = 0;  ///< of weights
    SpeedBound bound = SpeedBound::Memory;
};

/// The roofs of a device for a model, and the position of each number of rows below them.
struct Roofline {
    double bytesPerS = 0;  ///< the slanted roof: the bandwidth of the memory
    double flopsPerS = 0;  ///< the flat one: the best that was measured with the model's types
    std::vector<RooflinePoint> points;
};

/// Empty points: a type that the model needs was not measured.
Roofline roofline(const TokenWork& work, const DeviceSpeed& speed);

}  // namespace hearth
