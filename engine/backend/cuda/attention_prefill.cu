// Attention of many rows of one sequence on the f16 tensor cores, after FlashAttention-2 (Dao 2023): a block
// of threads takes 64 rows of one query head, four warps of 16 rows each, and walks over the blocks of the KV
// cache with a running softmax. Cache blocks come through shared memory in two stages, already in the order
// of the fragments.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/kv_access.h"
#include "backend/cuda/primitives.h"
#include "backend/cuda/value_readers.h"

namespace hearth::cuda {
namespace {

constexpr int prefillThreads = 128;
constexpr int warpRows = 16;
constexpr int positions = kvBlockPositions;

/// One stage: keys (chunk of 8 dims, position, 8), values (pair of positions, dim, 2); the rows of pairs are
/// padded so that the four lanes of a quad column hit different banks.
template <int D>
struct Stage {
    static constexpr int keyBytes = D / 8 * positions * 16;
    static constexpr int pairBytes = D * 4 + 32;
    static constexpr int bytes = keyBytes + positions / 2 * pairBytes;
};

HEARTH_DEVICE float lowestScore() {
    return floatOf(0xff800000U);
}
HEARTH_DEVICE uint32_t packHalves(float low, float high) {
    return static_cast<uint32_t>(halfFromFloat(low)) | static_cast<uint32_t>(halfFromFloat(high)) << 16U;
}

/// The data of one read: a cache block; with `open`, the keys come from a residual block. Positions from
/// `valid` on have never been written.
struct BlockRead {
    const std::byte* block;
    const std::byte* open;
    int valid;
};

/// True if lanes move several neighbours at once, which needs enough registers.
template <int D>
constexpr bool movesSeveral = D <= 128;

/// Copies a cache block to a stage, number by number if it is rounded. For wide heads, whose sums leave few
/// registers. Unwritten positions become zeros.
template <KvCode Type, int D>
HEARTH_DEVICE void copyWideBlock(const KvLayerView& layer, const BlockRead& read, std::byte* stage) {
    const std::byte* block = read.block;
    const int valid = read.valid;
    const int chunks = (layer.keyDim + 7) / 8;
    const std::byte* halves = Type == KvCode::F16 ? block : read.open;
    for (int i = static_cast<int>(threadX()); i < chunks * positions; i += prefillThreads) {
        const int slot = i % positions;
        if (halves) {
            copyAsync16(stage + i * 16, halves + i * 16, slot < valid);
        } else if constexpr (Type != KvCode::F16) {
            uint32_t words[4] = {};
            HEARTH_UNROLL for (int j = 0; j < 8; ++j) {
                const int dim = i / positions * 8 + j;
                const float x =
                    slot < valid && dim < layer.keyDim ? keyElement<Type>(block, layer, slot, dim) : 0.0F;
                words[j / 2] |= static_cast<uint32_t>(halfFromFloat(x)) << (16 * (j % 2));
            }
            storeVector(stage + i * 16, Words4{words[0], words[1], words[2], words[3]});
        }
    }
    std::byte* values = stage + Stage<D>::keyBytes;
    if (Type == KvCode::F16 && layer.valueDim % 4 == 0) {
        const int pieces = layer.valueDim / 4;
        for (int i = static_cast<int>(threadX()); i < positions / 2 * pieces; i += prefillThreads) {
            const int pair = i / pieces, piece = i % pieces;
            std::byte* to = values + pair * Stage<D>::pairBytes + piece * 16;
            const std::byte* from = block + layer.valueOffset + (pair * pieces + piece) * 16;
            if (pair * 2 + 1 != valid) {
                copyAsync16(to, from, pair * 2 + 1 < valid);
                continue;
            }
            uint32_t words[4];  // the second position of this pair is not there yet
            HEARTH_UNROLL for (int j = 0; j < 4; ++j) words[j] =
                reinterpret_cast<const uint16_t*>(from)[j * 2];
            storeVector(to, Words4{words[0], words[1], words[2], words[3]});
        }
    } else {
        for (int i = static_cast<int>(threadX()); i < positions / 2 * layer.valueDim; i += prefillThreads) {
            const int pair = i / layer.valueDim, dim = i % layer.valueDim;
            const float first = pair * 2 < valid ? valueElement<Type>(block, layer, pair * 2, dim) : 0.0F;
            const float second =
                pair * 2 + 1 < valid ? valueElement<Type>(block, layer, pair * 2 + 1, dim) : 0.0F;
            storeVector(values + pair * Stage<D>::pairBytes + dim * 4, packHalves(first, second));
        }
    }
    copyAsyncCommit();
}

/// Brings the keys of a rounded block into a stage: a thread has a chunk of one position, eight columns of it
/// at a time, for registers are few.
template <KvCode Type>
HEARTH_DEVICE void unpackKeys(const KvLayerView& layer, const BlockRead& read, std::byte* stage) {
    constexpr int size = keyChunk<Type>();
    const int chunks = (layer.keyDim + size - 1) / size;
    for (int i = static_cast<int>(threadX()); i < chunks * positions; i += prefillThreads) {
        const int chunk = i / positions, slot = i % positions;
        Words4 codes{};
        if (slot < read.valid) codes = loadVector<Words4>(read.block + i * 16);
        const int end = chunk * size + size < layer.keyDim ? chunk * size + size : layer.keyDim;
        HEARTH_NO_UNROLL for (int dim = chunk * size; dim < end; dim += 8) {
            float values[8] = {};
            if (slot < read.valid) unpackEight<Type>(read.block, layer, codes, dim, values);
            uint32_t words[4] = {};
            HEARTH_UNROLL for (int j = 0; j < 8; ++j) {
                const float x = dim + j < layer.keyDim ? values[j] : 0.0F;
                words[j / 2] |= static_cast<uint32_t>(halfFromFloat(x)) << (16 * (j % 2));
            }
            storeVector(stage + (dim / 8 * positions + slot) * 16,
                        Words4{words[0], words[1], words[2], words[3]});
        }
    }
}

template <KvCode Type>
HEARTH_DEVICE void copyKeys(const KvLayerView& layer, const BlockRead& read, std::byte* stage) {
    const KvCode type = Type == KvCode::Mixed ? layer.keyType : Type;
    const std::byte* halves = type == KvCode::F16 ? read.block : read.open;
    if (halves) {
        const int chunks = (layer.keyDim + 7) / 8;
        for (int i = static_cast<int>(threadX()); i < chunks * positions; i += prefillThreads)
            copyAsync16(stage + i * 16, halves + i * 16, i % positions < read.valid);
    } else if (Type == KvCode::Q8_0 || (Type == KvCode::Mixed && type == KvCode::Q8_0)) {
        if constexpr (Type == KvCode::Q8_0 || Type == KvCode::Mixed)
            unpackKeys<KvCode::Q8_0>(layer, read, stage);
    } else {
        if constexpr (Type == KvCode::Q4_0 || Type == KvCode::Mixed)
            unpackKeys<KvCode::Q4_0>(layer, read, stage);
    }
}

/// Brings values into a stage one by one.
template <KvCode Type, int D>
HEARTH_DEVICE void copyElements(const KvLayerView& layer, const BlockRead& read, std::byte* values) {
    for (int i = static_cast<int>(threadX()); i < positions / 2 * layer.valueDim; i += prefillThreads) {
        const int pair = i / layer.valueDim, dim = i % layer.valueDim;
        const float first =
            pair * 2 < read.valid ? valueElement<Type>(read.block, layer, pair * 2, dim) : 0.0F;
        const float second =
            pair * 2 + 1 < read.valid ? valueElement<Type>(read.block, layer, pair * 2 + 1, dim) : 0.0F;
        storeVector(values + pair * Stage<D>::pairBytes + dim * 4, packHalves(first, second));
    }
}

/// Brings the values of a rounded block into a stage: where it can, a thread has four columns of two
/// positions.
template <KvCode Type, int D>
HEARTH_DEVICE void unpackValues(const KvLayerView& layer, const BlockRead& read, std::byte* values) {
    if (!hasWholeQuads(layer.valueDim, Type)) return copyElements<Type, D>(layer, read, values);
    const int pieces = layer.valueDim / 4;
    for (int i = static_cast<int>(threadX()); i < positions / 2 * pieces; i += prefillThreads) {
        const int pair = i / pieces, dim = i % pieces * 4;
        const ValueReader<Type> reader(layer, read.block, dim);
        float x[4], y[4];
        reader.unpack(reader.load(2 * pair, 2 * pair < read.valid, 2 * pair + 1 < read.valid), x, y);
        storeVector(values + pair * Stage<D>::pairBytes + dim * 4,
                    Words4{packHalves(x[0], y[0]), packHalves(x[1], y[1]), packHalves(x[2], y[2]),
                           packHalves(x[3], y[3])});
    }
}

template <int D>
HEARTH_DEVICE void copyValues(const KvLayerView& layer, const BlockRead& read, std::byte* values) {
    if (layer.valueDim % 4 != 0) return copyElements<KvCode::F16, D>(layer, read, values);
    const int pieces = layer.valueDim / 4;
    for (int i = static_cast<int>(threadX()); i < positions / 2 * pieces; i += prefillThreads) {
        const int pair = i / pieces, piece = i % pieces;
        std::byte* to = values + pair * Stage<D>::pairBytes + piece * 16;
        const std::byte* from = read.block + layer.valueOffset + (pair * pieces + piece) * 16;
        if (pair * 2 + 1 != read.valid) {
            copyAsync16(to, from, pair * 2 + 1 < read.valid);
            continue;
        }
        uint32_t words[4];  // the second position of this pair is not there yet
        HEARTH_UNROLL for (int j = 0; j < 4; ++j) words[j] = reinterpret_cast<const uint16_t*>(from)[j * 2];
        storeVector(to, Words4{words[0], words[1], words[2], words[3]});
    }
}

/// Brings a cache block into a stage. What was never written becomes zeros.
template <KvCode Type, int D>
HEARTH_DEVICE void copyBlock(const KvLayerView& layer, const BlockRead& read, std::byte* stage) {
    std::byte* values = stage + Stage<D>::keyBytes;
    if constexpr (!movesSeveral<D>) {
        copyWideBlock<Type, D>(layer, read, stage);
    } else {
        copyKeys<Type>(layer, read, stage);
        if constexpr (Type == KvCode::F16) {
            copyValues<D>(layer, read, values);
        } else if constexpr (Type != KvCode::Mixed) {
            unpackValues<Type, D>(layer, read, values);
        } else if (layer.valueType == KvCode::F16) {
            copyValues<D>(layer, read, values);
        } else if (layer.valueType == KvCode::Q8_0) {
            unpackValues<KvCode::Q8_0, D>(layer, read, values);
        } else {
            unpackValues<KvCode::Q4_0, D>(layer, read, values);
        }
        copyAsyncCommit();
    }
}

/// A lane's data of the rows lane / 4 and lane / 4 + 8 of its warp.
template <int D>
struct RowPair {
    int row[2], slot[2];
    int first[2], last[2];  ///< slots that it sees
    bool present[2];
    uint32_t query[D / 16][4];
    float sum[D / 8][4], largest[2], total[2];
};
/// A lane's scores of its rows against one cache block.
struct Scores {
    float at[positions / 8][4];
};

/// Dims that the model does not have are zeros for good: nobody writes there again.
template <int D>
HEARTH_DEVICE void clearStages(std::byte* memory) {
    for (int i = static_cast<int>(threadX()); i < 2 * Stage<D>::bytes / 16; i += prefillThreads) {
        storeVector(memory + i * 16, Words4{0, 0, 0, 0});
    }
}

/// Two neighbours in a row of `count`, zeros behind them; one load where the address allows it.
HEARTH_DEVICE Floats2 loadTwo(const float* row, int i, int count) {
    if (i + 1 < count && (reinterpret_cast<uint64_t>(row + i) & 7U) == 0) return loadVector<Floats2>(row + i);
    return {i < count ? row[i] : 0.0F, i + 1 < count ? row[i + 1] : 0.0F};
}

/// Rows behind the last compute what nobody stores.
template <int D>
HEARTH_DEVICE void loadRows(const AttentionView& view, int head, int firstRow, int tileRows,
                            RowPair<D>& rows) {
    const int g = laneId() / 4, t = laneId() % 4;
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        const int inTile = warpId() * warpRows + half * 8 + g;
        rows.present[half] = inTile < tileRows;
        rows.row[half] = firstRow + (rows.present[half] ? inTile : tileRows - 1);
        rows.slot[half] = view.batch.slot[rows.row[half]];
        rows.largest[half] = lowestScore();
        rows.total[half] = 0;
        const float* from =
            view.q.data + rows.row[half] * view.q.stride + static_cast<int64_t>(head) * view.layer.keyDim;
        HEARTH_UNROLL for (int k = 0; k < D / 16; ++k) {
            HEARTH_UNROLL for (int part = 0; part < 2; ++part) {
                const int dim = 16 * k + 8 * part + 2 * t;
                if constexpr (movesSeveral<D>) {
                    const Floats2 two = loadTwo(from, dim, view.layer.keyDim);
                    rows.query[k][2 * part + half] = packHalves(two.x * view.scale, two.y * view.scale);
                } else {
                    const float x = dim < view.layer.keyDim ? from[dim] * view.scale : 0.0F;
                    const float y = dim + 1 < view.layer.keyDim ? from[dim + 1] * view.scale : 0.0F;
                    rows.query[k][2 * part + half] = packHalves(x, y);
                }
            }
        }
    }
    HEARTH_UNROLL for (int n = 0; n < D / 8; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) rows.sum[n][i] = 0;
    }
}

