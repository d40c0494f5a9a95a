#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/backend_errors.h"
#include "backend/best_logits.h"
#include "hearth/block_type.h"
#include "hearth/device_description.h"
#include "hearth/error.h"
#include "hearth/expert_traffic.h"
#include "hearth/kv_type.h"
#include "hearth/row_positions.h"
#include "hearth/tokenizer.h"
#include "hearth/weight_id.h"

/// Operations that a device must provide so that the one forward pass (engine/model) runs on it: a small set
/// of fused operations on device memory, not a tensor library. backend/reference implements each as plain
/// loops over float32; tests compare the other backends with it. backend/cpu and backend/cuda are the fast
/// implementations.
///
/// All activations are float32, row-major, one row per batch row. Operations of one backend run in the order
/// of the calls; they may be asynchronous, so only download() and synchronize() promise that results are
/// there. One thread calls at a time. Failures throw Error(OutOfMemory | Device | Unsupported).
namespace hearth {

/// A matrix or vector as stored in a file, read on demand while it is uploaded.
struct WeightSource {
    std::string name;  ///< as its file calls it, for messages
    BlockType type = BlockType::F32;
    uint64_t columns = 0;  ///< length of a row: the input dimension
    uint64_t rows = 1;     ///< the output dimension; 1 for vectors
    uint64_t experts = 1;  ///< matrices stacked one after the other
    /// Reads out.size() stored bytes from byteOffset; rows follow each other without gaps.
    std::function<void(uint64_t byteOffset, std::span<std::byte> out)> read;
    WeightId id = {};  ///< what it is for: where it is placed, and how it is laid out
};

/// A matrix on a device, repacked into the layout its kernels want. The file is not needed afterwards.
class Weight {
public:
    virtual ~Weight() = default;
    uint64_t columns = 0, rows = 0, experts = 1;
    BlockType type = BlockType::F32;  ///< as stored in the file
    uint64_t sizeBytes = 0;           ///< on the device
    uint64_t hostBytes = 0;           ///< of all experts, where they live in host memory
};

/// Activations on a device, shape (rows, columns), float32.
class Buffer {
public:
    virtual ~Buffer() = default;
    uint64_t rows = 0, columns = 0;
};

/// Some columns of a buffer: shape (batch rows, columns).
struct Slice {
    Buffer* buffer = nullptr;
    uint64_t firstColumn = 0;
    uint64_t columns = 0;
};

/// Which rows of the batch an operation works on. LogitRows packs the rows that want logits to the front of
/// its output.
enum class RowSet { All, LogitRows };

/// Shape of one layer's part of the KV cache.
struct KvLayerShape {
    uint32_t kvHeads = 0;
    uint32_t keyDim = 0;    ///< per head
    uint32_t valueDim = 0;  ///< per head; 0: values are the first columns of the keys (MLA's compressed KV)
    uint32_t group =
        0;  ///< which block table of a sequence it uses (0: full attention; others: sliding windows)
};

/// Number of blocks that each group of layers has: one number for all groups, or one per group.
class GroupBlocks {
public:
    GroupBlocks(uint32_t everywhere) : m_blocks{everywhere} {}  // NOLINT(google-explicit-constructor)
    explicit GroupBlocks(std::vector<uint32_t> byGroup) : m_blocks(std::move(byGroup)) {}
    uint32_t operator[](size_t group) const {
        return m_blocks.size() == 1 ? m_blocks.front() : m_blocks.at(group);
    }

private:
    std::vector<uint32_t> m_blocks;
};

/// Device memory for the blocks of the KV cache. The numbers of blocks come from cache/; this only stores.
/// Copies, saves and loads follow the operations that its backend got before; saving waits for them.
///
/// Keys of types that keep residual blocks (KvTypes::keepsResidualBlocks()) are rounded when the last
/// position of their block is written. Until then they are in an residual block, in float16: one for each
/// sequence, of all layers, which holds the positions of the block that the sequence's last row lies in. A
/// row reads the keys of its own block in float16 and those of all blocks before it as they were rounded,
/// whatever rows are in its batch.
class PagedKvCache {
public:
    virtual ~PagedKvCache() = default;
    static constexpr uint32_t blockPositions = 32;
    /// Number of residual blocks of a store with this many blocks: one for each 1,024 positions, 2 to 16.
    static constexpr uint32_t residualBlocksFor(uint32_t blocks) noexcept {
        return blocks < 2 * 32 ? 2 : blocks > 16 * 32 ? 16 : blocks / 32;
    }
    std::vector<KvLayerShape> layers;
    KvTypes types = KvType::F16;
    GroupBlocks blocks = 0;
    uint64_t sizeBytes = 0;  ///< of all blocks, whether their memory is taken already or not

