#include "backend/cpu/gemv.h"

#include <algorithm>
#include <chrono>

namespace hearth::cpu {

namespace {

/// RowPanels of a stream whose sums are finished together.
constexpr size_t mostInARow = 32;

}  // namespace

Gemv::Gemv(const KernelTable& kernels, ThreadPool& pool, bool adaptive)
    : m_kernels(kernels),
      m_pool(pool),
      m_adaptive(adaptive),
      m_choice(kernels.streams),
      m_row(kernels),
      m_prefetches(pool.threads()) {
}

Gemv::~Gemv() {
    // Others may go on with the threads, of which none may look at what is gone.
    m_pool.setIdleTask(nullptr, nullptr);
    m_pool.setActive(m_pool.threads());
    m_pool.run([](const ThreadPool::Region&) {});
}

void Gemv::begin(bool oneToken) {
    if (m_done != 0) m_order.resize(m_done);
    m_done = 0;
    m_oneToken = oneToken;
    if (oneToken && m_adaptive) m_choice.beginToken(m_pool.active());
    m_pool.setIdleTask(
        [](void* all, unsigned index) noexcept {
            Prefetch& mine = static_cast<Prefetch*>(all)[index];
            return mine.first.fetch() || mine.second.fetch();
        },
        m_prefetches.data());
}

bool Gemv::take(const Gemm& product) noexcept {
    const bool alike =
        !product.gated || product.parts[0].weight->rowPanelType == product.parts[1].weight->rowPanelType;
    return product.in.size() == 1 && alike && !product.anyPart(true);
}

/// Remembers what is read in which order, so that the next product's row panels are fetched early.
void Gemv::note(const Gemm& product) {
    if (m_done >= m_order.size()) m_order.resize(m_done + 1);
    m_mostStreams = streamsFor(m_done);
    m_order[m_done] = RowPanelStreams(product, 0, m_mostStreams);
    if (product.normWeight != nullptr) m_order[m_done].normWeight = {product.normWeight, product.columns};
    ++m_done;
    m_following = streamsAfter(1);
    m_afterwards = streamsAfter(2);
}

/// Streams that are most likely read by the product that is `products` after the last recorded one.
RowPanelStreams Gemv::streamsAfter(size_t products) const noexcept {
    const size_t index = (m_done - 1 + products) % m_order.size();
    RowPanelStreams streams = m_order[index];
    streams.most = streamsFor(index);
    return streams;
}

void Gemv::run(const Gemm& product) {
    m_row.reserve(product, m_pool.threads());
    note(product);
    const auto runAll = [&] {
        m_pool.run([&](const ThreadPool::Region& region) {
            runShare(product, region, m_row.prepare(product, region).panels);
        });
    };
    if (!m_adaptive || !m_oneToken || !m_choice.tries()) {
        runAll();
        return;
    }
    const auto begin = std::chrono::steady_clock::now();
    runAll();
    m_choice.record(m_done - 1,
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

/// A thread's part of a product.
void Gemv::runShare(const Gemm& product, const ThreadPool::Region& region, const std::byte* panel) {
    for (size_t i = 0; i < m_following.normWeight.size(); i += 16)
        __builtin_prefetch(m_following.normWeight.data() + i, 0, 2);
    m_prefetches[region.index()] = {m_following.upcoming(region), m_afterwards.upcoming(region)};
    const RowPanelStreams streams(product, 0, m_mostStreams);
    const std::byte* next[mostStreams];
    std::fill_n(next, mostStreams, streams.first[0]);
    if (streams.inPieces(region.count())) {
        runPieces(product, streams, region, panel, next);
        return;
    }
    size_t column = 0;
    const size_t matrices = streams.matrices;
    for (size_t p = 0; p < product.parts.size(); p += matrices) {
        const size_t rowPanels = product.parts[p].weight->rowPanelsPerExpert;
        if (p + matrices < product.parts.size())
            RowPanelStreams(product, p + matrices, m_mostStreams).begin(region, next);
        else
            m_following.begin(region, next);
        runRowPanels(product, p, region.first(rowPanels), region.last(rowPanels), panel, column, next);
        column += product.parts[p].weight->rows;
    }
}

/// The same piece by piece: a thread whose processor is slower just now takes fewer.
void Gemv::runPieces(const Gemm& product, const RowPanelStreams& streams, const ThreadPool::Region& region,
                     const std::byte* panel, const std::byte** next) const {
    const size_t piece = streams.piece(region.count());
    const auto endOf = [&](size_t begin) { return std::min(begin + piece, streams.rowPanels); };
    for (size_t begin = region.index() * piece; begin < streams.rowPanels;) {
        // Each of the others will most likely take one first.
        const size_t after = (2 * region.count() - 1 + region.peek()) * piece;
        if (after < streams.rowPanels)
            streams.begin(after, endOf(after), next);
        else
            m_following.begin(region, next);
        runRowPanels(product, 0, begin, endOf(begin), panel, 0, next);
        begin = (region.count() + region.next()) * piece;
    }
}

/// RowPanels [row panel, end) of a part, whose output begins at a column; `next` is what is read after them.
void Gemv::runRowPanels(const Gemm& product, size_t part, size_t rowPanel, size_t end, const std::byte* panel,
                        size_t column, const std::byte* const* next) const {
    // Clearing 16 KB for each matrix took 1 % of a reply's time.
    alignas(64) __attribute__((uninitialized)) float sums[mostStreams * mostInARow * rowPanelRows];
    const RowPanelStreams source(product, part, m_mostStreams);
    const size_t matrices = source.matrices;
    const auto type = static_cast<size_t>(product.parts[part].weight->rowPanelType);
    float* out = product.out[0] + column;
    while (rowPanel < end) {
        const StreamCut cut(end - rowPanel, matrices, source.most);
        const size_t each = cut.streams / matrices;
        const size_t after = rowPanel + cut.apart * each;
        const std::byte* at[mostStreams];
        source.begin(rowPanel, end, at);
        for (size_t i = 0; i < cut.apart;) {
            const size_t count = std::min(mostInARow, cut.apart - i);
            const std::byte* ahead[mostStreams];
            for (size_t s = 0; s < cut.streams; ++s)
                ahead[s] = at[s] + count * source.rowPanelBytes[s / each];
            if (i + count == cut.apart) {
                std::copy_n(next, mostStreams, ahead);
                source.begin(after, end, ahead);
            }
            if (cut.streams == 1) {
                alignas(64) float planes[2 * rowPanelRows];
                m_kernels.panelDot[type][product.planes - 1](at[0], product.columns, panel, planes);
                addPlanes(product.planes, 1, planes, sums);
            } else {
                m_kernels.panelStreams[type][product.planes - 1][cut.streams == 8 ? 2 : cut.streams / 4](
                    at, count, ahead, product.columns, panel, sums);
            }
            const float* up = product.gated ? sums + each * count * rowPanelRows : nullptr;
            if (count == cut.apart) {
                // The streams' rows follow each other.
                finishRowPanels(product, part, rowPanel, each * count, sums, up, out);
            } else {
                for (size_t s = 0; s < each; ++s)
                    finishRowPanels(product, part, rowPanel + s * cut.apart + i, count,
                                    sums + s * count * rowPanelRows,
                                    up != nullptr ? up + s * count * rowPanelRows : nullptr, out);
            }
            for (size_t s = 0; s < cut.streams; ++s) at[s] += count * source.rowPanelBytes[s / each];
            i += count;
        }
        rowPanel = after;
    }
}

/// From the sums of some row panels in a row, of shape (row panels, 16), and with a gate those of up.
void Gemv::finishRowPanels(const Gemm& product, size_t part, size_t rowPanel, size_t rowPanels,
                           const float* sums, const float* up, float* out) const {
    const size_t firstOut = rowPanel * rowPanelRows;
    const size_t count =
        std::min(rowPanels * rowPanelRows, static_cast<size_t>(product.parts[part].weight->rows) - firstOut);
    m_kernels.finish(sums, count, product.finishOf(part, rowPanel, up), out + firstOut);
}

}  // namespace hearth::cpu