/// The products of queries and keys.
template <int D>
HEARTH_DEVICE void multiplyKeys(const std::byte* keys, const RowPair<D>& rows, Scores& score) {
    const int g = laneId() / 4, t = laneId() % 4;
    HEARTH_UNROLL for (int n = 0; n < positions / 8; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) score.at[n][i] = 0;
        HEARTH_UNROLL for (int k = 0; k < D / 16; ++k) {
            const uint32_t b[2] = {
                loadVector<uint32_t>(keys + (2 * k * positions + 8 * n + g) * 16 + t * 4),
                loadVector<uint32_t>(keys + ((2 * k + 1) * positions + 8 * n + g) * 16 + t * 4)};
            mmaF16(score.at[n], rows.query[k], b);
        }
    }
}

/// One step of the walk over the cache.
struct KvStep {
    int block;
    bool open;  ///< with the keys of the residual block
};

/// Blocks that a tile of rows walks through. If keys come from residual blocks for rows of the same block,
/// and for rows before it that see them, a block with rows takes two steps: one as it was rounded, for the
/// rows behind it, and one as it is open. No rows are behind the last such block, nor behind those that
/// follow it. A step adds nothing to rows that it is not for.
struct KvWalk {
    int first, firstOwn, lastOwn, last;
    bool opens;
    int end;  ///< the last slot that a row sees
};
HEARTH_DEVICE int stepsOf(const KvWalk& walk) {
    return walk.last - walk.first + 1 + (walk.opens ? walk.lastOwn - walk.firstOwn : 0);
}
HEARTH_DEVICE KvStep stepAt(const KvWalk& walk, int step) {
    const int before = walk.firstOwn - walk.first, twice = 2 * (walk.lastOwn - walk.firstOwn);
    if (!walk.opens || step < before) return {walk.first + step, false};
    if (step - before >= twice) return {walk.lastOwn + step - before - twice, true};
    return {walk.firstOwn + (step - before) / 2, (step - before) % 2 != 0};
}

