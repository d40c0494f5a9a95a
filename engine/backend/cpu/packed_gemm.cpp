#include "backend/cpu/packed_gemm.h"

#include <algorithm>
#include <array>

namespace hearth::cpu {

namespace {

/// Panels that all row panels pass before the next ones: what stays in the second-level cache, but where row
/// panels are unpacked for them not so few that this is done too often.
constexpr size_t mostNearBytes = size_t{192} << 10U;
constexpr size_t fewestUnpackedPanels = 16;

}  // namespace

/// Partition of a product into tasks: a few row panels, counted over all parts, and the rows of some panels.
struct PackedGemm::Cut {
    std::array<size_t, mostLinearParts> firstRowPanel{};
    size_t rowPanels = 0;  ///< of all parts
    size_t chunk = 0;      ///< row panels of a task
    size_t chunks = 0;
    size_t rows = 0;  ///< of a task
    size_t tasks = 0;

    Cut(const Gemm& product, const UnpackedRowPanels& unpacked, unsigned threads) noexcept {
        bool anyUnpacked = false;
        for (size_t p = 0; p < product.outputs(); ++p) {
            anyUnpacked = anyUnpacked || unpacked.take(product, p);
            firstRowPanel[p] = rowPanels;
            rowPanels += product.parts[p].weight->rowPanelsPerExpert;
        }
        chunk = std::clamp<size_t>(rowPanels / (threads * 8), 1, 16);
        chunks = (rowPanels + chunk - 1) / chunk;
        const size_t together = maxPanelWidth / product.planes;
        size_t nearPanels =
            std::max<size_t>(1, mostNearBytes / (panelBytes(product.columns, product.planes) * together));
        if (anyUnpacked)
            nearPanels = std::clamp(nearPanels, fewestUnpackedPanels, UnpackedRowPanels::mostPanels);
        rows = nearPanels * together;
        tasks = (product.in.size() + rows - 1) / rows * chunks;
    }
};

void PackedGemm::run(const Gemm& product) {
    m_rows.reserve(product, m_pool.threads());
    if (product.in.size() > 1) m_unpacked.reserve(m_pool.threads());
    m_pool.run([&](const ThreadPool::Region& region) {
        const ActivationPanels::View view = m_rows.prepare(product, region);
        const Cut cut(product, m_unpacked, region.count());
        for (size_t task = region.next(); task < cut.tasks; task = region.next())
            runTask(product, view, cut, task, region.index());
    });
}

void PackedGemm::runTask(const Gemm& product, const ActivationPanels::View& view, const Cut& cut, size_t task,
                         unsigned thread) const {
    const size_t row = task / cut.chunks * cut.rows;
    const size_t end = std::min(row + cut.rows, product.in.size());
    const size_t begin = task % cut.chunks * cut.chunk;
    const size_t together = maxPanelWidth / product.planes;
    for (size_t i = begin; i < std::min(begin + cut.chunk, cut.rowPanels); ++i) {
        size_t part = product.outputs() - 1;
        while (cut.firstRowPanel[part] > i) --part;
        const size_t rowPanel = i - cut.firstRowPanel[part];
        size_t column = 0;
        for (size_t before = 0; before < part; ++before) column += product.parts[before].weight->rows;
        size_t from = row;
        if (const size_t wide = (end - row) / together; wide > 1 && m_unpacked.take(product, part)) {
            m_unpacked.multiply(product, part, rowPanel, column, view.panels, row, wide, thread);
            from += wide * together;
        }
        runRowPanel(product, view, part, rowPanel, column, from, end);
    }
}

/// Rows [firstRow, lastRow) against one row panel of a part, whose output begins at a column.
void PackedGemm::runRowPanel(const Gemm& product, const ActivationPanels::View& view, size_t part,
                             size_t rowPanel, size_t column, size_t firstRow, size_t lastRow) const {
    const size_t rows = product.in.size();
    alignas(64) float tiles[2][maxPanelWidth * rowPanelRows];
    const size_t count = std::min(
        rowPanelRows, static_cast<size_t>(product.parts[part].weight->rows) - rowPanel * rowPanelRows);
    const size_t firstOut = column + rowPanel * rowPanelRows;
    const Finish finish = product.finishOf(part, rowPanel, product.gated ? tiles[1] : nullptr);
    for (size_t row = firstRow; row < lastRow;) {
        const size_t width = panelRowsAt(row, rows, product.planes);
        // The output's rows are far apart and not near the processor: they are prefetched.
        for (size_t c = 0; c < width; ++c) __builtin_prefetch(product.out[row + c] + firstOut, 1);
        dot(product, product.parts[part], rowPanel, view, row, width, tiles[0]);
        if (product.gated) dot(product, product.parts[1], rowPanel, view, row, width, tiles[1]);
        m_kernels.finishPanel(tiles[0], width, count, finish, &product.out[row], firstOut);
        row += width;
    }
}

/// The sums of a row panel with the `width` rows of the panel that begins at a row, shape (width, 16).
void PackedGemm::dot(const Gemm& product, const GemmPart& matrix, size_t rowPanel,
                     const ActivationPanels::View& view, size_t row, size_t width, float* tile) const {
    const CpuWeight& weight = *matrix.weight;
    const std::byte* data = weight.rowPanel(matrix.expert, rowPanel);
    const auto type = static_cast<size_t>(weight.rowPanelType);
    if (isFloat(weight.rowPanelType)) {
        const size_t stride = roundUp(product.columns, 16);
        const auto& floatDot =
            product.recipe == Recipe::Prompt ? m_kernels.promptFloatDot : m_kernels.floatDot;
        floatDot[type - quantizedRowPanelTypes][widthIndex(width)](data, product.columns,
                                                                   view.floats + row * stride, stride, tile);
        return;
    }
    m_kernels.panelDot[type][widthIndex(width * product.planes)](
        data, product.columns, view.panels + row * panelBytes(product.columns, product.planes), tile);
    if (product.planes == 2) addPlanes(2, width, tile, tile);
}

}  // namespace hearth::cpu
