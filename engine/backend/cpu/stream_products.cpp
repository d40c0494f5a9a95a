#include "backend/cpu/stream_products.h"

#include <algorithm>
#include <chrono>

namespace hearth::cpu {

namespace {

/// Strips of a stream whose sums are finished together.
constexpr size_t mostInARow = 32;

}  // namespace

StreamProducts::StreamProducts(const KernelTable& kernels, ThreadPool& pool, bool adaptive)
    : m_kernels(kernels),
      m_pool(pool),
      m_adaptive(adaptive),
      m_choice(kernels.streams),
      m_row(kernels),
      m_prefetches(pool.threads()) {
}

StreamProducts::~StreamProducts() {
    // Others may go on with the threads, of which none may look at what is gone.
    m_pool.setIdleTask(nullptr, nullptr);
    m_pool.setActive(m_pool.threads());
    m_pool.run([](const ThreadPool::Region&) {});
}

void StreamProducts::begin(bool oneToken) {
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

bool StreamProducts::take(const Product& product) noexcept {
    const bool alike =
        !product.gated || product.parts[0].weight->stripType == product.parts[1].weight->stripType;
    return product.in.size() == 1 && alike && !product.anyPart(true);
}

/// Remembers what is read in which order, so that the next product's strips are fetched early.
void StreamProducts::note(const Product& product) {
    if (m_done >= m_order.size()) m_order.resize(m_done + 1);
    m_mostStreams = streamsFor(m_done);
    m_order[m_done] = StripStreams(product, 0, m_mostStreams);
    if (product.normWeight != nullptr) m_order[m_done].normWeight = {product.normWeight, product.columns};
    ++m_done;
    m_following = streamsAfter(1);
    m_afterwards = streamsAfter(2);
}

/// What so many products after the one that was noted last most likely reads.
StripStreams StreamProducts::streamsAfter(size_t products) const noexcept {
    const size_t index = (m_done - 1 + products) % m_order.size();
    StripStreams streams = m_order[index];
    streams.most = streamsFor(index);
    return streams;
}

void StreamProducts::run(const Product& product) {
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
void StreamProducts::runShare(const Product& product, const ThreadPool::Region& region,
                              const std::byte* panel) {
    for (size_t i = 0; i < m_following.normWeight.size(); i += 16)
        __builtin_prefetch(m_following.normWeight.data() + i, 0, 2);
    m_prefetches[region.index()] = {m_following.upcoming(region), m_afterwards.upcoming(region)};
    const StripStreams streams(product, 0, m_mostStreams);
    const std::byte* next[mostStreams];
    std::fill_n(next, mostStreams, streams.first[0]);
    if (streams.inPieces(region.count())) {
        runPieces(product, streams, region, panel, next);
        return;
    }
    size_t column = 0;
    const size_t matrices = streams.matrices;
    for (size_t p = 0; p < product.parts.size(); p += matrices) {
        const size_t strips = product.parts[p].weight->stripsPerExpert;
        if (p + matrices < product.parts.size())
            StripStreams(product, p + matrices, m_mostStreams).begin(region, next);
        else
            m_following.begin(region, next);
        runStrips(product, p, region.first(strips), region.last(strips), panel, column, next);
        column += product.parts[p].weight->rows;
    }
}

/// The same piece by piece: a thread whose processor is slower just now takes fewer.
void StreamProducts::runPieces(const Product& product, const StripStreams& streams,
                               const ThreadPool::Region& region, const std::byte* panel,
                               const std::byte** next) const {
    const size_t piece = streams.piece(region.count());
    const auto endOf = [&](size_t begin) { return std::min(begin + piece, streams.strips); };
    for (size_t begin = region.index() * piece; begin < streams.strips;) {
        // Each of the others will most likely take one first.
        const size_t after = (2 * region.count() - 1 + region.peek()) * piece;
        if (after < streams.strips)
            streams.begin(after, endOf(after), next);
        else
            m_following.begin(region, next);
        runStrips(product, 0, begin, endOf(begin), panel, 0, next);
        begin = (region.count() + region.next()) * piece;
    }
}

/// Strips [strip, end) of a part, whose output begins at a column; `next` is what is read after them.
void StreamProducts::runStrips(const Product& product, size_t part, size_t strip, size_t end,
                               const std::byte* panel, size_t column, const std::byte* const* next) const {
    // Clearing 16 KB for each matrix took 1 % of a reply's time.
    alignas(64) __attribute__((uninitialized)) float sums[mostStreams * mostInARow * stripRows];
    const StripStreams source(product, part, m_mostStreams);
    const size_t matrices = source.matrices;
    const auto type = static_cast<size_t>(product.parts[part].weight->stripType);
    float* out = product.out[0] + column;
    while (strip < end) {
        const StreamCut cut(end - strip, matrices, source.most);
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
                finishStrips(product, part, strip, each * count, sums, up, out);
            } else {
                for (size_t s = 0; s < each; ++s)
                    finishStrips(product, part, strip + s * cut.apart + i, count,
                                 sums + s * count * stripRows,
                                 up != nullptr ? up + s * count * stripRows : nullptr, out);
            }
            for (size_t s = 0; s < cut.streams; ++s) at[s] += count * source.stripBytes[s / each];
            i += count;
        }
        strip = after;
    }
}

/// From the sums of some strips in a row, of shape (strips, 16), and with a gate those of up.
void StreamProducts::finishStrips(const Product& product, size_t part, size_t strip, size_t strips,
                                  const float* sums, const float* up, float* out) const {
    const size_t firstOut = strip * stripRows;
    const size_t count =
        std::min(strips * stripRows, static_cast<size_t>(product.parts[part].weight->rows) - firstOut);
    m_kernels.finish(sums, count, product.finishOf(part, strip, up), out + firstOut);
}

}  // namespace hearth::cpu