/// Caps and masks scores, and makes them exp(score - largest); what was summed before shrinks to that.
template <bool Opens, int D>
HEARTH_DEVICE void exponentiate(const AttentionView& view, const KvStep& step, Scores& score,
                                RowPair<D>& rows) {
    const int firstPosition = step.block * positions;
    const int t = laneId() % 4;
    float best[2] = {rows.largest[0], rows.largest[1]};
    HEARTH_UNROLL for (int n = 0; n < positions / 8; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            const int half = i / 2, at = firstPosition + 8 * n + 2 * t + i % 2;
            float s = score.at[n][i];
            if (view.softCap != 0) s = view.softCap * tanh(s / view.softCap);
            // Keys as they were rounded are for rows of later blocks, those of residual blocks for their own.
            const bool own =
                !Opens || !view.layer.open || step.open == (step.block >= rows.slot[half] / positions);
            const bool visible = own && at >= rows.first[half] && at <= rows.last[half];
            score.at[n][i] = visible ? s : lowestScore();
            best[half] = score.at[n][i] > best[half] ? score.at[n][i] : best[half];
        }
    }
    float shrink[2], reference[2];
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        for (int mask = 1; mask <= 2; mask <<= 1) {
            const float other = shuffleXor(best[half], mask);
            best[half] = other > best[half] ? other : best[half];
        }
        // Nothing visible yet: any finite number will do.
        reference[half] = best[half] == lowestScore() ? 0.0F : best[half];
        shrink[half] = exp(rows.largest[half] - reference[half]);
        rows.largest[half] = best[half];
        rows.total[half] *= shrink[half];
    }
    HEARTH_UNROLL for (int n = 0; n < D / 8; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) rows.sum[n][i] *= shrink[i / 2];
    }
    HEARTH_UNROLL for (int n = 0; n < positions / 8; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            score.at[n][i] = exp(score.at[n][i] - reference[i / 2]);
            rows.total[i / 2] += score.at[n][i];
        }
    }
}

