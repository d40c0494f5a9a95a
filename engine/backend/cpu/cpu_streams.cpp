// Products of a single row: each thread reads several strips side by side, and fetches what comes after them,
// be it in the next product, before it is needed.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>

#include "backend/cpu/cpu_backend.h"

namespace hearth {

using namespace cpu;

namespace {

/// Large matrices are handed out piece by piece, so many a thread; with smaller pieces than this too much
/// time would go into beginning them.
constexpr size_t piecesOfAThread = 12;
constexpr size_t leastPieceBytes = size_t{128} << 10U;
/// Strips of a stream whose sums are finished together.
constexpr size_t mostInARow = 32;
/// What a waiting thread fetches at most: a part of the second-level cache.
constexpr size_t mostAheadBytes = size_t{256} << 10U;

/// Strips [strip, end) of each matrix cut into up to `most` streams that begin as far from each other as the
/// share allows, so that each runs straight ahead the longest.
struct Cut {
    size_t streams = 0;  ///< of all matrices
    size_t apart = 0;    ///< strips of each

    Cut(size_t left, size_t matrices, size_t most) noexcept
        : streams(std::min(most, std::bit_floor(left * matrices))), apart(left * matrices / streams) {}
};

}  // namespace

bool CpuBackend::streamsRow(const Product& product) noexcept {
    const auto quantized = [](const Part& part) { return !isFloat(part.weight->stripType); };
    const bool alike =
        !product.gated || product.parts[0].weight->stripType == product.parts[1].weight->stripType;
    return alike && std::all_of(product.parts.begin(), product.parts.end(), quantized);
}

CpuBackend::Streams CpuBackend::streamsOf(const Product& product, size_t part) const noexcept {
    Streams streams;
    streams.most = m_mostStreams;
    streams.matrices = product.gated ? 2 : 1;
    streams.strips = product.parts[part].weight->stripsPerExpert;
    streams.alone = product.parts.size() == streams.matrices;
    for (size_t m = 0; m < streams.matrices; ++m) {
        const Part& matrix = product.parts[part + m];
        streams.first[m] = matrix.weight->strip(matrix.expert, 0);
        streams.stripBytes[m] = matrix.weight->stripBytes;
    }
    return streams;
}

bool CpuBackend::Streams::inPieces(unsigned threads) const noexcept {
    return alone && strips * (stripBytes[0] + stripBytes[1]) >= leastPieceBytes * piecesOfAThread * threads;
}

size_t CpuBackend::Streams::piece(unsigned threads) const noexcept {
    const size_t apart = std::max<size_t>(1, strips * matrices / (most * piecesOfAThread * threads));
    return most / matrices * apart;
}

void CpuBackend::Streams::begin(size_t strip, size_t end, const std::byte** at) const noexcept {
    if (strip >= end) return;
    const Cut cut(end - strip, matrices, most);
    const size_t each = cut.streams / matrices;
    for (size_t i = 0; i < cut.streams; ++i)
        at[i] = first[i / each] + (strip + i % each * cut.apart) * stripBytes[i / each];
}

void CpuBackend::Streams::begin(const ThreadPool::Region& region, const std::byte** at) const noexcept {
    const auto [strip, end] = share(region);
    begin(strip, end, at);
}

std::pair<size_t, size_t> CpuBackend::Streams::share(const ThreadPool::Region& region) const noexcept {
    if (!inPieces(region.count())) return {region.first(strips), region.last(strips)};
    const size_t strip = region.index() * piece(region.count());
    return {strip, std::min(strip + piece(region.count()), strips)};
}

CpuBackend::Upcoming CpuBackend::Streams::upcoming(const ThreadPool::Region& region) const noexcept {
    Upcoming upcoming;
    const auto [strip, end] = share(region);
    if (strip >= end) return upcoming;
    const Cut cut(end - strip, matrices, most);
    begin(strip, end, upcoming.at.data());
    upcoming.streams = cut.streams;
    upcoming.lines = std::min(cut.apart * stripBytes[0], mostAheadBytes / cut.streams) / 64;
    return upcoming;
}

bool CpuBackend::Upcoming::fetch() noexcept {
    if (lines == 0) return false;
    for (size_t i = 0; i < streams; ++i) {
        __builtin_prefetch(at[i], 0, 2);
        at[i] += 64;
    }
    --lines;
    return true;
}

void CpuBackend::noteStreams(const Product& product) {
    if (m_streamed >= m_order.size()) m_order.resize(m_streamed + 1);
    m_mostStreams = streamsFor(m_streamed);
    m_order[m_streamed] = streamsOf(product, 0);
    if (product.normWeight != nullptr) m_order[m_streamed].normWeight = {product.normWeight, product.columns};
    ++m_streamed;
    const auto after = [this](size_t products) {
        const size_t index = (m_streamed - 1 + products) % m_order.size();
        Streams streams = m_order[index];
        streams.most = streamsFor(index);
        return streams;
    };
    m_following = after(1);
    m_afterwards = after(2);
}

void CpuBackend::runRow(const Product& product) {
    noteStreams(product);
    const auto run = [&] {
        m_pool.run([&](const ThreadPool::Region& region) { runPanels(product, region); });
    };
    if (!m_adaptive || !m_batch.oneToken() || !m_streamChoice.tries()) {
        run();
        return;
    }
    const auto begin = std::chrono::steady_clock::now();
    run();
    m_streamChoice.record(m_streamed - 1,
                          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

void CpuBackend::runStreams(const Product& product, const ThreadPool::Region& region,
                            const std::byte* panel) {
    for (size_t i = 0; i < m_following.normWeight.size(); i += 16)
        __builtin_prefetch(m_following.normWeight.data() + i, 0, 2);
    m_prefetches[region.index()] = {m_following.upcoming(region), m_afterwards.upcoming(region)};
    const Streams streams = streamsOf(product, 0);
    const std::byte* next[mostStreams];
    std::fill_n(next, mostStreams, streams.first[0]);
    if (streams.inPieces(region.count())) {
        // A thread whose processor is slower just now takes fewer pieces.
        const size_t piece = streams.piece(region.count());
        const auto endOf = [&](size_t begin) { return std::min(begin + piece, streams.strips); };
        for (size_t begin = region.index() * piece; begin < streams.strips;) {
            // Each of the others will most likely take one first.
            const size_t after = (2 * region.count() - 1 + region.peek()) * piece;
            if (after < streams.strips)
                streams.begin(after, endOf(after), next);
            else
                m_following.begin(region, next);
            streamStrips(product, 0, begin, endOf(begin), panel, 0, next);
            begin = (region.count() + region.next()) * piece;
        }
        return;
    }
    size_t column = 0;
    const size_t matrices = streams.matrices;
    for (size_t p = 0; p < product.parts.size(); p += matrices) {
        const size_t strips = product.parts[p].weight->stripsPerExpert;
        if (p + matrices < product.parts.size())
            streamsOf(product, p + matrices).begin(region, next);
        else
            m_following.begin(region, next);
        streamStrips(product, p, region.first(strips), region.last(strips), panel, column, next);
        column += product.parts[p].weight->rows;
    }
}

void CpuBackend::streamStrips(const Product& product, size_t p, size_t strip, size_t end,
                              const std::byte* panel, size_t column, const std::byte* const* next) {
    // Clearing 16 KB for each matrix took 1 % of a reply's time.
    alignas(64) __attribute__((uninitialized)) float sums[mostStreams * mostInARow * stripRows];
    const Streams source = streamsOf(product, p);
    const size_t matrices = source.matrices;
    const auto type = static_cast<size_t>(product.parts[p].weight->stripType);
    float* out = product.out[0] + column;
    while (strip < end) {
        const Cut cut(end - strip, matrices, source.most);
        const size_t each = cut.streams / matrices;
        const size_t after = strip + cut.apart * each;
        const std::byte* at[mostStreams];
        source.begin(strip, end, at);
        for (size_t i = 0; i < cut.apart;) {
            const size_t count = std::min(mostInARow, cut.apart - i);
            const std::byte* ahead[mostStreams];
            for (size_t s = 0; s < cut.streams; ++s) ahead[s] = at[s] + count * source.stripBytes[s / each];
            if (i + count == cut.apart) {
                std::copy_n(next, mostStreams, ahead);
                source.begin(after, end, ahead);
            }
            if (cut.streams == 1) {
                alignas(64) float planes[2 * stripRows];
                m_kernels.panelDot[type][product.planes - 1](at[0], product.columns, panel, planes);
                addPlanes(product.planes, 1, planes, sums);
            } else {
                m_kernels.panelStreams[type][product.planes - 1][cut.streams == 8 ? 2 : cut.streams / 4](
                    at, count, ahead, product.columns, panel, sums);
            }
            const float* up = product.gated ? sums + each * count * stripRows : nullptr;
            if (count == cut.apart) {
                // The streams' rows follow each other.
                finishStrips(product, p, strip, each * count, sums, up, out);
            } else {
                for (size_t s = 0; s < each; ++s)
                    finishStrips(product, p, strip + s * cut.apart + i, count, sums + s * count * stripRows,
                                 up != nullptr ? up + s * count * stripRows : nullptr, out);
            }
            for (size_t s = 0; s < cut.streams; ++s) at[s] += count * source.stripBytes[s / each];
            i += count;
        }
        strip = after;
    }
}

}  // namespace hearth
