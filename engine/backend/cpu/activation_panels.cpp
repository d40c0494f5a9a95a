#include "backend/cpu/activation_panels.h"

#include <span>

namespace hearth::cpu {

namespace {

/// True if all rows are as far apart in memory as the first two.
bool evenlyApart(std::span<const float* const> rows) noexcept {
    if (rows.size() > 1 && rows[1] < rows[0]) return false;
    for (size_t i = 2; i < rows.size(); ++i)
        if (rows[i] - rows[i - 1] != rows[1] - rows[0]) return false;
    return true;
}

}  // namespace

void ActivationPanels::reserve(const Gemm& product, unsigned threads) {
    const size_t rows = product.in.size();
    const size_t copies = rows == 1 ? threads : 1;
    m_panels.reserve(copies * rows * panelBytes(product.columns, product.planes));
    const bool keepsFloats = rows == 1 || product.anyPart(true);
    m_floats.reserve((keepsFloats ? copies * rows : threads * maxPanelWidth) * roundUp(product.columns, 16) *
                     sizeof(float));
}

ActivationPanels::View ActivationPanels::prepare(const Gemm& product, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t planes = product.planes;
    const size_t stride = roundUp(product.columns, 16);
    const size_t rowBytes = panelBytes(product.columns, planes);
    Place place{.floats = m_floats.as<float>(),
                .panels = m_panels.data(),
                .keepsFloats = product.anyPart(true),
                .makesPanels = product.anyPart(false),
                .bounded = product.bounded(m_kernels)};
    if (rows == 1) {
        place.floats += region.index() * stride;
        place.panels += region.index() * rowBytes;
        prepareRows(product, place, 0, 1);
        return {.panels = place.panels, .floats = place.floats};
    }
    if (!place.keepsFloats) place.floats += region.index() * maxPanelWidth * stride;
    const size_t wide = rows * planes / maxPanelWidth;
    const size_t together = maxPanelWidth / planes;
    for (size_t i = region.first(wide); i < region.last(wide); ++i)
        prepareRows(product, place, i * together, together);
    if (region.index() == region.count() - 1)
        for (size_t row = wide * together; row < rows; row += panelRowsAt(row, rows, planes))
            prepareRows(product, place, row, panelRowsAt(row, rows, planes));
    region.barrier();
    return {.panels = m_panels.data(), .floats = m_floats.as<float>()};
}

void ActivationPanels::prepareRows(const Gemm& product, const Place& place, size_t row, size_t count) {
    const size_t stride = roundUp(product.columns, 16);
    const float* from = product.in[row];
    size_t apart = count == 1 ? 0 : static_cast<size_t>(product.in[row + 1] - from);
    // Rows that are only packed into panels use a small buffer, or are read in place.
    if (place.keepsFloats || product.normKind != NormKind::None ||
        !evenlyApart(product.in.subspan(row, count))) {
        float* to = place.floats + (place.keepsFloats ? row * stride : 0);
        for (size_t c = 0; c < count; ++c)
            m_kernels.norm(product.normKind, product.in[row + c], product.columns, product.normWeight,
                           product.normBias, product.epsilon, to + c * stride);
        from = to;
        apart = stride;
    }
    if (!place.makesPanels) return;
    const auto quantize = product.planes == 2 ? m_kernels.quantizeTwice : m_kernels.quantize;
    quantize(from, apart, product.columns, count, place.bounded,
             place.panels + row * panelBytes(product.columns, product.planes));
}

}  // namespace hearth::cpu