/// Adds the values of a cache block, each times its exponential.
template <int D>
HEARTH_DEVICE void addValues(const std::byte* values, const Scores& score, RowPair<D>& rows) {
    const int g = laneId() / 4, t = laneId() % 4;
    HEARTH_UNROLL for (int k = 0; k < positions / 16; ++k) {
        const uint32_t p[4] = {packHalves(score.at[2 * k][0], score.at[2 * k][1]),
                               packHalves(score.at[2 * k][2], score.at[2 * k][3]),
                               packHalves(score.at[2 * k + 1][0], score.at[2 * k + 1][1]),
                               packHalves(score.at[2 * k + 1][2], score.at[2 * k + 1][3])};
        HEARTH_UNROLL for (int n = 0; n < D / 8; ++n) {
            const uint32_t b[2] = {
                loadVector<uint32_t>(values + (8 * k + t) * Stage<D>::pairBytes + (8 * n + g) * 4),
                loadVector<uint32_t>(values + (8 * k + 4 + t) * Stage<D>::pairBytes + (8 * n + g) * 4)};
            mmaF16(rows.sum[n], p, b);
        }
    }
}

/// Finds the rows anew, for registers are short until now.
template <int D>
HEARTH_DEVICE void storeRows(const AttentionView& view, int head, RowPair<D>& rows) {
    const int g = laneId() / 4, t = laneId() % 4;
    const int firstRow = view.batch.tileRow[2 * blockY()], tileRows = view.batch.tileRow[2 * blockY() + 1];
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        const int inTile = warpId() * warpRows + half * 8 + g;
        rows.present[half] = inTile < tileRows;
        rows.row[half] = firstRow + inTile;
    }
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        float total = rows.total[half];
        total += shuffleXor(total, 1);
        total += shuffleXor(total, 2);
        float factor = 1;
        if (view.sinks) {
            const float sink = view.sinks[head];
            const float both = sink > rows.largest[half] ? sink : rows.largest[half];
            factor = exp(rows.largest[half] - both);
            total = total * factor + exp(sink - both);
        }
        if (!rows.present[half]) continue;
        float* out =
            view.out.data + rows.row[half] * view.out.stride + static_cast<int64_t>(head) * view.valueDim;
        if constexpr (movesSeveral<D>) {
            if (view.valueDim % 2 == 0 && (reinterpret_cast<uint64_t>(out) & 7U) == 0) {
                HEARTH_UNROLL for (int n = 0; n < D / 8; ++n) {
                    const int dim = 8 * n + 2 * t;
                    const Floats2 two{rows.sum[n][2 * half] * factor / total,
                                      rows.sum[n][2 * half + 1] * factor / total};
                    if (dim < view.valueDim) storeVector(out + dim, two);
                }
                continue;
            }
        }
        HEARTH_UNROLL for (int n = 0; n < D / 8; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
                const int dim = 8 * n + 2 * t + i;
                if (dim < view.valueDim) out[dim] = rows.sum[n][2 * half + i] * factor / total;
            }
        }
    }
}

