#pragma once

#include <cstdint>

#include "backend/cuda/device.h"
#include "backend/cuda/weight_format.h"

/// Arguments of the kernels' launchers: plain structures of device pointers and numbers.
namespace hearth::cuda {

// The values of the enumerations in backend.h, in the same order (cuda_backend.cpp asserts it).
enum class NormCode : int { None, Rms, Layer, UnitLength };
enum class ActivationCode : int {
    None,
    Silu,
    GeluTanh,
    GeluErf,
    Relu,
    ReluSquared,
    SwigluOai,
    Sigmoid,
    Softplus,
    Xielu
};
enum class PairingCode : int { None, Interleaved, Halves };
enum class RouterCode : int { Softmax, SoftmaxAfterTopK, Sigmoid };
/// Mixed, for kernels alone: keys and values of different types, which they look up.
enum class KvCode : int { F32, F16, Q8_0, Q4_0, Mixed };

struct NormView {
    NormCode kind = NormCode::None;
    const float* weight = nullptr;
    const float* bias = nullptr;
    float epsilon = 0;
    int columns = 0;  ///< of the weight
    bool operator==(const NormView&) const = default;
};

/// Rows of floats: element (r, c) at data[r * stride + c].
struct Rows {
    float* data = nullptr;
    int64_t stride = 0;
    int columns = 0;
    bool operator==(const Rows&) const = default;
};

/// Scale of an activation block of 32 and the sums over its halves (two int16).
struct alignas(8) ActivationBlock {
    float scale;
    uint32_t sums;
};

/// The batch in device memory, written once a step. Slots, positions and tables are read by the kernels,
/// never baked into launches, so that a recorded graph serves every step of the same shape.
struct BatchView {
    const int* slot = nullptr;       ///< (rows), see BatchRow
    const int* sequence = nullptr;   ///< (rows)
    const int* token = nullptr;      ///< (rows)
    const int* logitRow = nullptr;   ///< (logit rows): which row of the batch
    const int* table = nullptr;      ///< (groups, sequences, tableBlocks)
    const int* decodeRow = nullptr;  ///< (decode rows): rows of sequences with few rows in this batch
    const int* tileRow = nullptr;    ///< (tiles, 2): first row and number of rows of the others, by 64
    const int* stateOf = nullptr;    ///< (sequences, 3): slot of the state, first row, number of rows
    /// (sequences, 3): residual block, block of the first row, and the beginning of the rows' blocks in the
    /// memory next to the residual blocks; -1: there is one block, the open one.
    const int* openOf = nullptr;
    const int* keptState = nullptr;  ///< (rows): slot that gets the state after a row, or -1
    const int* position = nullptr;   ///< (3, rows): time, height and width
    const int* unit = nullptr;       ///< (2, rows): first and last slot of the unit of a row, or its own
    int rows = 0, logitRows = 0, sequences = 0, tableBlocks = 0, decodeRows = 0, tiles = 0;
    bool operator==(const BatchView&) const = default;
};

/// One layer of the KV cache. A head-block holds 32 positions of one KV head: keys in chunks of 16 bytes for
/// each (chunk, position) and what their columns have in common: with 8 bits offsets, with 4 bits the least
/// numbers in f16, and the scales in a byte (a float16 without its sign and last seven bits). Then values and
/// what their groups of 64 columns have in common:
///   f16 values in pairs of positions (pair, dim, 2), others (position, dim), with 4 bits the columns that
///   are half a group apart in a byte; f16 scales (position, groups), with 4 bits least numbers alike behind.
/// Keys of 8 and 4 bits are in residual blocks of the layout of f16 until their block is full; see
/// PagedKvCache.
struct KvLayerView {
    std::byte* data = nullptr;  ///< (blocks, kvHeads, headBlockBytes)
    KvCode keyType = KvCode::F16, valueType = KvCode::F16;
    int kvHeads = 0, keyDim = 0, valueDim = 0;  ///< valueDim 0: values are the first columns of the keys
    int group = 0;
    int keyScaleOffset = 0, valueOffset = 0, valueScaleOffset = 0;  ///< bytes into a head-block
    int64_t headBlockBytes = 0;
    std::byte* open = nullptr;    ///< (residual blocks, kvHeads, openHeadBytes); nullptr: keys need none
    std::byte* beside = nullptr;  ///< the same for the blocks of a batch that has several of a sequence
    int64_t openHeadBytes = 0;
    bool operator==(const KvLayerView&) const = default;
};
constexpr int kvBlockPositions = 32;

struct KvWriteView {
    Rows q, k, v;
    int heads = 0;
    NormView qNorm, kNorm, vNorm;
    PairingCode pairing = PairingCode::None;
    int ropeDims = 0, ropeFirst = 0;
    const float* inverseFrequency = nullptr;
    float magnitude = 1, queryScale = 1, temperatureBeta = 0;
    int temperatureLength = 0, temperatureOffset = 0;
    bool hasSections = false, sectionsAlternate = false;  ///< see RopeSections; else pairs turn by time
    int timePairs = 0, heightPairs = 0, widthPairs = 0;
    KvLayerView layer;
    BatchView batch;
    bool operator==(const KvWriteView&) const = default;
};

struct LinearPartView {
    WeightView weight;
    const float* bias = nullptr;
    int64_t expertBias = 0;  ///< floats to the next expert's
    int firstColumn = 0;     ///< of the output
    bool operator==(const LinearPartView&) const = default;
};

/// Which experts the rows go to, chosen by the last block of the launch that computes their scores.
struct RouterView {
    const float* logits = nullptr;  ///< (rows, experts)
    const float* selectionBias = nullptr;
    RouterCode kind = RouterCode::Softmax;
    bool normalizeWeights = false;
    int experts = 0, used = 0, groups = 1, usedGroups = 1;
    unsigned* arrived = nullptr;  ///< (rows), zero between launches
    int* expert = nullptr;        ///< (rows, used)
    float* weight = nullptr;      ///< (rows, used)
    bool operator==(const RouterView&) const = default;
};

/// Some items (units of rows) that go to one expert: `count` of them from place `first` on of the order.
struct ExpertTile {
    int expert, first, count;
    bool operator==(const ExpertTile&) const = default;
};
/// Each expert's items begin at a multiple of this many places.
constexpr int expertAlignment = 4;
/// Sorts items by their expert, within an expert by their number, and cuts the order into tiles of one expert
/// each. Tiles after the last have a count of 0.
struct ExpertOrderView {
    const int* expert = nullptr;  ///< (items)
    int items = 0, experts = 0;
    int tileItems = 1;           ///< the most of a tile
    int* item = nullptr;         ///< (places): which item is at a place, -1 for none
    int places = 0;              ///< at least mostExpertPlaces()
    ExpertTile* tile = nullptr;  ///< (tiles)
    int tiles = 0;               ///< at least mostExpertTiles()
    bool operator==(const ExpertOrderView&) const = default;
};
constexpr int mostExpertTiles(int items, int experts, int tileItems) {
    return items / tileItems + (experts < items ? experts : items);
}
constexpr int mostExpertPlaces(int items, int experts) {
    return items + (expertAlignment - 1) * (experts < items ? experts : items);
}
void launchExpertOrder(const ExpertOrderView& view, StreamHandle stream);

/// out (=|+=) scale * the sum of a row's units, each times its weight and its expert's scale.
struct ExpertSumView {
    Rows in;  ///< an item a row
    Rows out;
    int rows = 0, units = 0;
    const int* expert = nullptr;         ///< (rows, units)
    const float* unitWeight = nullptr;   ///< (rows, units)
    const float* expertScale = nullptr;  ///< (experts), nullptr: ones
    float scale = 1;
    bool accumulate = false;
    bool operator==(const ExpertSumView&) const = default;
};
void launchExpertSum(const ExpertSumView& view, StreamHandle stream);

/// Division of a product of many rows among blocks of threads. Its results do not depend on it.
struct TilePlan {
    int columns = 0;  ///< batch rows of a tile: 16, 32, 64 or 128
    int splits = 1;   ///< blocks that share a tile, each with as many runs of its columns; divides columnRuns
    size_t partialFloats = 0, counters = 0;  ///< scratch that they need
    bool operator==(const TilePlan&) const = default;
};

/// Numbers about 32 quantised activations: their scale, their sum, and their sum over the first half.
constexpr int activationPlanes = 3;

/// out (=|+=) scale * act(W · norm(in) + b), for `units` inputs a row, each with its own expert where there
/// are several.
struct LinearView {
    Rows in, out;
    int64_t inUnit = 0, outUnit = 0;  ///< floats from one unit of a row to the next
    int rows = 0, units = 1;
    const int* rowMap = nullptr;  ///< which input row; nullptr: the same
    const int* expert = nullptr;  ///< (rows, units): which expert; nullptr with expertIsUnit: the unit itself
    bool expertIsUnit = false;
    /// (experts): slot of an expert's weights among those that are on the GPU; below zero: not there, and
    /// nothing is computed for it. nullptr: each at its own number. Biases and scales are there for all.
    const int* slot = nullptr;
    NormView norm;
    static constexpr int mostParts = 4;
    LinearPartView parts[mostParts];
    int partCount = 0;
    ActivationCode activation = ActivationCode::None;
    bool gated = false;  ///< parts are gate and up
    float limit = 0;     ///< of act(gate) and up, see ExpertsArgs
    float scale = 1, softCap = 0;
    bool accumulate = false;
    // Down projections of experts: a row's units are weighted and added up instead of written side by side.
    const float* unitWeight = nullptr;   ///< (rows, units)
    const float* expertScale = nullptr;  ///< (experts)
    bool sumsPlainly = false;            ///< units are added up with weights of 1
    /// (rows, units): what gate and up are multiplied with before their biases; null: ones.
    const float* inputWeight = nullptr;
    int multiprocessors = 1;
    uint64_t sharedLimit = 0;
    // Scratch for quantised activations of many rows: (rows, kBlocks * 32), and (activationPlanes, kBlocks,
    // rows up to a multiple of 4); null: none.
    int8_t* codes = nullptr;
    float* planes = nullptr;
    // The same for weights that are floats of 16 or 8 bits: (rows, kBlocks, halfBlock) and (rows).
    uint16_t* halves = nullptr;
    float* halfScale = nullptr;
    TilePlan plan;  ///< of products of many rows
    // Items (units of rows) brought together by their expert, see ExpertOrderView; rows is then the number of
    // places, and unitWeight is none. null: none.
    const int* order = nullptr;
    const ExpertTile* expertTiles = nullptr;
    int expertTileCount = 0;
    // Scratch where tiles are shared: sums (tiles, columnRuns, 128, columns), and counters (tiles), zero
    // between launches.
    float* partial = nullptr;
    unsigned* arrived = nullptr;
    RouterView router;  ///< experts 0: none; else the results are its logits, and no tile kernel is used
    /// heads 0: none. Otherwise parts are q, k, v (and more), and the block that finishes a head does with it
    /// what launchKvWrite() does. Fits joinsHeads().
    KvWriteView kv;
    unsigned* kvArrived = nullptr;  ///< (rows, heads of q, k and v), zero between launches
    bool operator==(const LinearView&) const = default;
};
/// Chooses a kernel by the number of rows; the results are the same to the bit.
void launchLinear(const LinearView& view, StreamHandle stream);
/// True if `kv` can be part of the launch that computes its q, k and v.
bool joinsHeads(const LinearView& view, const KvWriteView& kv);
/// The plans of launchLinearTile() and launchHalfTile(), which take a view with its plan and scratch.
TilePlan planLinearTile(const LinearView& view);
TilePlan planHalfTile(const LinearView& view);
/// The most columns that their tiles may have.
int widestLinearTile(const LinearView& view);
int widestHalfTile(const LinearView& view);
void launchLinearTile(const LinearView& view, StreamHandle stream);
void launchHalfTile(const LinearView& view, StreamHandle stream);
/// Numbers that hold 32 activations as f16: their heads, then what the heads leave.
constexpr int halfBlock = 64;
constexpr int leastTileColumns = 16;  ///< of a product of many rows
constexpr int vectorRows = 2;         ///< more rows than this go to the tensor cores

struct EmbedView {
    WeightView table;
    BatchView batch;
    float scale = 1;
    Rows out;
    bool operator==(const EmbedView&) const = default;
};
void launchEmbed(const EmbedView& view, StreamHandle stream);

/// Rows of `out` (=|+=) rows of values, see PlaceRowsArgs. Between two steps of a graph: what is given is
/// another one each time.
struct PlaceRowsView {
    const int* row = nullptr;       ///< (rows)
    const float* values = nullptr;  ///< (rows, out.columns)
    int rows = 0;
    bool accumulate = false;
    Rows out;
};
void launchPlaceRows(const PlaceRowsView& view, StreamHandle stream);

/// out (=|+=) the sum of the parts, in their order; rows of `columns` at `stride`.
struct AddPartsView {
    static constexpr int mostParts = 8;
    const float* parts[mostParts] = {};  ///< of other devices, too, where there are ways to them
    int count = 0, rows = 0;
    int64_t stride = 0;  ///< of each part
    Rows out;
    bool accumulate = false;
};
void launchAddParts(const AddPartsView& view, StreamHandle stream);

/// out (=|+=) scale * norm(in), each run of groupColumns on its own.
struct RowNormView {
    Rows in, out;
    NormView norm;
    int groupColumns = 0, rows = 0;
    float scale = 1;
    bool accumulate = false;
    bool operator==(const RowNormView&) const = default;
};
void launchNorm(const RowNormView& view, StreamHandle stream);

/// See XieluNumbers.
struct XieluView {
    float positive = 0, negative = 0, beta = 0, epsilon = 0;
    bool operator==(const XieluView&) const = default;
};

/// out (=|+=) scale * act(a) * b. b.data null: ones; b.columns 1: one factor a row.
struct MultiplyView {
    Rows a, b, out;
    ActivationCode activation = ActivationCode::None;
    float scale = 1;
    float lowest = 0, highest = 0;  ///< range of products that are not accumulated
    int run = 1;                    ///< columns of `b` and `out` for each of `a`
    XieluView xielu;
    bool accumulate = false;
    int rows = 0;
    bool operator==(const MultiplyView&) const = default;
};
void launchMultiply(const MultiplyView& view, StreamHandle stream);

/// Copies `count` columns of each head after the head's output.
struct HeadTailView {
    Rows in, out;
    int64_t inStride = 0, outStride = 0;
    int inFirst = 0, outFirst = 0, heads = 0, count = 0, rows = 0;
    bool operator==(const HeadTailView&) const = default;
};
void launchHeadTail(const HeadTailView& view, StreamHandle stream);

/// A convolution of each column over its sequence's rows, see ConvolutionArgs.
struct ConvolutionView {
    Rows in, out;
    const float* kernel = nullptr;  ///< (columns, taps)
    const float* bias = nullptr;
    ActivationCode activation = ActivationCode::None;
    int taps = 0;
    float* state = nullptr;  ///< of slot 0
    int64_t slotFloats = 0;
    BatchView batch;
    bool operator==(const ConvolutionView&) const = default;
};
constexpr int maxConvolutionTaps = 8;
void launchConvolution(const ConvolutionView& view, StreamHandle stream);

/// Rows through the matrices of a recurrent layer, see RecurrenceArgs.
struct RecurrenceView {
    Rows q, k, v, rate, strength, out;
    int heads = 0, keyHeads = 0, keyDim = 0, valueDim = 0;
    bool tiledHeads = false, corrects = false, scans = false;
    int rates = 1;  ///< of a head: one, or keyDim
    float strengthScale = 1, lowestLog = 0;
    const float* rateBias = nullptr;
    const float* decay = nullptr;
    const float* skip = nullptr;
    float* state = nullptr;  ///< of slot 0
    int64_t slotFloats = 0;
    BatchView batch;
    bool operator==(const RecurrenceView&) const = default;
};
constexpr int maxRecurrenceKeyDim = 320;  ///< what fits into shared memory everywhere
void launchRecurrence(const RecurrenceView& view, StreamHandle stream);

/// The search in one row of logits (backend/best_logits.h).
struct LogitsRequest {
    int columns = 0;
    int firstPenalty = 0, penalties = 0;
    float repeatPenalty = 1;
};
struct LogitPenalty {
    int token = 0;
    float subtracted = 0;
};
struct BestLogit {
    int token = -1;
    float logit = 0, plain = 0;
};
/// Of a chunk or a row: the largest with and without penalties, and the sums of exp(logit - largest).
struct LogitsSums {
    float largest = 0, total = 0, plainLargest = 0, plainTotal = 0;
    float finite = 0;  ///< an integer
};
struct BestLogitsView {
    Rows logits;
    int rows = 0, chunks = 0, count = 0;
    const LogitsRequest* requests = nullptr;  ///< (rows)
    const LogitPenalty* penalties = nullptr;
    uint64_t* keys = nullptr;      ///< scratch (rows, chunks, count)
    LogitsSums* sums = nullptr;    ///< scratch (rows, chunks)
    BestLogit* best = nullptr;     ///< (rows, count), token -1 after the last
    LogitsSums* totals = nullptr;  ///< (rows)
    bool operator==(const BestLogitsView&) const = default;
};
void launchBestLogits(const BestLogitsView& view, StreamHandle stream);
constexpr int bestLogitsChunk = 2048;  ///< of a row, for one block of threads

/// After the keys of a batch were written into residual blocks: completes the first of a sequence with what
/// it held before, rounds those that are full, and keeps the last where it is not.
struct CloseKeysView {
    KvLayerView layer;
    BatchView batch;
    bool operator==(const CloseKeysView&) const = default;
};
void launchCloseKeys(const CloseKeysView& view, StreamHandle stream);

/// Norms and rotation of queries (in place) and keys; keys and values into the cache.
void launchKvWrite(const KvWriteView& view, StreamHandle stream);

/// Rotates keys in the cache further, by `shift` positions.
constexpr int keyRotationBlocks = 64;  ///< in one launch
struct KeyRotationView {
    KvWriteView rope;  ///< of it the rotation, with magnitude 1, and the layer
    int shift = 0, positions = 0;
    int residualBlock =
        -1;  ///< where those behind the last whole block are, if keys are rounded by the block
    int blocks[keyRotationBlocks] = {};
};
void launchKeyRotation(const KeyRotationView& view, StreamHandle stream);

struct AttentionView {
    Rows q, out;
    int heads = 0, valueDim = 0;
    float scale = 1, softCap = 0;
    int window = 0;
    bool chunked = false;  ///< see AttentionArgs
    bool bothSides =
        false;  ///< rows see what follows them too, see AttentionArgs; keys need no residual blocks
    bool seesUnits = false;  ///< rows see what follows them of their unit; the batch has some
    bool wholeUnits = true;  ///< and all before them, whatever the window is, see UnitSight
    const float* sinks = nullptr;
    KvLayerView layer;
    int splits = 1;  ///< an upper bound for every row
    // Scratch: partial results (rows, heads, splits, valueDim + 2) and counters (rows, heads), zero between
    // launches.
    float* partial = nullptr;
    unsigned* counters = nullptr;
    BatchView batch;
    bool prefill = false;  ///< the rows in BatchView::tileRow, else those in decodeRow
    bool operator==(const AttentionView&) const = default;
};
/// Positions that one block of threads reads; a constant, so that a row's result does not depend on its
/// neighbours.
constexpr int splitPositions = 256;
void launchAttentionDecode(const AttentionView& view, StreamHandle stream);
/// Sequences with more rows than this in a batch go to the tensor cores; their own number decides, not the
/// batch's.
constexpr int decodeRowsOfSequence = 8;
constexpr int prefillTileRows = 64;
bool attentionPrefillFits(const AttentionView& view, uint64_t sharedLimit);
void launchAttentionPrefill(const AttentionView& view, StreamHandle stream);
}  // namespace hearth::cuda
