#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "backend/cpu/cpu_features.h"
#include "backend/cpu/row_panel_layout.h"

/// The inner loops of the CPU backend, one table of them per instruction set. Everything here works on one
/// thread and knows neither threads nor batches; nothing throws.
namespace hearth::cpu {

/// Widths of activation panels: 1, 2, 4 or 8 rows of the batch; the index into the tables is log2.
inline constexpr size_t panelWidths = 4;
inline constexpr size_t maxPanelWidth = 8;
constexpr size_t widthIndex(size_t width) noexcept {
    return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3;
}

/// tile[c][r] = product of row r of the row panel with column c of the panel: shape (width, 16), overwritten.
using PanelDot = void (*)(const std::byte* rowPanel, size_t columns, const std::byte* panel, float* tile);
/// For one row in one plane or two and 2, 4 or 8 streams that are read side by side, each of `count` row
/// panels in a row, writes sums of shape (streams, count, 16). `ahead` says where each stream is read after
/// its last row panel: the first lines from there on are prefetched (any address will do).
using PanelStreams = void (*)(const std::byte* const* rowPanels, size_t count, const std::byte* const* ahead,
                              size_t columns, const std::byte* panel, float* sums);
/// Writes a row panel's columns [first, first + count) with a byte for each weight, unpackedBlockBytes for 32
/// of them; first is a multiple of 256, count of the type's units.
using UnpackBytes = void (*)(const std::byte* rowPanel, size_t first, size_t count, std::byte* out);
/// Writes to a tile, which is of shape (8, 16), or adds to it, the product of `count` such columns with those
/// of a panel of the widest kind, whose first block of them is `panel`. Piece by piece that makes the bits of
/// PanelDot.
using UnpackedDot = void (*)(const std::byte* bytes, size_t count, const std::byte* panel, bool adds,
                             float* tile);
/// PanelDot with float activations: x holds `width` rows of `columns` floats, `stride` floats apart.
using FloatDot = void (*)(const std::byte* rowPanel, size_t columns, const float* x, size_t stride,
                          float* tile);
/// Writes a row panel's columns [first, first + count) as bfloat16 pairs, shape (count / 2, 16, 2); both
/// multiples of 32.
using UnpackBfloat = void (*)(const std::byte* rowPanel, size_t first, size_t count, uint16_t* out);

/// Operations between a product and an operation's output:
/// out (=|+=) cap(scale * act(c + bias)), or cap(scale * act(c + bias) * (up + upBias)) with `up`.
struct Finish {
    Activation activation = Activation::None;
    float scale = 1.0F;
    float softCap = 0.0F;  ///< 0: off
    bool accumulate = false;
    const float* bias = nullptr;
    const float* up = nullptr;
    const float* upBias = nullptr;
};

/// Destination of the finished sums of some rows: floats, or bfloat16 if `rounded` is set; rows are `stride`
/// elements apart.
struct RowsOut {
    float* floats = nullptr;
    uint16_t* rounded = nullptr;
    size_t stride = 0;
};
/// Memory to prefetch because it is needed soon: `lines` cache lines of each row, rows `stride` bytes apart.
struct Ahead {
    const std::byte* first = nullptr;
    size_t stride = 0, rows = 0, lines = 0;
};

/// Queries of one key-value head over the cached positions of some blocks of one sequence.
/// Keys of a block: shape (keyDim / 2, 32, 2), values: (16, storedValueDim, 2), float16 or float32;
/// dimensions are even.
struct AttentionRun {
    const float* const* queries = nullptr;  ///< (rows): keyDim floats each
    const int32_t* first = nullptr;         ///< (rows): first visible position
    const int32_t* last = nullptr;          ///< (rows): last visible position
    size_t rows = 0;
    bool many = false;  ///< rows of a prompt, however few are here
    size_t keyDim = 0, valueDim = 0;
    size_t storedValueDim = 0;  ///< what the layout has; only the first valueDim columns are read
    float scale = 1.0F, softCap = 0.0F;
    bool half = true;                        ///< element type of the cache
    const std::byte* const* keys = nullptr;  ///< by block number within the sequence
    const std::byte* const* values = nullptr;
    size_t firstBlock = 0, endBlock = 0;
    // Out: softmax in parts. Rows that see nothing here get largest = -inf, total = 0.
    float* largest = nullptr;  ///< (rows): the largest score, or about that
    float* total = nullptr;    ///< (rows): sum of exp(score - largest)
    float* sums = nullptr;     ///< (rows, valueDim): sum of exp(score - largest) * value
    float* scratch = nullptr;  ///< attentionScratch(rows, keyDim, valueDim) floats
};
/// The same from blocks as a cache of these types has them, float16 or fewer bits (kv_quantized.h).
struct StoredAttentionRun : AttentionRun {
    KvType keyType = KvType::F16, valueType = KvType::F16;
    size_t residualBlock = 0;  ///< from this one on keys are float16 in any case; none: endBlock
};
/// Floats of scratch memory for any of the attention kernels.
constexpr size_t attentionScratch(size_t rows, size_t keyDim, size_t valueDim) noexcept {
    const size_t plain = (rows + 4) * (2 * valueDim + 32) + 32 * (keyDim + valueDim);
    const size_t tiles =
        (rows + 16) * (keyDim + valueDim + 1) + 256 * (keyDim + valueDim / 2 + 1) + 16 * 640 + 64;
    const size_t integers = rows * (keyDim / 2 + valueDim + 17) + 32 * (keyDim + valueDim + 16) + 192;
    const size_t most = plain > tiles ? plain : tiles;
    return integers > most ? integers : most;
}

/// Columns of a recurrent layer's matrix that are worked on together.
inline constexpr size_t recurrenceColumns = 32;

/// Rows of one sequence through some columns of one head's matrix, see RecurrenceArgs; rows of everything are
/// a stride apart.
struct RecurrenceRun {
    const float* keys = nullptr;
    const float* queries = nullptr;
    const float* values = nullptr;
    float* out = nullptr;
    size_t keyStride = 0, queryStride = 0, valueStride = 0, outStride = 0;
    size_t rows = 0, keyDim = 0;
    size_t columns = 0;            ///< of value and out, up to recurrenceColumns
    const float* gates = nullptr;  ///< what a row keeps of the matrix, and how strongly it writes
    size_t gateStride = 0;
    size_t keeps = 1;         ///< of these, what it keeps: of the matrix, or of each of its rows (keyDim)
    float* matrix = nullptr;  ///< (keyDim, recurrenceColumns)
    size_t matrixStride = 0;
    float skip = 0;
    bool corrects = false;
    // Of a selective scan, instead of the gates and the skip.
    const float* rates = nullptr;  ///< a row's, of these columns
    size_t rateStride = 0;
    const float* rateBias = nullptr;  ///< (columns) or nullptr
    const float* skips = nullptr;     ///< (columns) or nullptr
    const float* decays = nullptr;    ///< (keyDim, recurrenceColumns)
    size_t decayStride = 0;
};

struct AttentionKernel {
    void (*attend)(const AttentionRun& run) = nullptr;
    /// Query rows (tokens times grouped heads) that it likes to see together.
    size_t rows = 96;
};

/// RowPanels that the products of a single row read side by side at most.
inline constexpr size_t mostStreams = 8;

struct KernelTable {
    IsaLevel level = IsaLevel::Portable;