template <KvCode Type, int D>
HEARTH_KERNEL(128)
attentionPrefill(HEARTH_PARAMETER(AttentionView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    const BatchView& batch = view.batch;
    const KvLayerView& layer = view.layer;
    const int head = static_cast<int>(blockX());
    const int firstRow = batch.tileRow[2 * blockY()], tileRows = batch.tileRow[2 * blockY() + 1];
    const int sequence = batch.sequence[firstRow];
    const int kvHead = head / (view.heads / layer.kvHeads);

    clearStages<D>(memory);
    RowPair<D> rows;
    loadRows<D>(view, head, firstRow, tileRows, rows);
    constexpr bool opens = Type != KvCode::F16;
    const int earliest = batch.slot[firstRow], latest = batch.slot[firstRow + tileRows - 1];
    int firstSeen = firstVisible(view, earliest);
    int end = latest, ahead = 0;
    if (!opens && view.bothSides) {
        end = lastSlot(batch, sequence);
        ahead = view.window ? view.window - 1 : end;
        end = latest + ahead < end ? latest + ahead : end;
    }
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        const int last = rows.slot[half] + ahead;
        rows.first[half] = firstVisible(view, rows.slot[half]);
        rows.last[half] = last < end ? last : end;
    }
    if (view.seesUnits) {
        const int *first = batch.unit, *last = batch.unit + batch.rows;
        HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
            const int row = rows.row[half];
            if (view.wholeUnits && first[row] < rows.first[half]) rows.first[half] = first[row];
            if (last[row] > rows.last[half]) rows.last[half] = last[row];
        }
        if (view.wholeUnits && first[firstRow] < firstSeen) firstSeen = first[firstRow];
        if (last[firstRow + tileRows - 1] > end) end = last[firstRow + tileRows - 1];
    }
    const KvWalk walk{firstSeen / positions, earliest / positions,  latest / positions,
                      end / positions,       layer.open != nullptr, end};

    blockBarrier();
    const auto fetch = [&](int index) {
        const KvStep step = stepAt(walk, index);
        const int begin = step.block * positions, valid = walk.end + 1 - begin;
        const BlockRead read{headBlock(layer, blockOf(batch, layer.group, sequence, begin), kvHead),
                             step.open ? openKeys(layer, batch, sequence, begin, kvHead) : nullptr,
                             valid < positions ? valid : positions};
        copyBlock<Type, D>(layer, read, memory + index % 2 * Stage<D>::bytes);
    };
    const int steps = stepsOf(walk);
    fetch(0);
    for (int index = 0; index < steps; ++index) {
        if (index + 1 < steps) {
            fetch(index + 1);
        } else {
            copyAsyncCommit();
        }
        copyAsyncWait<1>();
        blockBarrier();
        const std::byte* keys = memory + index % 2 * Stage<D>::bytes;
        Scores score;
        multiplyKeys<D>(keys, rows, score);
        exponentiate<opens, D>(view, stepAt(walk, index), score, rows);
        addValues<D>(keys + Stage<D>::keyBytes, score, rows);
        blockBarrier();
    }
    copyAsyncWait<0>();
    storeRows<D>(view, head, rows);
}

