#include "backend/cpu/strip_streams.h"

#include <algorithm>
#include <bit>

namespace hearth::cpu {

namespace {

/// Large matrices are handed out piece by piece, so many a thread; with smaller pieces than this too much
/// time would go into beginning them.
constexpr size_t piecesOfAThread = 12;
constexpr size_t leastPieceBytes = size_t{128} << 10U;
/// What a waiting thread fetches at most: a part of the second-level cache.
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

StripStreams::StripStreams(const Product& product, size_t part, size_t mostAtOnce) noexcept
    : matrices(product.matrices()),
      strips(product.parts[part].weight->stripsPerExpert),
      most(mostAtOnce),
      alone(product.parts.size() == matrices) {
    for (size_t m = 0; m < matrices; ++m) {
        const ProductPart& matrix = product.parts[part + m];
        first[m] = matrix.weight->strip(matrix.expert, 0);
        stripBytes[m] = matrix.weight->stripBytes;
    }
}

bool StripStreams::inPieces(unsigned threads) const noexcept {
    return alone && strips * (stripBytes[0] + stripBytes[1]) >= leastPieceBytes * piecesOfAThread * threads;
}

size_t StripStreams::piece(unsigned threads) const noexcept {
    const size_t apart = std::max<size_t>(1, strips * matrices / (most * piecesOfAThread * threads));
    return most / matrices * apart;
}

void StripStreams::begin(size_t strip, size_t end, const std::byte** at) const noexcept {
    if (strip >= end) return;
    const StreamCut cut(end - strip, matrices, most);
    const size_t each = cut.streams / matrices;
    for (size_t i = 0; i < cut.streams; ++i)
        at[i] = first[i / each] + (strip + i % each * cut.apart) * stripBytes[i / each];
}

void StripStreams::begin(const ThreadPool::Region& region, const std::byte** at) const noexcept {
    const auto [strip, end] = share(region);
    begin(strip, end, at);
}

std::pair<size_t, size_t> StripStreams::share(const ThreadPool::Region& region) const noexcept {
    if (!inPieces(region.count())) return {region.first(strips), region.last(strips)};
    const size_t strip = region.index() * piece(region.count());
    return {strip, std::min(strip + piece(region.count()), strips)};
}

StreamFetch StripStreams::upcoming(const ThreadPool::Region& region) const noexcept {
    StreamFetch upcoming;
    const auto [strip, end] = share(region);
    if (strip >= end) return upcoming;
    const StreamCut cut(end - strip, matrices, most);
    begin(strip, end, upcoming.at.data());
    upcoming.streams = cut.streams;
    upcoming.lines = std::min(cut.apart * stripBytes[0], mostAheadBytes / cut.streams) / 64;
    return upcoming;
}

}  // namespace hearth::cpu
