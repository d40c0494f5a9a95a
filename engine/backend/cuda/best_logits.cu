// The largest logits of each row, with the penalties of the sampler, and what softmax needs: a block of
// threads sorts a chunk of the row, a second launch merges the chunks' best. Numbers and tokens become keys
// of 64 bits whose order is the sampler's (greater logits first, equal ones by token), so there is one
// result, whatever the threads do. Sums have a fixed order.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"

namespace hearth::cuda {
namespace {

constexpr int sortedKeys = bestLogitsChunk;

HEARTH_DEVICE bool isFinite(float x) {
    return x > floatOf(0xff800000U);  // not NaN either; +inf passes, as in the sampler
}

/// Greater is better; 0: none.
HEARTH_DEVICE uint64_t keyOf(float logit, int token) {
    if (!isFinite(logit)) return 0;
    const uint32_t bits = bitsOf(logit == 0 ? 0.0F : logit);  // -0 equals 0
    const uint32_t order = bits >> 31U ? ~bits : bits | 0x80000000U;
    return static_cast<uint64_t>(order) << 32U | ~static_cast<uint32_t>(token);
}
HEARTH_DEVICE float logitOf(uint64_t key) {
    const auto order = static_cast<uint32_t>(key >> 32U);
    return floatOf(order >> 31U ? order & 0x7fffffffU : ~order);
}
HEARTH_DEVICE int tokenOf(uint64_t key) {
    return static_cast<int>(~static_cast<uint32_t>(key));
}

/// Bitonic, greatest first. Begins and ends with a barrier.
HEARTH_DEVICE void sortKeys(uint64_t (&keys)[sortedKeys]) {
    HEARTH_NO_UNROLL for (int size = 2; size <= sortedKeys; size *= 2) {
        HEARTH_NO_UNROLL for (int stride = size / 2; stride > 0; stride /= 2) {
            blockBarrier();
            for (int i = static_cast<int>(threadX()); i < sortedKeys / 2; i += rowThreads) {
                const int low = 2 * i - (i & (stride - 1)), high = low + stride;
                const uint64_t a = keys[low], b = keys[high];
                if ((a < b) == ((low & size) == 0)) {
                    keys[low] = b;
                    keys[high] = a;
                }
            }
        }
    }
    blockBarrier();
}

/// The largest of a block's values, the same for every thread.
HEARTH_DEVICE float blockMax(float value, float (&scratch)[rowWarps]) {
    value = warpMax(value);
    if (laneId() == 0) scratch[warpId()] = value;
    blockBarrier();
    for (int i = 0; i < rowWarps; ++i) value = scratch[i] > value ? scratch[i] : value;
    blockBarrier();
    return value;
}

/// The largest of this thread's values over the block, and the sum of exp(value - largest). `valueOf(j)`: of
/// the chunk's j-th element, not finite for none.
template <class Value>
HEARTH_DEVICE Floats2 softmaxOf(Value valueOf, float (&scratch)[rowWarps]) {
    float largest = floatOf(0xff800000U);
    for (int j = static_cast<int>(threadX()); j < sortedKeys; j += rowThreads) {
        const float value = valueOf(j);
        largest = value > largest ? value : largest;
    }
    largest = blockMax(largest, scratch);
    float sum = 0;
    for (int j = static_cast<int>(threadX()); j < sortedKeys; j += rowThreads) {
        const float value = valueOf(j);
        if (isFinite(value)) sum += exp(value - largest);
    }
    return {largest, blockSum(sum, scratch)};
}

/// blockX: chunks, blockY: rows.
HEARTH_KERNEL(256) bestOfChunks(HEARTH_PARAMETER(BestLogitsView) view) {
    HEARTH_SHARED(uint64_t[sortedKeys], keys);
    HEARTH_SHARED(float[rowWarps], scratch);
    const int row = static_cast<int>(blockY()), chunk = static_cast<int>(blockX());
    const LogitsRequest& request = view.requests[row];
    const int first = chunk * sortedKeys;
    const float* logits = view.logits.data + row * view.logits.stride;
    const auto plainOf = [&](int j) {
        return first + j < request.columns ? logits[first + j] : floatOf(0xff800000U);
    };
    for (int j = static_cast<int>(threadX()); j < sortedKeys; j += rowThreads)
        keys[j] = keyOf(plainOf(j), first + j);
    const Floats2 plain = softmaxOf(plainOf, scratch);  // has barriers
    for (int i = static_cast<int>(threadX()); i < request.penalties; i += rowThreads) {
        const LogitPenalty& penalty = view.penalties[request.firstPenalty + i];
        const int j = penalty.token - first;
        if (j < 0 || j >= sortedKeys || penalty.token >= request.columns) continue;
        const float x = logits[penalty.token];
        const float repeated = x > 0 ? x / request.repeatPenalty : roundedMultiply(x, request.repeatPenalty);
        keys[j] = keyOf(repeated - penalty.subtracted, penalty.token);
    }
    blockBarrier();
    const Floats2 penalized =
        softmaxOf([&](int j) { return keys[j] == 0 ? floatOf(0xff800000U) : logitOf(keys[j]); }, scratch);
    float finite = 0;
    for (int j = static_cast<int>(threadX()); j < sortedKeys; j += rowThreads) finite += keys[j] != 0;
    finite = blockSum(finite, scratch);
    const int64_t place = static_cast<int64_t>(row) * gridX() + chunk;
    if (threadX() == 0) {
        view.sums[place] = {penalized.x, penalized.y, plain.x, plain.y, finite};
    }
    sortKeys(keys);
    for (int i = static_cast<int>(threadX()); i < view.count; i += rowThreads)
        view.keys[place * view.count + i] = keys[i];
}

/// One block of threads a row.
HEARTH_KERNEL(256) mergeChunks(HEARTH_PARAMETER(BestLogitsView) view) {
    HEARTH_SHARED(uint64_t[sortedKeys], keys);
    const auto row = static_cast<int64_t>(blockX());
    const int all = view.chunks * view.count;
    const uint64_t* from = view.keys + row * all;
    // The best so far stay in front; the others are filled up again until none is left.
    int kept = 0;
    for (int next = 0; next < all; next += sortedKeys - kept, kept = view.count) {
        for (int j = kept + static_cast<int>(threadX()); j < sortedKeys; j += rowThreads)
            keys[j] = next + j - kept < all ? from[next + j - kept] : 0;
        sortKeys(keys);
    }
    BestLogit* best = view.best + row * view.count;
    const float* logits = view.logits.data + row * view.logits.stride;
    for (int i = static_cast<int>(threadX()); i < view.count; i += rowThreads) {
        const uint64_t key = keys[i];
        const int token = tokenOf(key);
        best[i] = key == 0 ? BestLogit{-1, 0, 0} : BestLogit{token, logitOf(key), logits[token]};
    }
    if (threadX() != 0) return;
    const LogitsSums* sums = view.sums + row * view.chunks;
    LogitsSums total = sums[0];
    for (int c = 1; c < view.chunks; ++c) {
        total.largest = sums[c].largest > total.largest ? sums[c].largest : total.largest;
        total.plainLargest =
            sums[c].plainLargest > total.plainLargest ? sums[c].plainLargest : total.plainLargest;
    }
    total.total = total.plainTotal = total.finite = 0;
    for (int c = 0; c < view.chunks; ++c) {
        if (sums[c].total > 0) total.total += sums[c].total * exp(sums[c].largest - total.largest);
        if (sums[c].plainTotal > 0)
            total.plainTotal += sums[c].plainTotal * exp(sums[c].plainLargest - total.plainLargest);
        total.finite += sums[c].finite;
    }
    view.totals[row] = total;
}

}  // namespace

void launchBestLogits(const BestLogitsView& view, StreamHandle stream) {
    const auto chunks = static_cast<unsigned>(view.chunks), rows = static_cast<unsigned>(view.rows);
    launch("bestOfChunks", bestOfChunks, {chunks, rows}, 256, 0, stream, view);
    launch("mergeChunks", mergeChunks, {rows}, 256, 0, stream, view);
}

}  // namespace hearth::cuda