    /// Takes the memory of the blocks below `count` of a group, as far as it is not taken yet; to be called
    /// before they are written to. False: the machine has too little left, and nothing has changed.
    virtual bool commit(uint32_t group, uint32_t count) {
        (void)group, (void)count;
        return true;
    }
    /// The same for all blocks. Throws Error(OutOfMemory).
    void commitAll() {
        for (const KvLayerShape& layer : layers)
            if (!commit(layer.group, blocks[layer.group]))
                throw Error(errors::notEnoughMemory, {sizeBytes >> 20U});
    }
    /// Gives back the memory of the blocks from `count` on, as far as the store can; what they held is lost.
    /// To be called between two passes.
    virtual void shrink(uint32_t group, uint32_t count) { (void)group, (void)count; }
    /// Of sizeBytes, what is taken.
    virtual uint64_t committedBytes() const { return sizeBytes; }

    /// Copies the first `positions` positions of a block, all layers of its group (a branch inside a block).
    /// Keys that were rounded with the whole block are worth something only with all positions.
    virtual void copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) = 0;
    /// Size of one block over the layers of a group, and its bytes to and from the host (RAM and disk tiers);
    /// a store may lay them out as it likes.
    virtual uint64_t blockBytes(uint32_t group) const = 0;
    virtual void saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const = 0;
    virtual void loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) = 0;
    /// Copies a residual block, all layers. The store's types keep some.
    virtual void copyResidualBlock(int32_t from, int32_t to) = 0;
    /// Bytes of a residual block, all layers, and these bytes to and from the host. 0 where the store keeps
    /// none.
    virtual uint64_t residualBlockBytes() const = 0;
    virtual void saveResidualBlock(int32_t number, std::span<std::byte> out) const = 0;
    virtual void loadResidualBlock(int32_t number, std::span<const std::byte> in) = 0;
};

/// Per-sequence recurrent state of hybrid models (convolution tails, state-space or delta-net matrices):
/// numbered slots of float32, shape (slots, layers, floatsPerLayer). Zero when reset.
class StateStore {
public:
    virtual ~StateStore() = default;
    std::vector<uint64_t> floatsPerLayer;
    uint32_t slotCount = 0;
    /// Bytes of one slot in all layers.
    uint64_t slotBytes() const noexcept {
        uint64_t floats = 0;
        for (const uint64_t count : floatsPerLayer) floats += count;
        return floats * sizeof(float);
    }

    virtual void copy(int32_t from, int32_t to) = 0;
    virtual void reset(int32_t slot) = 0;
    /// The slotBytes() of a slot to and from the host; a store may lay them out as it likes.
    virtual void save(int32_t slot, std::span<std::byte> out) const = 0;
    virtual void load(int32_t slot, std::span<const std::byte> in) = 0;
};

/// One row of a forward pass. Its slot and its positions are two things: the rows of a picture take a slot
/// each and together fewer positions.
struct BatchRow {
    uint32_t sequence = 0;  ///< index into Batch::sequences
    /// Of its keys and values in the cache of the sequence, from 0. Causal order and windows count slots.
    int32_t slot = 0;
    TokenId token = 0;
    bool wantLogits = false;
    uint32_t type = 0;  ///< of models with token types: 1 for the second text of a pair
    /// Recurrent models only: another slot that gets the state after this row; -1: none.
    int32_t keptState = -1;
    /// Difference between its positions and its slot; 0 as long as the sequence has no picture.
    RowPositions offset = {};
    /// Rows of its unit before and after it in this batch: rows of one span that see each other both ways
    /// (AttentionArgs::units).
    uint32_t unitBefore = 0, unitBehind = 0;
    /// In place of the embedding of its token, as of a picture: shape (1 + n, embedding), of which the first
    /// goes into the layers, and each of the others is added to what comes out of one of them, beginning with
    /// layer 0 (deepstack, Meng et al. 2024). Empty: it is that of the token. Read by ForwardPass alone,
    /// whose caller keeps it for as long as the pass takes.
    std::span<const float> given = {};

