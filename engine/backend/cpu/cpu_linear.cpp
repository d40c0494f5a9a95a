// Products of batch rows with weight matrices: panels of 8-bit activations for few rows, tile registers for
// many.
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/cpu_backend.h"

namespace hearth {

using namespace cpu;

namespace {

/// From this many rows on unpacking a strip to bfloat16 is paid for by the tiles' speed.
constexpr size_t tileRowsFrom = 12;
/// Columns of the input that are unpacked at once: two strips of 16 rows stay in the first-level cache.
constexpr size_t tileDepth = 512;
constexpr size_t stripsInTileGroup = 4;
/// Strips that one thread reads side by side while decoding.
constexpr size_t mostStreams = 8;

constexpr size_t roundUp(size_t value, size_t step) noexcept {
    return (value + step - 1) / step * step;
}

/// The width of the panel that begins at a row: eights first, then what is left in powers of two.
constexpr size_t widthAt(size_t row, size_t rows) noexcept {
    const size_t left = rows - row;
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

size_t tileStride(size_t columns) noexcept {
    // Not a multiple of a page, or rows of a tile would fall on the same lines of the cache.
    return roundUp(columns, blockColumns) + 32;
}

}  // namespace

bool CpuBackend::usesTiles(const Product& product) const noexcept {
    if (m_kernels.matmulBfloat == nullptr || product.in.size() < tileRowsFrom) return false;
    return std::all_of(product.parts.begin(), product.parts.end(), [&](const Part& part) {
        return m_kernels.unpackBfloat[static_cast<size_t>(part.weight->stripType)] != nullptr &&
               product.columns % blockColumns == 0;
    });
}

void CpuBackend::run(const Product& product) {
    const size_t rows = product.in.size();
    if (rows == 0) return;
    const size_t columns = product.columns;
    const unsigned threads = m_pool.threads();
    if (usesTiles(product)) {
        m_panels.reserve(roundUp(rows, 16) * tileStride(columns) * 2);
        m_rows.reserve(threads * roundUp(columns, 16) * 4);
        m_scratch.reserve(threads * tileScratchBytes(product));
        m_pool.run([&](const ThreadPool::Region& region) { runTiles(product, region); });
        return;
    }
    // A single row is prepared by every thread for itself, which is cheaper than waiting for one to do it.
    const size_t copies = rows == 1 ? threads : 1;
    m_panels.reserve(copies * rows * panelBytes(columns, 1));
    m_rows.reserve(copies * rows * roundUp(columns, 16) * 4);
    m_pool.run([&](const ThreadPool::Region& region) { runPanels(product, region); });
}

void CpuBackend::runPanels(const Product& product, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t stride = roundUp(product.columns, 16);
    const bool anyPanel = std::any_of(product.parts.begin(), product.parts.end(),
                                      [](const Part& part) { return !isFloat(part.weight->stripType); });
    float* floats = m_rows.as<float>();
    std::byte* panels = m_panels.data();
    const auto prepare = [&](size_t row, size_t width) {
        for (size_t c = 0; c < width; ++c)
            m_kernels.norm(product.normKind, product.in[row + c], product.columns, product.normWeight,
                           product.normBias, product.epsilon, floats + (row + c) * stride);
        if (anyPanel)
            m_kernels.quantize(floats + row * stride, stride, product.columns, width,
                               panels + row * panelBytes(product.columns, 1));
    };
    if (rows == 1) {
        floats += region.index() * stride;
        panels += region.index() * panelBytes(product.columns, 1);
        prepare(0, 1);
    } else {
        const size_t wide = rows / maxPanelWidth;
        for (size_t i = region.first(wide); i < region.last(wide); ++i)
            prepare(i * maxPanelWidth, maxPanelWidth);
        if (region.index() == region.count() - 1)
            for (size_t row = wide * maxPanelWidth; row < rows; row += widthAt(row, rows))
                prepare(row, widthAt(row, rows));
        region.barrier();
    }

    if (rows == 1 && streamsRow(product)) {
        runStreams(product, region, panels);
        return;
    }
    std::array<size_t, 8> firstStrip{};
    size_t total = 0;
    const size_t walked = product.gated ? 1 : product.parts.size();
    for (size_t p = 0; p < walked; ++p) {
        firstStrip[p] = total;
        total += product.parts[p].weight->stripsPerExpert;
    }
    const size_t chunk = std::clamp<size_t>(total / (region.count() * 8), 1, 16);
    for (size_t begin = region.next() * chunk; begin < total; begin = region.next() * chunk) {
        for (size_t i = begin; i < std::min(begin + chunk, total); ++i) {
            size_t p = walked - 1;
            while (firstStrip[p] > i) --p;
            size_t column = 0;
            for (size_t before = 0; before < p; ++before) column += product.parts[before].weight->rows;
            panelStrip(product, p, i - firstStrip[p], column, panels, floats);
        }
    }
}

bool CpuBackend::streamsRow(const Product& product) noexcept {
    const auto quantized = [](const Part& part) { return !isFloat(part.weight->stripType); };
    const bool alike =
        !product.gated || product.parts[0].weight->stripType == product.parts[1].weight->stripType;
    return alike && std::all_of(product.parts.begin(), product.parts.end(), quantized);
}

void CpuBackend::runStreams(const Product& product, const ThreadPool::Region& region,
                            const std::byte* panel) {
    alignas(64) float tile[mostStreams * stripRows];
    size_t column = 0;
    // With a gate, every group is of gate's strips followed by the same strips of up.
    const size_t matrices = product.gated ? 2 : 1;
    for (size_t p = 0; p < product.parts.size(); p += matrices) {
        const CpuWeight& weight = *product.parts[p].weight;
        const auto type = static_cast<size_t>(weight.stripType);
        const size_t end = region.last(weight.stripsPerExpert);
        for (size_t strip = region.first(weight.stripsPerExpert); strip < end;) {
            // Streams that begin as far from each other as the share allows run straight ahead the longest.
            const size_t left = end - strip;
            const size_t streams = left * matrices >= 8   ? 8
                                   : left * matrices >= 4 ? 4
                                   : left * matrices >= 2 ? 2
                                                          : 1;
            const size_t apart = left * matrices / streams;
            for (size_t i = 0; i < apart; ++i) {
                const std::byte* at[mostStreams];
                for (size_t m = 0; m < matrices; ++m)
                    for (size_t s = 0; s < streams / matrices; ++s)
                        at[m * (streams / matrices) + s] = product.parts[p + m].weight->strip(
                            product.parts[p + m].expert, strip + s * apart + i);
                if (streams == 1) {
                    m_kernels.panelDot[type][0](at[0], product.columns, panel, tile);
                } else {
                    m_kernels.panelStreams[type][streams == 8 ? 2 : streams / 4](at, product.columns, panel,
                                                                                 tile);
                }
                for (size_t s = 0; s < streams / matrices; ++s) {
                    const float* up = product.gated ? tile + (streams / 2 + s) * stripRows : nullptr;
                    finishStrip(product, p, strip + s * apart + i, tile + s * stripRows, up,
                                product.out[0] + column);
                }
            }
            strip += apart * streams / matrices;
        }
        column += weight.rows;
    }
}

void CpuBackend::finishStrip(const Product& product, size_t part, size_t strip, const float* tile,
                             const float* up, float* out) const {
    const size_t firstOut = strip * stripRows;
    const size_t count =
        std::min(stripRows, static_cast<size_t>(product.parts[part].weight->rows) - firstOut);
    Finish finish = product.finish;
    if (const float* bias = product.parts[part].bias) finish.bias = bias + firstOut;
    if (up != nullptr) {
        finish.up = up;
        if (product.parts[1].bias != nullptr) finish.upBias = product.parts[1].bias + firstOut;
    }
    m_kernels.finish(tile, count, finish, out + firstOut);
}

void CpuBackend::panelStrip(const Product& product, size_t part, size_t strip, size_t column,
                            const std::byte* panels, const float* floats) {
    const size_t rows = product.in.size();
    const size_t stride = roundUp(product.columns, 16);
    alignas(64) float tiles[2][maxPanelWidth * stripRows];
    const auto multiply = [&](const Part& matrix, size_t row, size_t width, float* tile) {
        const CpuWeight& weight = *matrix.weight;
        const std::byte* data = weight.strip(matrix.expert, strip);
        const auto type = static_cast<size_t>(weight.stripType);
        if (isFloat(weight.stripType)) {
            m_kernels.floatDot[type - quantizedStripTypes][widthIndex(width)](
                data, product.columns, floats + row * stride, stride, tile);
        } else {
            m_kernels.panelDot[type][widthIndex(width)](data, product.columns,
                                                        panels + row * panelBytes(product.columns, 1), tile);
        }
    };
    for (size_t row = 0; row < rows;) {
        const size_t width = widthAt(row, rows);
        multiply(product.parts[part], row, width, tiles[0]);
        if (product.gated) multiply(product.parts[1], row, width, tiles[1]);
        for (size_t c = 0; c < width; ++c)
            finishStrip(product, part, strip, tiles[0] + c * stripRows,
                        product.gated ? tiles[1] + c * stripRows : nullptr, product.out[row + c] + column);
        row += width;
    }
}

size_t CpuBackend::tileScratchBytes(const Product& product) const noexcept {
    const size_t depth = std::min(roundUp(product.columns, blockColumns), tileDepth);
    return stripsInTileGroup * stripRows * (depth * 2 + roundUp(product.in.size(), 16) * 4);
}

void CpuBackend::runTiles(const Product& product, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t stride = tileStride(product.columns);
    auto* a = m_panels.as<uint16_t>();
    float* row = m_rows.as<float>() + region.index() * roundUp(product.columns, 16);
    for (size_t i = region.first(rows); i < region.last(rows); ++i) {
        const float* in = product.in[i];
        if (product.normKind != NormKind::None) {
            m_kernels.norm(product.normKind, in, product.columns, product.normWeight, product.normBias,
                           product.epsilon, row);
            in = row;
        }
        m_kernels.toBfloat(in, product.columns, a + i * stride);
    }
    if (region.index() == region.count() - 1)
        std::memset(a + rows * stride, 0, (roundUp(rows, 16) - rows) * stride * 2);
    region.barrier();

    struct Walk {
        size_t firstGroup, column;
    };
    std::array<Walk, 8> walks{};
    const size_t walked = product.gated ? 1 : product.parts.size();
    size_t strips = 0;
    for (size_t p = 0; p < walked; ++p) strips += product.parts[p].weight->stripsPerExpert;
    // A gated group holds half as many strips of each matrix. Smaller groups where there are few, for an even
    // share.
    size_t size = product.gated ? stripsInTileGroup / 2 : stripsInTileGroup;
    if (!product.gated && strips / size < region.count() * 16) size = 2;
    size_t groups = 0;
    size_t column = 0;
    for (size_t p = 0; p < walked; ++p) {
        walks[p] = {groups, column};
        groups += (product.parts[p].weight->stripsPerExpert + size - 1) / size;
        column += product.parts[p].weight->rows;
    }
    std::byte* scratch = m_scratch.data() + region.index() * tileScratchBytes(product);
    m_kernels.beginTiles();
    for (size_t group = region.next(); group < groups; group = region.next()) {
        size_t p = walked - 1;
        while (walks[p].firstGroup > group) --p;
        const size_t strip = (group - walks[p].firstGroup) * size;
        tileGroup(product, p, strip, std::min(size, product.parts[p].weight->stripsPerExpert - strip),
                  walks[p].column, scratch);
    }
    m_kernels.endTiles();
}

void CpuBackend::tileGroup(const Product& product, size_t part, size_t strip, size_t strips, size_t column,
                           std::byte* scratch) {
    const size_t rows = product.in.size();
    const size_t padded = roundUp(rows, 16);
    const size_t stride = tileStride(product.columns);
    const size_t parts = (product.columns + tileDepth - 1) / tileDepth;
    const size_t depth = roundUp((product.columns + parts - 1) / parts, blockColumns);
    // The sums of all strips of the group side by side: gate's first, then up's.
    const size_t width = (product.gated ? 2 * strips : strips) * stripRows;
    auto* c = reinterpret_cast<float*>(scratch);
    auto* unpacked = reinterpret_cast<uint16_t*>(c + padded * stripsInTileGroup * stripRows);
    const auto* a = m_panels.as<uint16_t>();
    Finish finish = product.finish;
    const size_t firstOut = strip * stripRows;
    const size_t firstColumn = column + firstOut;
    const size_t outCount =
        std::min(strips * stripRows, static_cast<size_t>(product.parts[part].weight->rows) - firstOut);
    if (const float* bias = product.parts[part].bias) finish.bias = bias + firstOut;
    if (product.gated && product.parts[1].bias != nullptr) finish.upBias = product.parts[1].bias + firstOut;
    for (size_t k = 0; k < product.columns; k += depth) {
        const size_t count = std::min(depth, product.columns - k);
        const uint16_t* b[stripsInTileGroup] = {};
        size_t n = 0;
        for (size_t matrix = part; matrix <= part + (product.gated ? 1 : 0); ++matrix) {
            const CpuWeight& weight = *product.parts[matrix].weight;
            for (size_t s = strip; s < strip + strips; ++s, ++n) {
                uint16_t* to = unpacked + n * stripRows * depth;
                m_kernels.unpackBfloat[static_cast<size_t>(weight.stripType)](
                    weight.strip(product.parts[matrix].expert, s), k, count, to);
                b[n] = to;
            }
        }
        // A few rows at a time against all strips, which come from the first-level cache after the first;
        // what is done is finished while it is there too.
        constexpr size_t rowsAtOnce = 32;
        const bool last = k + count >= product.columns;
        for (size_t row = 0; row < padded; row += rowsAtOnce) {
            const size_t endRow = std::min(row + rowsAtOnce, rows);
            if (last)
                for (size_t i = row; i < endRow; ++i)
                    for (size_t o = 0; o < outCount; o += stripRows)
                        __builtin_prefetch(product.out[i] + firstColumn + o, 1);
            for (size_t s = 0; s < n; s += 2)
                m_kernels.matmulBfloat(a + row * stride + k, stride, std::min(rowsAtOnce, padded - row),
                                       count, b + s, std::min<size_t>(2, n - s),
                                       c + row * width + s * stripRows, width, k > 0);
            if (!last) continue;
            for (size_t i = row; i < endRow; ++i) {
                if (product.gated) finish.up = c + i * width + strips * stripRows;
                m_kernels.finish(c + i * width, outCount, finish, product.out[i] + firstColumn);
            }
        }
    }
}

void CpuBackend::linear(const LinearArgs& args) {
    const auto rows = rowsOf(args.rows);
    m_in.resize(rows.size());
    m_out.resize(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        m_in[i] = rowOf(args.in, rows[i]);
        m_out[i] = rowOf(args.out, i);
    }
    std::array<Part, 8> parts{};
    if (args.parts.size() > parts.size()) unsupported("more than eight matrices in one product");
    for (size_t p = 0; p < args.parts.size(); ++p)
        parts[p] = {static_cast<const CpuWeight*>(args.parts[p].weight), 0, valuesOf(args.parts[p].bias)};
    Product product;
    product.in = m_in;
    product.out = m_out;
    product.columns = args.in.columns;
    product.normKind = args.norm.kind;
    product.normWeight = valuesOf(args.norm.weight);
    product.normBias = valuesOf(args.norm.bias);
    product.epsilon = args.norm.epsilon;
    product.parts = std::span(parts).first(args.parts.size());
    product.gated = args.gated;
    product.finish = {.activation = args.activation,
                      .scale = args.scale,
                      .softCap = args.softCap,
                      .accumulate = args.accumulate};
    run(product);
}

void CpuBackend::headLinear(const HeadLinearArgs& args) {
    const auto& weight = static_cast<const CpuWeight&>(*args.weight);
    const size_t rows = m_batch.rows.size();
    m_in.resize(rows);
    m_out.resize(rows);
    for (size_t head = 0; head < weight.experts; ++head) {
        for (size_t row = 0; row < rows; ++row) {
            m_in[row] = rowOf(args.in, row) + head * args.inStride;
            m_out[row] = rowOf(args.out, row) + head * args.outStride;
            std::copy_n(m_in[row] + weight.columns, args.tail, m_out[row] + weight.rows);
        }
        const Part part{&weight, head, nullptr};
        Product product;
        product.in = m_in;
        product.out = m_out;
        product.columns = weight.columns;
        product.parts = std::span(&part, 1);
        run(product);
    }
}

}  // namespace hearth
