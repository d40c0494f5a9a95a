#include "backend/cpu/row_panel_streams.h"

#include <algorithm>
#include <bit>

namespace hearth::cpu {

namespace {

/// Large matrices are distributed in pieces, this many per thread. Beginning smaller pieces than the minimum
/// would take too much time.
constexpr size_t piecesOfAThread = 12;
constexpr size_t leastPieceBytes = size_t{128} << 10U;
/// Maximum number of bytes that a waiting thread fetches: a part of the second-level cache.
constexpr size_t mostAheadBytes = size_t{256} << 10U;

}  // namespace

StreamCut::StreamCut(size_t left, size_t matrices, size_t most) noexcept
    : streams(std::min(most, std::bit_floor(left * matrices))), apart(left * matrices / streams) {
}

bool StreamFetch::fetch() noexcept {
    if (lines == 0) return false;
    for (size_t i = 0; i < streams; ++i) {
        __builtin_prefetch(at[i], 0, 2);
        at[i] += 64;
    }
    --lines;
    return true;
}

RowPanelStreams::RowPanelStreams(const Gemm& product, size_t part, size_t mostAtOnce) noexcept
    : matrices(product.matrices()),
      rowPanels(product.parts[part].weight->rowPanelsPerExpert),
      most(mostAtOnce),
      alone(product.parts.size() == matrices) {
    for (size_t m = 0; m < matrices; ++m) {
        const GemmPart& matrix = product.parts[part + m];
        first[m] = matrix.weight->rowPanel(matrix.expert, 0);
        rowPanelBytes[m] = matrix.weight->rowPanelBytes;
    }
}

bool RowPanelStreams::inPieces(unsigned threads) const noexcept {
    return alone &&
           rowPanels * (rowPanelBytes[0] + rowPanelBytes[1]) >= leastPieceBytes * piecesOfAThread * threads;
}

size_t RowPanelStreams::piece(unsigned threads) const noexcept {
    const size_t apart = std::max<size_t>(1, rowPanels * matrices / (most * piecesOfAThread * threads));
    return most / matrices * apart;
}

void RowPanelStreams::begin(size_t rowPanel, size_t end, const std::byte** at) const noexcept {
    if (rowPanel >= end) return;
    const StreamCut cut(end - rowPanel, matrices, most);
    const size_t each = cut.streams / matrices;
    for (size_t i = 0; i < cut.streams; ++i)
        at[i] = first[i / each] + (rowPanel + i % each * cut.apart) * rowPanelBytes[i / each];
}

void RowPanelStreams::begin(const ThreadPool::Region& region, const std::byte** at) const noexcept {
    const auto [rowPanel, end] = share(region);
    begin(rowPanel, end, at);
}

std::pair<size_t, size_t> RowPanelStreams::share(const ThreadPool::Region& region) const noexcept {
    if (!inPieces(region.count())) return {region.first(rowPanels), region.last(rowPanels)};
    const size_t rowPanel = region.index() * piece(region.count());
    return {rowPanel, std::min(rowPanel + piece(region.count()), rowPanels)};
}

StreamFetch RowPanelStreams::upcoming(const ThreadPool::Region& region) const noexcept {
    StreamFetch upcoming;
    const auto [rowPanel, end] = share(region);
    if (rowPanel >= end) return upcoming;
    const StreamCut cut(end - rowPanel, matrices, most);
    begin(rowPanel, end, upcoming.at.data());
    upcoming.streams = cut.streams;
    upcoming.lines = std::min(cut.apart * rowPanelBytes[0], mostAheadBytes / cut.streams) / 64;
    return upcoming;
}

}  // namespace hearth::cpu