    /// Positions for rotation, learned positions and the temperature by position.
    constexpr RowPositions positions() const noexcept { return offset.plus(slot); }
};

/// The cache and the states of one sequence of a forward pass.
struct BatchSequence {
    /// Block numbers by group, shape (groups)(blocks): slot s of the sequence is in entry s / 32, at s % 32.
    /// Entries before a window may be -1; they are not read.
    std::vector<std::vector<int32_t>> blockTables;
    int32_t stateSlot = -1;     ///< recurrent models only
    int32_t residualBlock = 0;  ///< only where the store's types keep residual blocks
};

/// The phase that rows belong to: prefill, which has many rows and needs throughput, or decode, which has few
/// rows and should read memory once. Kernels may round differently for the two. A backend therefore chooses
/// kernels by the kind and the slot of a row, never by the number of rows: what a row writes to the cache
/// depends only on the tokens and kinds up to it.
enum class RowKind : uint8_t { Prefill, Decode };

/// The rows of one sequence follow each other with rising slots. Any mixture of prefill chunks, single
/// decode rows and scoring rows is one batch.
struct Batch {
    std::vector<BatchRow> rows;
    std::vector<BatchSequence> sequences;
    RowKind kind = RowKind::Prefill;  ///< of all rows
};

enum class NormKind { None, Rms, Layer, UnitLength };

/// y = x / rms(x) * weight (Zhang & Sennrich 2019), or layer normalisation with bias (Ba et al. 2016), or
/// x / |x|; None only multiplies by the weight and adds the bias.
/// GGUF already stores the weights of (1 + w) families with the 1 added.
struct Norm {
    NormKind kind = NormKind::None;
    const Weight* weight = nullptr;  ///< (columns), or nullptr for all ones
    const Weight* bias = nullptr;
    float epsilon = 1e-5F;
};

enum class Activation {
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

/// Numbers of Activation::Xielu (Huang and Schlag 2024), which only multiply() applies: above 0
/// positive x² + beta x, else negative (exp(min(x, epsilon)) - 1 - x) + beta x.
struct XieluNumbers {
    float positive = 0, negative = 0, beta = 0, epsilon = 0;
    bool operator==(const XieluNumbers&) const = default;
};

/// Matrices that one linear operation takes at most.
constexpr size_t mostLinearParts = 4;

/// One matrix of a linear operation.
struct LinearPart {
    const Weight* weight = nullptr;  ///< (rows out, columns in)
    const Weight* bias = nullptr;    ///< (rows out) or nullptr
};

/// out (=|+=) scale * act(W · norm(in) + b). Several parts share one normalisation and one quantisation of
/// the input and write side by side: q, k, v; at most mostLinearParts, else Error(BadInput). With `gated`,
/// parts are {gate, up} and out = act(gate) * up.
struct LinearArgs {
    Slice in;
    Norm norm;
    std::vector<LinearPart> parts;
    Activation activation = Activation::None;
    bool gated = false;
    float scale = 1.0F;
    bool accumulate = false;  ///< += (residual) instead of =
    float softCap = 0.0F;     ///< 0: off; else out = cap * tanh(out / cap) (logits of gemma2)
    Slice out;
    RowSet rows = RowSet::All;  ///< LogitRows: reads those rows of `in`, writes packed rows
};

enum class RopePairing { None, Interleaved, Halves };

/// Which rotated pairs turn by which of a row's positions (M-RoPE): each section is a number of pairs. All 0:
/// every pair turns by time.
struct RopeSections {
    uint32_t time = 0, height = 0, width = 0;
    /// Sections alternate instead of following each other: of three pairs the first turns by time, the second
    /// by height and the third by width, until the latter two have as many as they should; the rest turn by
    /// time (Qwen3-VL 2025).
    bool interleaved = false;

