#include "backend/cuda/cuda_sampling.h"

#include <algorithm>
#include <bit>

#include "backend/cuda/device_objects.h"

namespace hearth::cuda {

bool CudaSampling::bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                              std::span<BestLogits> out) {
    BestLogitsView view;
    view.logits = rowsOf(logits);
    view.rows = static_cast<int>(queries.size());
    view.chunks = static_cast<int>((logits.columns + bestLogitsChunk - 1) / bestLogitsChunk);
    size_t penalties = 0;
    for (const BestLogitsQuery& query : queries) {
        if (query.count < 1 || query.count > mostBestLogits) return false;
        view.count = std::max(view.count, static_cast<int>(query.count));
        penalties += query.penalties.size();
    }
    const size_t rows = queries.size(), count = static_cast<size_t>(view.count),
                 places = rows * static_cast<size_t>(view.chunks);

    // Up: requests, then penalties. Back: totals, then the best.
    const size_t upBytes = rows * sizeof(LogitsRequest) + penalties * sizeof(LogitPenalty);
    const size_t backBytes = rows * (sizeof(LogitsSums) + count * sizeof(BestLogit));
    std::byte* up = m_context.scratch<std::byte>(m_logitRequests, upBytes);
    std::byte* back = m_context.scratch<std::byte>(m_bestLogits, backBytes);
    view.requests = reinterpret_cast<const LogitsRequest*>(up);
    view.penalties = reinterpret_cast<const LogitPenalty*>(up + rows * sizeof(LogitsRequest));
    view.keys = m_context.scratch<uint64_t>(m_logitKeys, places * count);
    view.sums = m_context.scratch<LogitsSums>(m_logitSums, places);
    view.totals = reinterpret_cast<LogitsSums*>(back);
    view.best = reinterpret_cast<BestLogit*>(back + rows * sizeof(LogitsSums));

    // The last read-back was waited for, so nothing uses the pinned memory any more.
    if (m_sampling.size() < upBytes + backBytes)
        m_sampling = PinnedMemory(std::bit_ceil(upBytes + backBytes));
    auto* request = reinterpret_cast<LogitsRequest*>(m_sampling.data());
    auto* penalty = reinterpret_cast<LogitPenalty*>(m_sampling.data() + rows * sizeof(LogitsRequest));
    int first = 0;
    for (const BestLogitsQuery& query : queries) {
        const int own = static_cast<int>(query.penalties.size());
        *request++ = {static_cast<int>(query.columns), first, own, query.repeatPenalty};
        for (const BestLogitsQuery::Penalty& one : query.penalties) *penalty++ = {one.token, one.subtracted};
        first += own;
    }
    copyToDevice(up, m_sampling.data(), upBytes, m_context.stepStream());
    m_context.recorder().add(view);
    std::byte* host = m_sampling.data() + upBytes;
    copyToHost(host, back, backBytes, m_context.stream());
    cuda::synchronize(m_context.stepStream());

    const auto* totals = reinterpret_cast<const LogitsSums*>(host);
    const auto* best = reinterpret_cast<const BestLogit*>(host + rows * sizeof(LogitsSums));
    for (size_t row = 0; row < rows; ++row, best += count) {
        BestLogits& result = out[row];
        result = {.best = {},
                  .finite = static_cast<uint32_t>(totals[row].finite),
                  .total = totals[row].total,
                  .plainLargest = totals[row].plainLargest,
                  .plainTotal = totals[row].plainTotal};
        for (size_t i = 0; i < queries[row].count && best[i].token >= 0; ++i)
            result.best.push_back({best[i].token, best[i].logit, best[i].plain});
    }
    return true;
}

}  // namespace hearth::cuda
