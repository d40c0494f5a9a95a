#pragma once

#include <cstddef>
#include <cstdint>

/// Layout of matrices in device memory. Shared by the host code that repacks and the kernels that read.
namespace hearth::cuda {

enum class WeightFormat : uint8_t {
    F32,
    Half,  ///< 16-bit floats
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2_K,
    Q3_K,
    Q4_K,
    Q5_K,
    Q6_K,
    Codes4,         ///< 4-bit numbers of a codebook, one half scale a block (IQ4_NL)
    Codes4Bf16,     ///< the same with a bfloat16 scale (MXFP4: its powers of two need the range)
    Codes4Super32,  ///< IQ4_XS
    Codes4Super16,  ///< every other codebook type: the values of a pattern are themselves few
    E4M3,           ///< 8-bit floats, a float scale for four blocks
    E5M2,
};

enum class ScaleKind : uint8_t {
    None,
    Half,        ///< f16 d: value = d * (q - offset)
    HalfMin,     ///< f16 d, f16 m: d * q + m
    Bf16,        ///< bf16 d: d * q
    Super32,     ///< i8 s; super f32 d: d * s * q
    Super32Min,  ///< u8 s, u8 m; super f16 d, f16 e: d * s * q - e * m
    Super16,     ///< i8 s[2] of 16 elements each; super f32 d: d * s * (q - offset)
    Super16Min,  ///< u8 s | m << 4 of 16 elements each; super f16 d, f16 e: d * s * q - e * m
    SuperFloat,  ///< none of its own; super f32 d, for E4M3 times 2^8: d * number
};

struct FormatTraits {
    int lowBits, highBits, offset;
    bool codebook;
    ScaleKind scale;

    constexpr bool isSuper() const {
        return scale == ScaleKind::Super32 || scale == ScaleKind::Super32Min || scale == ScaleKind::Super16 ||
               scale == ScaleKind::Super16Min;
    }
    constexpr bool hasMin() const {
        return scale == ScaleKind::HalfMin || scale == ScaleKind::Super32Min ||
               scale == ScaleKind::Super16Min;
    }
    constexpr bool scales16() const { return scale == ScaleKind::Super16 || scale == ScaleKind::Super16Min; }
    // Bytes of one item of each plane.
    constexpr int lowBytes() const { return lowBits * 4; }
    constexpr int highBytes() const { return highBits * 4; }
    constexpr int scaleBytes() const {
        switch (scale) {
            case ScaleKind::None:
            case ScaleKind::SuperFloat:
                return 0;
            case ScaleKind::Super32:
                return 1;
            case ScaleKind::HalfMin:
                return 4;
            default:
                return 2;
        }
    }
    constexpr int superBytes() const { return isSuper() || scale == ScaleKind::SuperFloat ? 4 : 0; }
    /// k-blocks that share an item of super.
    constexpr int superBlocks() const { return scale == ScaleKind::SuperFloat ? 4 : 8; }
};

constexpr FormatTraits traitsOf(WeightFormat format) {
    switch (format) {
        case WeightFormat::F32:
        case WeightFormat::Half:
            return {0, 0, 0, false, ScaleKind::None};
        case WeightFormat::Q4_0:
            return {4, 0, 8, false, ScaleKind::Half};
        case WeightFormat::Q4_1:
            return {4, 0, 0, false, ScaleKind::HalfMin};
        case WeightFormat::Q5_0:
            return {4, 1, 16, false, ScaleKind::Half};
        case WeightFormat::Q5_1:
            return {4, 1, 0, false, ScaleKind::HalfMin};
        case WeightFormat::Q8_0:
            return {8, 0, 0, false, ScaleKind::Half};
        case WeightFormat::Q2_K:
            return {2, 0, 0, false, ScaleKind::Super16Min};
        case WeightFormat::Q3_K:
            return {2, 1, 4, false, ScaleKind::Super16};
        case WeightFormat::Q4_K:
            return {4, 0, 0, false, ScaleKind::Super32Min};
        case WeightFormat::Q5_K:
            return {4, 1, 0, false, ScaleKind::Super32Min};
        case WeightFormat::Q6_K:
            return {4, 2, 32, false, ScaleKind::Super16};
        case WeightFormat::Codes4:
            return {4, 0, 0, true, ScaleKind::Half};
        case WeightFormat::Codes4Bf16:
            return {4, 0, 0, true, ScaleKind::Bf16};
        case WeightFormat::Codes4Super32:
            return {4, 0, 0, true, ScaleKind::Super32};
        case WeightFormat::Codes4Super16:
            return {4, 0, 0, true, ScaleKind::Super16};
        case WeightFormat::E4M3:
        case WeightFormat::E5M2:
            return {8, 0, 0, false, ScaleKind::SuperFloat};
    }
    return {};
}

/// Form of the activations in a product.
enum class ProductKind : uint8_t {
    Float,  ///< float32 as they are
    Half,   ///< the sum of two f16, see half_blocks.h
    Int8,   ///< int8 in groups of 32
    Bytes,  ///< as Half, for weights that become f16 on their way to the tensor cores
};
constexpr bool isByteFloat(WeightFormat format) {
    return format == WeightFormat::E4M3 || format == WeightFormat::E5M2;
}
constexpr ProductKind productKind(WeightFormat format) {
    return format == WeightFormat::F32    ? ProductKind::Float
           : format == WeightFormat::Half ? ProductKind::Half
           : isByteFloat(format)          ? ProductKind::Bytes
                                          : ProductKind::Int8;
}
constexpr bool splitsRows(ProductKind kind) {
    return kind == ProductKind::Half || kind == ProductKind::Bytes;
}
constexpr bool isQuantized(WeightFormat format) {
    return productKind(format) == ProductKind::Int8;
}

/// Bytes of a k-block of one row in the low plane.
constexpr int itemBytes(WeightFormat format) {
    return format == WeightFormat::Half ? 64 : traitsOf(format).lowBytes();
}

constexpr int rowPanelRows = 32;
constexpr int blockColumns = 32;

/// Sums over the columns are taken in this many runs of whole k-blocks, each front to back, and the runs
/// added in order: every kernel does, so a row's result is the same to the bit whichever kernel computes it
/// and whatever else is in the batch.
constexpr int columnRuns = 16;
constexpr int runLength(int kBlocks) {
    return (kBlocks + columnRuns - 1) / columnRuns;
}

/// A matrix as kernels see it (the first expert's, when there are several).
struct WeightView {
    const std::byte* low = nullptr;  ///< the values themselves for F32 and Half
    const std::byte* high = nullptr;
    const std::byte* scale = nullptr;
    const std::byte* super = nullptr;
    uint64_t expertLow = 0, expertHigh = 0, expertScale = 0, expertSuper = 0;  ///< bytes to the next expert
    uint32_t codebook[4] = {};                                                 ///< sixteen int8
    int rows = 0;
    int columns = 0;
    int kBlocks = 0;  ///< columns / 32, rounded up to whole super-blocks
    WeightFormat format = WeightFormat::F32;
    bool operator==(const WeightView&) const = default;
};

}  // namespace hearth::cuda