    constexpr bool any() const noexcept { return (time | height | width) != 0; }
    /// The position that a pair turns by.
    constexpr int32_t RowPositions::*positionOf(uint32_t pair) const noexcept {
        if (!any()) return &RowPositions::time;
        if (interleaved)
            return pair % 3 == 1 && pair < 3 * height  ? &RowPositions::height
                   : pair % 3 == 2 && pair < 3 * width ? &RowPositions::width
                                                       : &RowPositions::time;
        return pair < time            ? &RowPositions::time
               : pair < time + height ? &RowPositions::height
                                      : &RowPositions::width;
    }
    bool operator==(const RopeSections&) const = default;
};

/// Rotary position embedding (Su et al. 2021). Every frequency scaling (linear, YaRN, llama3, LongRoPE, ...)
/// is folded into the table when the model is loaded.
struct Rope {
    RopePairing pairing = RopePairing::None;
    uint32_t dims = 0;                         ///< rotated columns of each head
    uint32_t firstDim = 0;                     ///< where they start in the head (MLA rotates the tail)
    const Weight* inverseFrequency = nullptr;  ///< (dims / 2), radians a position
    float magnitude = 1.0F;                    ///< multiplies cos and sin (YaRN's mscale)
    RopeSections sections = {};
};

/// Normalises and rotates queries in place and keys on their way into the cache, and writes keys and values.
struct KvWriteArgs {
    /// (rows, heads * dim); v.columns 0 with MLA; k.columns 0: the layer reads another's cache.
    Slice q, k, v;
    uint32_t heads = 0;
    /// Over the whole slice when the weight has as many columns as it; else, or without a weight, per head.
    Norm qNorm, kNorm, vNorm;
    Rope rope;
    float queryScale = 1.0F;  ///< multiplies q after everything else
    /// q *= 1 + beta * ln(1 + floor((time + temperatureOffset) / temperatureLength)) when not 0.
    float temperatureBeta = 0.0F;
    uint32_t temperatureLength = 0, temperatureOffset = 0;
    PagedKvCache* store = nullptr;
    uint32_t layer = 0;  ///< of the store
};

/// Turns keys that are cached by `shift` more in each position, as if they had been written so much later
/// (below zero: earlier): rotations add up. Values stay.
struct RotateKeysArgs {
    PagedKvCache* store = nullptr;
    uint32_t layer = 0;  ///< of the store
    Rope rope;           ///< as they were written; its magnitude is in them already
    int32_t shift = 0;
    std::span<const int32_t> blocks;  ///< that hold them, none twice
    size_t positions = 0;             ///< of these blocks: all, but of the last one perhaps fewer
    /// Only where keys are rounded per block. Whole blocks are converted to float16, rotated, and rounded
    /// again. The keys of a last block that is not full are in this residual block, which is not needed
    /// otherwise.
    int32_t residualBlock = -1;
};

/// Cached keys as they are stored, for people to look at: of whole blocks, in their order.
struct ReadKeysArgs {
    PagedKvCache* store = nullptr;
    uint32_t layer = 0;               ///< of the store
    std::span<const int32_t> blocks;  ///< at least one
    /// Only where keys are rounded per block: the last of `blocks` is read from this residual block, as rows
    /// in it read it. -1: all are read as they were rounded.
    int32_t residualBlock = -1;
    /// Shape (blocks, 32, kvHeads, keyDim). Values after the last position that was written are undefined.
    std::span<float> out;
};

/// Visibility within a unit (BatchRow::unitBefore) for its rows.
enum class UnitSight : uint8_t {
    Causal,  ///< as all other rows
    Ahead,   ///< also the rows after it, while the window limits those before it
    Whole,   ///< all rows of the unit, whatever the window is
};

/// Softmax attention of every row over its sequence's cache (the row itself was written before): causal, or
/// over all that the sequence has up to its last row in this batch.
struct AttentionArgs {
    Slice q;  ///< (rows, heads * keyDim)
    uint32_t heads = 0;
    PagedKvCache* store = nullptr;
    uint32_t layer = 0;
    float scale = 1.0F;    ///< of the scores
    float softCap = 0.0F;  ///< cap * tanh(score / cap) before the mask; 0: off
    /// Only the last `window` slots, itself included; 0: all. Slots and not positions, also where these are
    /// three: the families' own masks (transformers, masking_utils) count rows of the cache. llama.cpp counts
    /// the time of M-RoPE instead, by which a window of its would reach further across a picture.
    uint32_t window = 0;
    /// Slots are in chunks of `window`, and a row sees those of its own chunk up to itself (Llama 4). Not
    /// together with `bidirectional`.
    bool chunked = false;
    /// Rows see what follows them as well as what is before them, with a window less than `window` slots
    /// away on either side. The store's types keep no residual blocks, else Error(Unsupported).
    bool bidirectional = false;
    /// If keys are rounded per block, a row reads the blocks of its unit after its own as float16, like its
    /// own block.
    UnitSight units = UnitSight::Whole;
    const Weight* sinks = nullptr;  ///< (heads): a logit that joins the softmax and takes no value (gpt-oss)
    Slice out;                      ///< (rows, heads * valueDim)