    PanelDot panelDot[quantizedRowPanelTypes][panelWidths] = {};
    /// Set if a row panel that is multiplied with many panels is better unpacked once for all of them;
    /// otherwise nullptr.
    UnpackBytes unpackBytes[quantizedRowPanelTypes] = {};
    UnpackedDot unpackedDot[quantizedRowPanelTypes] = {};
    PanelStreams panelStreams[quantizedRowPanelTypes][2][3] = {};  ///< planes; 2, 4 and 8 row panels
    /// Number of row panels to read in parallel initially; see StreamChoice.
    size_t streams = mostStreams;
    FloatDot floatDot[rowPanelTypes - quantizedRowPanelTypes][panelWidths] = {};
    /// The same in the order of sums that suits the widest panels, in all widths.
    FloatDot promptFloatDot[rowPanelTypes - quantizedRowPanelTypes][panelWidths] = {};
    /// Rounds `width` rows of x to a panel: s8 with one scale per 32 columns, amax / 127 (missing columns are
    /// zero). Bounded, the scale is as much larger as it takes for no pair of columns (2i, 2i + 1) to have
    /// a sum beyond 128.
    void (*quantize)(const float* x, size_t stride, size_t columns, size_t width, bool bounded,
                     std::byte* panel) = nullptr;
    /// Rounds `rows` rows to a panel of twice the width: after each column a second one with what rounding
    /// took away from the first. The sum of the two products has the precision of 16 bits.
    void (*quantizeTwice)(const float* x, size_t stride, size_t columns, size_t rows, bool bounded,
                          std::byte* panel) = nullptr;
    /// True if the kernels of Q8_0 accept only bounded panels, because they add two products of full bytes in
    /// 16 bits.
    bool boundsBytes = false;

