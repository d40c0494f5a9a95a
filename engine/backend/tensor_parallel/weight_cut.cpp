#include "backend/tensor_parallel/weight_cut.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hearth {
namespace {

/// Some of a row's columns, or of a matrix's rows.
struct Range {
    uint64_t first = 0, count = 0;
};

uint64_t bytesOf(const WeightSource& source, uint64_t columns) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    return columns / type.blockElements * type.blockBytes;
}

/// A part's share of each run.
std::vector<Range> rangesOf(const std::vector<uint64_t>& runs, uint64_t all, size_t parts, size_t part) {
    std::vector<Range> ranges;
    uint64_t first = 0;
    for (const uint64_t run : runs.empty() ? std::vector{all} : runs) {
        ranges.push_back({first + run / parts * part, run / parts});
        first += run;
    }
    return ranges;
}

uint64_t countOf(const std::vector<Range>& ranges) {
    uint64_t count = 0;
    for (const Range& range : ranges) count += range.count;
    return count;
}

/// Bytes of the source that follow each other, and where they go.
struct Piece {
    uint64_t from = 0, to = 0, size = 0;
};

/// Reads what the pieces of an expert are made of; `stride` and `size` are an expert's bytes in the source
/// and in the part.
WeightSource inPieces(const WeightSource& source, std::vector<Piece> pieces, uint64_t stride, uint64_t size) {
    WeightSource part = source;
    part.read = [read = source.read, pieces = std::move(pieces), stride, size](uint64_t byteOffset,
                                                                               std::span<std::byte> out) {
        while (!out.empty()) {
            const uint64_t expert = byteOffset / size, within = byteOffset % size;
            const auto piece = std::prev(std::ranges::upper_bound(pieces, within, {}, &Piece::to));
            const uint64_t skipped = within - piece->to;
            const uint64_t step = std::min<uint64_t>(out.size(), piece->size - skipped);
            read(expert * stride + piece->from + skipped, out.first(step));
            out = out.subspan(step);
            byteOffset += step;
        }
    };
    return part;
}

/// The ranges of something, each unit of which takes so many bytes, side by side.
std::vector<Piece> piecesOf(const std::vector<Range>& ranges,
                            const std::function<uint64_t(uint64_t)>& bytes) {
    std::vector<Piece> pieces;
    uint64_t to = 0;
    for (const Range& range : ranges) {
        pieces.push_back({bytes(range.first), to, bytes(range.count)});
        to += pieces.back().size;
    }
    return pieces;
}

WeightSource someRows(const WeightSource& source, const std::vector<Range>& ranges) {
    const uint64_t row = bytesOf(source, source.columns);
    WeightSource part = inPieces(source, piecesOf(ranges, [row](uint64_t rows) { return rows * row; }),
                                 source.rows * row, countOf(ranges) * row);
    part.rows = countOf(ranges);
    return part;
}

WeightSource someColumns(const WeightSource& source, const std::vector<Range>& ranges) {
    const auto bytes = [&source](uint64_t columns) { return bytesOf(source, columns); };
    // A row is to the columns what an expert is to the rows.
    WeightSource part =
        inPieces(source, piecesOf(ranges, bytes), bytes(source.columns), bytes(countOf(ranges)));
    part.columns = countOf(ranges);
    return part;
}

/// Biases and the like are cut as the rows that they belong to.
bool isVector(const WeightSource& source) {
    return source.rows == 1 || source.id.part == WeightPart::Bias;
}

}  // namespace

bool dividesInto(const WeightSource& source, const WeightCut& cut, size_t parts) {
    if (cut.kind == WeightCut::Kind::Whole || cut.kind == WeightCut::Kind::First) return true;
    const bool columns = cut.kind == WeightCut::Kind::Columns || isVector(source);
    const uint64_t step = columns ? parts * blockTypeInfo(source.type).blockElements : parts;
    const std::vector<uint64_t> whole{columns ? source.columns : source.rows};
    return std::ranges::all_of(cut.runs.empty() ? whole : cut.runs,
                               [&](uint64_t run) { return run != 0 && run % step == 0; });
}

WeightSource cutOf(const WeightSource& source, const WeightCut& cut, size_t parts, size_t part) {
    if (cut.kind == WeightCut::Kind::Whole || cut.kind == WeightCut::Kind::First) return source;
    if (cut.kind == WeightCut::Kind::Columns || isVector(source))
        return someColumns(source, rangesOf(cut.runs, source.columns, parts, part));
    return someRows(source, rangesOf(cut.runs, source.rows, parts, part));
}

}  // namespace hearth