    /// The first slot that a row sees, units aside.
    constexpr int32_t firstVisible(int32_t slot) const noexcept {
        const auto reach = static_cast<int32_t>(window);
        if (reach == 0) return 0;
        return chunked ? slot - slot % reach : std::max(0, slot - reach + 1);
    }
};

enum class RouterKind { Softmax, SoftmaxAfterTopK, Sigmoid };

/// Mixture of experts: out += scale * sum over the chosen experts of weight_e * down_e(act(gate_e(x)) *
/// up_e(x)), x = norm(in), chosen by the router's scores.
struct ExpertsArgs {
    Slice in;
    Norm norm;
    /// Input of the router instead of norm(in), of its own width; no buffer: norm(in).
    Slice routerIn;
    const Weight* router = nullptr;      ///< (experts, columns)
    const Weight* routerBias = nullptr;  ///< (experts), added to the logits
    const Weight* selectionBias =
        nullptr;  ///< (experts), added to the scores for choosing only (DeepSeek-V3)
    RouterKind kind = RouterKind::Softmax;
    bool normalizeWeights = false;        ///< chosen weights sum to one
    uint32_t used = 0;                    ///< experts a row
    uint32_t groups = 1, usedGroups = 1;  ///< group-limited choice
    /// Stacked over experts. up.weight null: gate holds gate and up, one after the other; gate.weight null:
    /// there is no gate, down_e(act(up_e(x))).
    LinearPart gate, up, down;
    Activation activation = Activation::Silu;
    const Weight* expertScale = nullptr;  ///< (experts): multiplies each expert's output; nullptr: ones
    /// act(gate) is limited to this from above and up to both sides; 0: not (Step 3.5). Not with SwigluOai.
    float limit = 0.0F;
    /// Weights multiply the inputs of gate and up instead of the outputs of down (Llama 4).
    bool weighsInputs = false;
    float scale = 1.0F;
    bool accumulate = true;
    Slice out;
};

/// Each head on its own: out[h] = W[h] · in[h], W stacked over heads as experts are (the absorbed projections
/// of multi-head latent attention, DeepSeek-V2 2024). Head h reads columns h * inStride + [0, W.columns) of
/// `in` and writes h * outStride + [0, W.rows) of `out`; the `tail` columns that follow in `in` are copied
/// behind.
struct HeadLinearArgs {
    Slice in;
    uint64_t inStride = 0;
    const Weight* weight = nullptr;
    uint64_t tail = 0;
    Slice out;
    uint64_t outStride = 0;
};

/// out (=|+=) scale * norm(in): the second norm of families that normalise a branch before adding it.
struct NormArgs {
    Slice in;
    Norm norm;
    uint64_t groupColumns = 0;  ///< normalise runs of this many columns each, with one weight; 0: all at once
    float scale = 1.0F;
    bool accumulate = false;
    Slice out;
};

/// Range that values are clamped to; all values by default.
struct ValueLimits {
    float lowest = -std::numeric_limits<float>::infinity();
    float highest = std::numeric_limits<float>::infinity();

    constexpr bool any() const noexcept {
        return lowest > -std::numeric_limits<float>::infinity() ||
               highest < std::numeric_limits<float>::infinity();
    }
    constexpr float clamped(float value) const noexcept { return std::clamp(value, lowest, highest); }
};

/// out (=|+=) scale * act(a) * b, element by element (b.buffer nullptr: scale * act(a)): gates outside gated
/// linears. A `b` of fewer columns, which divide those of `a`, multiplies runs of them: one column every
/// column of its row, a column a head every column of the head; and each number of an `a` with fewer columns
/// than `b` multiplies a run of those, as one head's gate does. Products are clamped to `limits`, but for
/// those that are accumulated.
struct MultiplyArgs {
    Slice a, b;
    Activation activation = Activation::None;
    float scale = 1.0F;
    bool accumulate = false;
    Slice out;
    ValueLimits limits = {};
    XieluNumbers xielu = {};