template <KvCode Type, int D>
void launchWidth(const AttentionView& view, StreamHandle stream) {
    launch("attentionPrefill", attentionPrefill<Type, D>,
           {static_cast<unsigned>(view.heads), static_cast<unsigned>(view.batch.tiles)}, prefillThreads,
           2 * Stage<D>::bytes, stream, view);
}

template <KvCode Type>
void launchType(const AttentionView& view, StreamHandle stream) {
    const int widest = view.layer.keyDim > view.layer.valueDim ? view.layer.keyDim : view.layer.valueDim;
    if (widest <= 64) return launchWidth<Type, 64>(view, stream);
    if (widest <= 128) return launchWidth<Type, 128>(view, stream);
    launchWidth<Type, 256>(view, stream);
}

}  // namespace

bool attentionPrefillFits(const AttentionView& view, uint64_t sharedLimit) {
    const KvLayerView& layer = view.layer;
    // Texts that are read both ways lie in caches of f16.
    if (view.bothSides && kernelType(layer) != KvCode::F16) return false;
    const int widest = layer.keyDim > layer.valueDim ? layer.keyDim : layer.valueDim;
    const uint64_t bytes = 2 * (widest <= 64    ? Stage<64>::bytes
                                : widest <= 128 ? Stage<128>::bytes
                                                : Stage<256>::bytes);
    return layer.keyType != KvCode::F32 && layer.valueType != KvCode::F32 && layer.valueDim != 0 &&
           widest <= 256 && bytes <= sharedLimit;
}

void launchAttentionPrefill(const AttentionView& view, StreamHandle stream) {
    switch (kernelType(view.layer)) {
        case KvCode::F16:
            return launchType<KvCode::F16>(view, stream);
        case KvCode::Q8_0:
            return launchType<KvCode::Q8_0>(view, stream);
        case KvCode::Q4_0:
            return launchType<KvCode::Q4_0>(view, stream);
        case KvCode::Mixed:
            return launchType<KvCode::Mixed>(view, stream);
        case KvCode::F32:
            return;  // attentionPrefillFits says no
    }
}

}  // namespace hearth::cuda