    /// Tile registers: tokens x row panels in bfloat16 with float32 sums. All nullptr where there are none.
    UnpackBfloat unpackBfloat[rowPanelTypes] = {};
    /// For weights in floats instead: likewise, and what that leaves of each of them into `rest`. Three
    /// products of the two halves of weights and of activations are as near as 16 bits of mantissa.
    void (*unpackHalves[rowPanelTypes])(const std::byte* rowPanel, size_t first, size_t count, uint16_t* out,
                                        uint16_t* rest) = {};
    /// Once on each thread before matmulBfloat, and endTiles after the last.
    void (*beginTiles)() = nullptr;
    void (*endTiles)() = nullptr;
    /// c (+)= a * b: a is (rows, depth) bfloat16, `aStride` elements apart, rows a multiple of 16, depth of
    /// 32; b is `row panels` (1 or 2) unpacked row panels; c is (rows, row panels * 16), `cStride` floats
    /// apart.
    void (*matmulBfloat)(const uint16_t* a, size_t aStride, size_t rows, size_t depth,
                         const uint16_t* const* b, size_t rowPanels, float* c, size_t cStride,
                         bool accumulate, const Ahead& ahead) = nullptr;
    /// The first `count` columns of `rows` rows of c, `stride` floats apart as are those of finish.up.
    void (*finishRows)(const float* c, size_t stride, size_t rows, size_t count, const Finish& finish,
                       const RowsOut& out) = nullptr;
    /// Rounds a row to bfloat16, to nearest even.
    void (*toBfloat)(const float* x, size_t columns, uint16_t* out) = nullptr;
    /// Likewise, and what that leaves of each number into `rest`; columns are a multiple of 32.
    void (*toHalves)(const float* x, size_t columns, uint16_t* out, uint16_t* rest) = nullptr;

    /// out = normalised x * weight (+ bias); weight and bias may be nullptr. In place is allowed.
    void (*norm)(NormKind kind, const float* x, size_t columns, const float* weight, const float* bias,
                 float epsilon, float* out) = nullptr;
    void (*finish)(const float* c, size_t count, const Finish& finish, float* out) = nullptr;
    /// The same for the first `count` of a row panel's sums in every column of a panel, which go to
    /// out[column] + first: c and finish.up are (width, stripRows).
    void (*finishPanel)(const float* c, size_t width, size_t count, const Finish& finish, float* const* out,
                        size_t first) = nullptr;
    /// Rotates one head of `dims` columns in place: pairs (2i, 2i + 1) when interleaved, else (i, i + dims /
    /// 2). The tables hold `dims` values: the cosine, and the sine with the sign that the column needs.
    void (*rotate)(bool interleaved, const float* cosine, const float* sine, size_t dims,
                   float* head) = nullptr;
    /// Writes one position of one head into a block of the cache, see AttentionRun; slot from 0 to 31.
    void (*storeKey)(bool half, const float* key, size_t dim, size_t slot, std::byte* block) = nullptr;
    void (*storeValue)(bool half, const float* value, size_t dim, size_t slot, std::byte* block) = nullptr;
    /// Reads what storeKey() wrote.
    void (*loadKey)(bool half, const std::byte* block, size_t dim, size_t slot, float* key) = nullptr;
    /// The same for caches of 8 and 4 bits (kv_quantized.h), keys as a whole block of float16; and blocks of
    /// these as float16.
    void (*quantizeKeys)(KvType type, const std::byte* halfBlock, size_t dim, std::byte* block) = nullptr;
    void (*storeQuantizedValue)(KvType type, const float* value, size_t dim, size_t slot,
                                std::byte* block) = nullptr;
    void (*expandKeys)(KvType type, const std::byte* block, size_t dim, uint16_t* out) = nullptr;
    void (*expandValues)(KvType type, const std::byte* block, size_t dim, uint16_t* out) = nullptr;
    /// In floats; and for models whose activations are rounded anyway, coarser where that is faster.
    AttentionKernel attention, roundedAttention;
    /// Rows of replies, in floats; keyDim and valueDim are multiples of 16, and all of a value is read.
    void (*attendStored)(const StoredAttentionRun& run) = nullptr;
    /// x = act(x), or x = act(x) * up when up is not nullptr.
    void (*activate)(Activation activation, float* x, const float* up, size_t count) = nullptr;
    void (*recur)(const RecurrenceRun& run) = nullptr;
    void (*scan)(const RecurrenceRun& run) = nullptr;
};

/// The table for a level; for levels that this build or processor lacks the best one below it.
const KernelTable& kernelTable(IsaLevel level) noexcept;

// One per translation unit with its own compiler flags.
extern const KernelTable portableKernels;
extern const KernelTable avx2Kernels;
extern const KernelTable avx512Kernels;
extern const KernelTable tileKernels;  ///< what only tile registers do, the rest is nullptr
/// The table of IsaLevel::Amx: tileKernels, and avx512Kernels for what these leave out.
const KernelTable& amxKernels() noexcept;

}  // namespace hearth::cpu