    /// Number of columns of `b` for each of `a`.
    constexpr uint64_t run() const noexcept {
        return b.buffer != nullptr && b.columns > a.columns ? b.columns / a.columns : 1;
    }
};

/// Numbers that the host gives for some rows of the batch: instead of what is there, or added to it.
struct PlaceRowsArgs {
    std::span<const uint32_t> rows;  ///< of the batch, none twice
    std::span<const float> values;   ///< shape (rows.size(), out.columns); not needed after the call
    bool accumulate = false;
    Slice out;
};

/// Causal convolution of each column on its own over the rows of its sequence: out[t] = act(sum over j of
/// kernel[column][j] * in[t - taps + 1 + j]). The taps - 1 inputs before the batch come from the sequence's
/// state, shape (taps - 1, columns), oldest first, and the last ones of the batch stay there. `in` and `out`
/// do not overlap.
struct ConvolutionArgs {
    Slice in;
    const Weight* kernel = nullptr;  ///< (columns * taps): a vector, the taps of a column together
    const Weight* bias = nullptr;    ///< (columns) or nullptr
    Activation activation = Activation::None;
    StateStore* states = nullptr;
    uint32_t layer = 0;       ///< of the store
    uint64_t firstFloat = 0;  ///< position of the inputs in the layer's state
    Slice out;
};

/// A layer that remembers in a matrix a head, shape (keyDim, valueDim), instead of a cache. Every row makes
/// it fade, writes to it and reads from it:
///   step = softplus(rate + rateBias), M *= exp(decay * step),
///   M += k ⊗ strength * (v - Mᵀk), out = Mᵀq + skip * v.
/// With `corrects` this is the gated delta rule (Yang, Kautz and Hatamizadeh 2025); without it Mᵀk is left
/// out and it is the state space of Mamba-2 (Dao and Gu 2024), whose v, k and q are called x, B and C. With a
/// rate for each row of the matrix, each row fades on its own (Kimi Delta Attention, Kimi Linear 2025), by
/// exp(lowestLog * sigmoid(-decay * (rate + rateBias))) if there is a lowestLog.
/// With a rate for each column of a single head and without `corrects`, each element has a decay of its own
/// and each column a step and a skip: the selective scan of Mamba (Gu and Dao 2023).
struct RecurrenceArgs {
    Slice q, k;      ///< (rows, keyHeads * keyDim)
    Slice v;         ///< (rows, heads * valueDim)
    Slice rate;      ///< (rows, heads), or (rows, heads * keyDim) with `corrects`, or (rows, valueDim)
    Slice strength;  ///< (rows, heads), through a sigmoid; no buffer: the step
    float strengthScale = 1.0F;  ///< multiplies that
    uint32_t heads = 0, keyHeads = 0;
    /// Head h reads key head h % keyHeads; else h / (heads / keyHeads).
    bool tiledHeads = false;
    bool corrects = false;
    const Weight* rateBias = nullptr;  ///< as many as rates of a row, or nullptr
    const Weight* decay = nullptr;     ///< (heads), or (keyDim * valueDim) of a scan; not above zero
    float lowestLog = 0.0F;            ///< of what a row of the matrix keeps; 0: none
    const Weight* skip = nullptr;      ///< (heads), or (valueDim) of a scan, or nullptr
    StateStore* states = nullptr;
    uint32_t layer = 0;       ///< of the store
    uint64_t firstFloat = 0;  ///< position of the matrices in the layer's state
    Slice out;                ///< (rows, heads * valueDim); shares no columns with the others

    /// True for the selective scan.
    bool scans() const noexcept { return !corrects && rate.columns != heads; }
};

/// Kind, devices and memory of a backend, for people.
struct BackendInfo {
    std::string kind;  ///< the name of its BackendKind: "cpu"
    DeviceDescription device;
    uint64_t memoryBytes = 0;
    uint64_t freeBytes = 0;
    /// A PagedKvCache takes memory as commit() asks for it; false: all of it when it is made.
    bool growsCaches = true;
    /// Hundreds of rows take hardly longer than one: parts of prompts need not be short for progress.
    bool wideBatches = false;
};

/// Throws Error(Unsupported) for an operation that the backend of this kind lacks.
[[noreturn]] inline void throwUnsupported(const std::string& kind, const char* what) {
    throw Error(ErrorCode::Unsupported, "The " + kind + " backend does not support " + what +
                                            " yet; choose another backend for this model.");
}

class Backend {
public:
    /// In batches of at most this many rows of replies each row has the bits that it has alone. So tokens can
    /// be verified together that would otherwise be generated one by one.
    static constexpr uint32_t fewRows = 8;

