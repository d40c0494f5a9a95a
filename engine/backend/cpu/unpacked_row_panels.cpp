#include "backend/cpu/unpacked_row_panels.h"

#include <algorithm>

namespace hearth::cpu {

namespace {

/// Bytes of a row panel that are unpacked at once. They stay in the first-level cache together with the same
/// columns of a panel.
constexpr size_t pieceBytes = size_t{18} << 10U;
constexpr size_t tileFloats = maxPanelWidth * rowPanelRows;
/// Bytes that a thread needs for a piece and the tiles of two matrices.
constexpr size_t scratchBytes = pieceBytes + 2 * UnpackedRowPanels::mostPanels * tileFloats * sizeof(float);
/// The columns of a piece, whole units of every type.
constexpr size_t pieceColumns = pieceBytes / unpackedBlockBytes * blockColumns / panelColumns * panelColumns;

}  // namespace

/// A row panel of a part, or of gate and up.
struct UnpackedRowPanels::Work {
    const Gemm& product;
    size_t part, rowPanel;
    size_t firstRow;  ///< of the first panel
    size_t firstOut;  ///< column of the output
    size_t together;  ///< rows of a panel
    float* tiles;     ///< (matrices, mostPanels, tileFloats)

    size_t rowOf(size_t panel) const noexcept { return firstRow + panel * together; }
    float* tile(size_t matrix, size_t panel) const noexcept {
        return tiles + (matrix * mostPanels + panel) * tileFloats;
    }
};

bool UnpackedRowPanels::take(const Gemm& product, size_t part) const noexcept {
    const auto has = [&](const GemmPart& p) {
        return !isFloat(p.weight->rowPanelType) &&
               m_kernels.unpackedDot[static_cast<size_t>(p.weight->rowPanelType)] != nullptr;
    };
    return has(product.parts[part]) && (!product.gated || has(product.parts[1]));
}

void UnpackedRowPanels::reserve(unsigned threads) {
    m_scratch.reserve(threads * scratchBytes);
}

void UnpackedRowPanels::multiply(const Gemm& product, size_t part, size_t rowPanel, size_t column,
                                 const std::byte* panels, size_t firstRow, size_t count,
                                 unsigned thread) const {
    std::byte* bytes = m_scratch.data() + thread * scratchBytes;
    const Work work{.product = product,
                    .part = part,
                    .rowPanel = rowPanel,
                    .firstRow = firstRow,
                    .firstOut = column + rowPanel * rowPanelRows,
                    .together = maxPanelWidth / product.planes,
                    .tiles = reinterpret_cast<float*>(bytes + pieceBytes)};
    const size_t panelSize = panelBytes(product.columns, maxPanelWidth);
    const std::byte* firstPanel = panels + firstRow * panelBytes(product.columns, product.planes);
    // A tile that nothing adds to later need not be kept.
    alignas(64) float passing[tileFloats];
    for (size_t m = 0; m < product.matrices(); ++m) {
        const GemmPart& matrix = product.parts[part + m];
        const RowPanelType type = matrix.weight->rowPanelType;
        const auto index = static_cast<size_t>(type);
        const std::byte* data = matrix.weight->rowPanel(matrix.expert, rowPanel);
        const size_t columns = roundUp(product.columns, rowPanelFormat(type).unitColumns);
        for (size_t first = 0; first < columns; first += pieceColumns) {
            const size_t piece = std::min(pieceColumns, columns - first);
            const bool last = m + 1 == product.matrices() && first + piece == columns;
            m_kernels.unpackBytes[index](data, first, piece, bytes);
            const size_t at = first / blockColumns * panelBlockBytes(maxPanelWidth);
            for (size_t i = 0; i < count; ++i) {
                // The output's rows are far apart and not near the processor: they are prefetched.
                if (last)
                    for (size_t c = 0; c < work.together; ++c)
                        __builtin_prefetch(product.out[work.rowOf(i) + c] + work.firstOut, 1);
                float* tile = last && first == 0 ? passing : work.tile(m, i);
                m_kernels.unpackedDot[index](bytes, piece, firstPanel + i * panelSize + at, first != 0, tile);
                if (last) finishTile(work, i, tile);
            }
        }
    }
}

/// From the last tile of a panel, which with a gate is that of up, to the output.
void UnpackedRowPanels::finishTile(const Work& work, size_t panel, float* last) const {
    const Gemm& product = work.product;
    float* first = product.gated ? work.tile(0, panel) : last;
    if (product.planes == 2) {
        addPlanes(2, work.together, first, first);
        if (product.gated) addPlanes(2, work.together, last, last);
    }
    const size_t rowsHere =
        std::min(rowPanelRows,
                 static_cast<size_t>(product.parts[work.part].weight->rows) - work.rowPanel * rowPanelRows);
    m_kernels.finishPanel(first, work.together, rowsHere,
                          product.finishOf(work.part, work.rowPanel, product.gated ? last : nullptr),
                          &product.out[work.rowOf(panel)], work.firstOut);
}

}  // namespace hearth::cpu
