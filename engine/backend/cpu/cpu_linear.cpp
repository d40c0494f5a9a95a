// Products of batch rows with weight matrices; here for few rows, by panels of 8-bit activations.
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth {

using namespace cpu;

namespace {

/// Panels that all strips pass before the next ones: what stays in the second-level cache, but where strips
/// are unpacked for them not so few that this is done too often.
constexpr size_t mostNearBytes = size_t{192} << 10U;
constexpr size_t fewestUnpackedPanels = 16;

/// The width of the panel that begins at a row: eights first, then what is left in powers of two.
constexpr size_t widthAt(size_t row, size_t rows) noexcept {
    const size_t left = rows - row;
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

/// Whether rows lie in memory as far from each other as the second from the first.
bool evenlyApart(std::span<const float* const> rows) noexcept {
    if (rows.size() > 1 && rows[1] < rows[0]) return false;
    for (size_t i = 2; i < rows.size(); ++i)
        if (rows[i] - rows[i - 1] != rows[1] - rows[0]) return false;
    return true;
}

/// The rows in it when each takes so many columns of a panel.
constexpr size_t rowsAt(size_t row, size_t rows, size_t planes) noexcept {
    return widthAt(row * planes, rows * planes) / planes;
}

}  // namespace

bool CpuBackend::anyPart(const Product& product, bool inFloats) noexcept {
    return std::any_of(product.parts.begin(), product.parts.end(),
                       [&](const Part& part) { return isFloat(part.weight->stripType) == inFloats; });
}

bool CpuBackend::bounds(const Product& product) const noexcept {
    return m_kernels.boundsBytes &&
           std::any_of(product.parts.begin(), product.parts.end(),
                       [](const Part& part) { return part.weight->stripType == StripType::Q8_0; });
}

void CpuBackend::addPlanes(size_t planes, size_t rows, const float* tile, float* sums) noexcept {
    for (size_t i = 0; i < rows * stripRows; ++i) {
        const float* column = tile + i / stripRows * planes * stripRows + i % stripRows;
        sums[i] = planes == 2 ? column[0] + column[stripRows] : column[0];
    }
}

void CpuBackend::run(const Product& product) {
    const size_t rows = product.in.size();
    if (rows == 0) return;
    const size_t columns = product.columns;
    const unsigned threads = m_pool.threads();
    if (usesTiles(product)) {
        multiplyTiles(product);
        return;
    }
    // A single row is prepared by every thread for itself, which is cheaper than waiting for one to do it.
    const size_t copies = rows == 1 ? threads : 1;
    m_panels.reserve(copies * rows * panelBytes(columns, product.planes));
    const bool keepsFloats = rows == 1 || anyPart(product, true);
    m_rows.reserve((keepsFloats ? copies * rows : threads * maxPanelWidth) * roundUp(columns, 16) * 4);
    if (rows > 1) m_scratch.reserve(threads * unpackedScratch);
    if (rows == 1 && streamsRow(product)) {
        runRow(product);
        return;
    }
    m_pool.run([&](const ThreadPool::Region& region) { runPanels(product, region); });
}

void CpuBackend::runPanels(const Product& product, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t stride = roundUp(product.columns, 16);
    const bool anyPanel = anyPart(product, false);
    const bool anyFloat = anyPart(product, true);
    const bool bounded = bounds(product);
    float* floats = m_rows.as<float>();
    std::byte* panels = m_panels.data();
    const size_t planes = product.planes;
    const size_t rowBytes = panelBytes(product.columns, planes);
    const auto prepare = [&](size_t row, size_t count) {
        const float* from = product.in[row];
        size_t apart = count == 1 ? 0 : static_cast<size_t>(product.in[row + 1] - from);
        // What only goes into panels stays near, or where it is.
        if (anyFloat || product.normKind != NormKind::None || !evenlyApart(product.in.subspan(row, count))) {
            float* to = floats;
            if (rows > 1) to += (anyFloat ? row : region.index() * maxPanelWidth) * stride;
            for (size_t c = 0; c < count; ++c)
                m_kernels.norm(product.normKind, product.in[row + c], product.columns, product.normWeight,
                               product.normBias, product.epsilon, to + c * stride);
            from = to;
            apart = stride;
        }
        if (anyPanel)
            (planes == 2 ? m_kernels.quantizeTwice : m_kernels.quantize)(from, apart, product.columns, count,
                                                                         bounded, panels + row * rowBytes);
    };
    if (rows == 1) {
        floats += region.index() * stride;
        panels += region.index() * rowBytes;
        prepare(0, 1);
    } else {
        const size_t wide = rows * planes / maxPanelWidth;
        const size_t together = maxPanelWidth / planes;
        for (size_t i = region.first(wide); i < region.last(wide); ++i) prepare(i * together, together);
        if (region.index() == region.count() - 1)
            for (size_t row = wide * together; row < rows; row += rowsAt(row, rows, planes))
                prepare(row, rowsAt(row, rows, planes));
        region.barrier();
    }

    if (rows == 1 && streamsRow(product)) {
        runStreams(product, region, panels);
        return;
    }
    std::array<size_t, 8> firstStrip{};
    size_t total = 0;
    bool anyUnpacked = false;
    const size_t walked = product.gated ? 1 : product.parts.size();
    for (size_t p = 0; p < walked; ++p) {
        anyUnpacked = anyUnpacked || unpacks(product, p);
        firstStrip[p] = total;
        total += product.parts[p].weight->stripsPerExpert;
    }
    const size_t chunk = std::clamp<size_t>(total / (region.count() * 8), 1, 16);
    const size_t chunks = (total + chunk - 1) / chunk;
    const size_t together = maxPanelWidth / planes;
    size_t nearPanels = std::max<size_t>(1, mostNearBytes / (rowBytes * together));
    if (anyUnpacked) nearPanels = std::clamp(nearPanels, fewestUnpackedPanels, mostUnpackedPanels);
    const size_t near = nearPanels * together;
    const size_t tasks = (rows + near - 1) / near * chunks;
    for (size_t task = region.next(); task < tasks; task = region.next()) {
        const size_t row = task / chunks * near;
        const size_t begin = task % chunks * chunk;
        for (size_t i = begin; i < std::min(begin + chunk, total); ++i) {
            size_t p = walked - 1;
            while (firstStrip[p] > i) --p;
            size_t column = 0;
            for (size_t before = 0; before < p; ++before) column += product.parts[before].weight->rows;
            const size_t end = std::min(row + near, rows);
            size_t from = row;
            if (const size_t wide = (end - row) / together; wide > 1 && unpacks(product, p)) {
                unpackedStrip(product, p, i - firstStrip[p], column, panels, row, wide, region.index());
                from += wide * together;
            }
            panelStrip(product, p, i - firstStrip[p], column, panels, floats, from, end);
        }
    }
}

/// What becomes of the sums of a strip and those that follow it.
cpu::Finish CpuBackend::finishOf(const Product& product, size_t part, size_t strip, const float* up) {
    const size_t firstOut = strip * stripRows;
    Finish finish = product.finish;
    if (const float* bias = product.parts[part].bias) finish.bias = bias + firstOut;
    if (up != nullptr) {
        finish.up = up;
        if (product.parts[1].bias != nullptr) finish.upBias = product.parts[1].bias + firstOut;
    }
    return finish;
}

void CpuBackend::finishStrips(const Product& product, size_t part, size_t strip, size_t strips,
                              const float* sums, const float* up, float* out) const {
    const size_t firstOut = strip * stripRows;
    const size_t count =
        std::min(strips * stripRows, static_cast<size_t>(product.parts[part].weight->rows) - firstOut);
    m_kernels.finish(sums, count, finishOf(product, part, strip, up), out + firstOut);
}

void CpuBackend::panelStrip(const Product& product, size_t part, size_t strip, size_t column,
                            const std::byte* panels, const float* floats, size_t firstRow, size_t lastRow) {
    const size_t rows = product.in.size();
    const size_t stride = roundUp(product.columns, 16);
    const size_t planes = product.planes;
    alignas(64) float tiles[2][maxPanelWidth * stripRows];
    const auto multiply = [&](const Part& matrix, size_t row, size_t width, float* tile) {
        const CpuWeight& weight = *matrix.weight;
        const std::byte* data = weight.strip(matrix.expert, strip);
        const auto type = static_cast<size_t>(weight.stripType);
        if (isFloat(weight.stripType)) {
            const auto& dot =
                product.recipe == Recipe::Prompt ? m_kernels.promptFloatDot : m_kernels.floatDot;
            dot[type - quantizedStripTypes][widthIndex(width)](data, product.columns, floats + row * stride,
                                                               stride, tile);
        } else {
            m_kernels.panelDot[type][widthIndex(width * planes)](
                data, product.columns, panels + row * panelBytes(product.columns, planes), tile);
            if (planes == 2) addPlanes(planes, width, tile, tile);
        }
    };
    const size_t count =
        std::min(stripRows, static_cast<size_t>(product.parts[part].weight->rows) - strip * stripRows);
    const size_t firstOut = column + strip * stripRows;
    const Finish finish = finishOf(product, part, strip, product.gated ? tiles[1] : nullptr);
    for (size_t row = firstRow; row < lastRow;) {
        const size_t width = rowsAt(row, rows, planes);
        // The output's rows are far apart and not near the processor: they are prefetched.
        for (size_t c = 0; c < width; ++c) __builtin_prefetch(product.out[row + c] + firstOut, 1);
        multiply(product.parts[part], row, width, tiles[0]);
        if (product.gated) multiply(product.parts[1], row, width, tiles[1]);
        m_kernels.finishPanel(tiles[0], width, count, finish, &product.out[row], firstOut);
        row += width;
    }
}

void CpuBackend::linear(const LinearArgs& args) {
    const auto rows = m_batch.rowsOf(args.rows);
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
    product.recipe = m_batch.recipeOf(args.rows);
    product.in = m_in;
    product.out = m_out;
    product.columns = args.in.columns;
    product.normKind = args.norm.kind;
    product.normWeight = valuesOf(args.norm.weight);
    product.normBias = valuesOf(args.norm.bias);
    product.epsilon = args.norm.epsilon;
    product.parts = std::span(parts).first(args.parts.size());
    product.gated = args.gated;
    const bool attended = args.norm.kind == NormKind::None && m_batch.takeAttended(args.in.buffer);
    size_t outputs = 0;
    // Of weights in blocks alone: activations are not rounded for the others.
    for (const Part& part : product.parts) outputs += isFloat(part.weight->stripType) ? 0 : part.weight->rows;
    product.finish = {.activation = args.activation,
                      .scale = args.scale,
                      .softCap = args.softCap,
                      .accumulate = args.accumulate};
    const bool tiles = usesTiles(product) && args.rows == RowSet::All && args.in.buffer != args.out.buffer;
    if (tiles && args.norm.kind == NormKind::None) product.roundedIn = heldRounded(args.in);
    if (product.roundedIn == nullptr) settle(args.in);
    if (tiles && args.gated && !args.accumulate && args.out.columns % blockColumns == 0)
        product.roundedOut = holdRounded(args.out, m_batch.rows().size());
    else
        settle(args.out);
    runWithPlanes(product, attended, args.rows, outputs * args.in.columns);
}

void CpuBackend::runWithPlanes(Product& product, bool attended, RowSet set, size_t weights) {
    if (weights == 0 || usesTiles(product)) {
        run(product);
        return;
    }
    const auto planes = [&](bool early) {
        return planesOf(product.recipe, attended, bounds(product), early, weights);
    };
    const auto rows = m_batch.rowsOf(set);
    const auto isEarly = [&](size_t i) { return m_batch.rows()[rows[i]].position < earlyPositions; };
    size_t early = 0;
    if (planes(true) != planes(false))
        for (size_t i = 0; i < rows.size(); ++i)
            if (isEarly(i)) {
                std::swap(m_in[i], m_in[early]);
                std::swap(m_out[i], m_out[early]);
                ++early;
            }
    const std::span<const float* const> in = m_in;
    const std::span<float* const> out = m_out;
    product.in = in.first(early);
    product.out = out.first(early);
    product.planes = planes(true);
    run(product);
    product.in = in.subspan(early);
    product.out = out.subspan(early);
    product.planes = planes(false);
    run(product);
}

void CpuBackend::headLinear(const HeadLinearArgs& args) {
    settle(args.in);
    settle(args.out);
    const auto& weight = static_cast<const CpuWeight&>(*args.weight);
    const size_t rows = m_batch.rows().size();
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
        product.recipe = m_batch.recipeOf(RowSet::All);
        product.in = m_in;
        product.out = m_out;
        product.columns = weight.columns;
        product.parts = std::span(&part, 1);
        run(product);
    }
}

}  // namespace hearth