    virtual ~Backend() = default;

    /// In batches of at most this many decode rows each row has the bits that it has alone, whatever the
    /// others are.
    virtual uint32_t alikeRows() const { return fewRows; }
    /// True if another batch may be begun and completed between two operations of a batch, which then
    /// continues after another beginBatch() with it.
    virtual bool canPause() const { return false; }

    virtual BackendInfo info() const = 0;
    /// From now on, keeps the experts of each mixture with more than `onDevice` experts in a layer in host
    /// memory. The device then has room for `onDevice` experts of each layer, and uploadBytes() counts only
    /// those. Results do not change. 0: all experts are on the device, as initially. False: this backend does
    /// not support it.
    virtual bool hostExperts(uint32_t onDevice) { return onDevice == 0; }
    /// Statistics of the experts in host memory. Any thread.
    virtual ExpertTraffic expertTraffic() const { return {}; }
    /// Bytes that upload() would take, without reading anything (for memory plans).
    virtual uint64_t uploadBytes(const WeightSource& source) const = 0;
    virtual std::unique_ptr<Weight> upload(const WeightSource& source) = 0;
    virtual std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) = 0;
    virtual std::unique_ptr<PagedKvCache> makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                           const GroupBlocks& blocks) = 0;
    virtual std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                       uint32_t slots) = 0;

    /// True if rotateKeys() is implemented. Otherwise keys that move are recomputed.
    virtual bool canRotateKeys() const { return false; }
    virtual void rotateKeys(const RotateKeysArgs&) { unsupported("keys that move"); }

    /// Waits for everything before it.
    virtual void readKeys(const ReadKeysArgs&) { unsupported("looking at keys"); }

    /// Makes the rows, positions and tables of a batch known to the operations that follow; valid until the
    /// next call.
    virtual void beginBatch(const Batch& batch) = 0;
    /// Continues the batch with only the rows that want logits; their rows of `kept` are packed to the front.
    /// No later operation of the batch needs the other rows, and everything that is not kept is undefined
    /// afterwards. A backend may ignore it and continue with all rows.
    virtual void keepLogitRows(std::span<const Slice> kept) { (void)kept; }

    virtual void embed(const Weight& table, float scale, const Slice& out) = 0;
    virtual void linear(const LinearArgs& args) = 0;
    virtual void writeKv(const KvWriteArgs& args) = 0;
    virtual void attention(const AttentionArgs& args) = 0;
    virtual void experts(const ExpertsArgs& args) = 0;
    virtual void norm(const NormArgs& args) = 0;
    virtual void multiply(const MultiplyArgs& args) = 0;
    // Operations of rarer families: a backend without one says so, and the model does not run there.
    virtual void headLinear(const HeadLinearArgs&) { unsupported("latent attention"); }
    virtual void convolve(const ConvolutionArgs&) { unsupported("short convolutions"); }
    virtual void recur(const RecurrenceArgs&) { unsupported("layers that remember in a matrix"); }
    /// Only while the batch has all of its rows: not after keepLogitRows().
    virtual void placeRows(const PlaceRowsArgs&) { unsupported("pictures"); }

    virtual void upload(const Slice& to, uint64_t rows, std::span<const float> values) = 0;
    /// Waits for everything before it and picks what sampling needs out of the first queries.size() rows of
    /// logits, as bestLogitsOf() of engine/sampling does. False where that is no better than download(),
    /// which is then to be used; out is undefined.
    virtual bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                            std::span<BestLogits> out) {
        (void)logits, (void)queries, (void)out;
        return false;
    }
    /// Waits for everything before it and copies the first `rows` rows.
    virtual void download(const Slice& from, uint64_t rows, std::span<float> out) = 0;
    virtual void synchronize() = 0;

protected:
    [[noreturn]] void unsupported(const char* what) const { throwUnsupported(info().kind, what); }
};

}  // namespace hearth
