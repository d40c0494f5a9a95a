// Products of many rows with strips whose weights were unpacked to bytes, for processors on which that pays.
#include <algorithm>

#include "backend/cpu/cpu_backend.h"

namespace hearth {

using namespace cpu;

namespace {

constexpr size_t tileFloats = maxPanelWidth * stripRows;

/// The columns of a piece, whole units of every type.
constexpr size_t pieceColumns(size_t bytes) noexcept {
    return bytes / unpackedBlockBytes * blockColumns / panelColumns * panelColumns;
}

}  // namespace

bool CpuBackend::unpacks(const Product& product, size_t part) const noexcept {
    const auto has = [&](const Part& p) {
        return !isFloat(p.weight->stripType) &&
               m_kernels.unpackedDot[static_cast<size_t>(p.weight->stripType)] != nullptr;
    };
    return has(product.parts[part]) && (!product.gated || has(product.parts[1]));
}

void CpuBackend::unpackedStrip(const Product& product, size_t part, size_t strip, size_t column,
                               const std::byte* panels, size_t firstRow, size_t count, size_t thread) {
    const size_t planes = product.planes;
    const size_t together = maxPanelWidth / planes;
    const size_t panelSize = panelBytes(product.columns, maxPanelWidth);
    const std::byte* firstPanel = panels + firstRow * panelBytes(product.columns, planes);
    std::byte* bytes = m_scratch.data() + thread * unpackedScratch;
    auto* tiles = reinterpret_cast<float*>(bytes + unpackedPieceBytes);
    const size_t matrices = product.gated ? 2 : 1;
    const auto tileOf = [&](size_t matrix, size_t i) {
        return tiles + (matrix * mostUnpackedPanels + i) * tileFloats;
    };
    const size_t weightRows = product.parts[part].weight->rows;
    const size_t rowsHere = std::min(stripRows, weightRows - strip * stripRows);
    const size_t firstOut = column + strip * stripRows;
    // A tile that nothing adds to later need not be kept.
    alignas(64) float passing[tileFloats];
    Finish finish = finishOf(product, part, strip, product.gated ? passing : nullptr);
    const auto finishTile = [&](size_t i, float* last) {
        const size_t row = firstRow + i * together;
        float* first = product.gated ? tileOf(0, i) : last;
        if (planes == 2) {
            addPlanes(planes, together, first, first);
            if (product.gated) addPlanes(planes, together, last, last);
        }
        if (product.gated) finish.up = last;
        m_kernels.finishPanel(first, together, rowsHere, finish, &product.out[row], firstOut);
    };
    for (size_t m = 0; m < matrices; ++m) {
        const Part& matrix = product.parts[part + m];
        const StripType type = matrix.weight->stripType;
        const auto index = static_cast<size_t>(type);
        const std::byte* data = matrix.weight->strip(matrix.expert, strip);
        const size_t columns = roundUp(product.columns, stripFormat(type).unitColumns);
        const size_t most = pieceColumns(unpackedPieceBytes);
        for (size_t first = 0; first < columns; first += most) {
            const size_t piece = std::min(most, columns - first);
            const bool last = m + 1 == matrices && first + piece == columns;
            m_kernels.unpackBytes[index](data, first, piece, bytes);
            const size_t at = first / blockColumns * panelBlockBytes(maxPanelWidth);
            for (size_t i = 0; i < count; ++i) {
                // The output's rows are far apart and not near the processor: they are prefetched.
                if (last)
                    for (size_t c = 0; c < together; ++c)
                        __builtin_prefetch(product.out[firstRow + i * together + c] + firstOut, 1);
                float* tile = last && first == 0 ? passing : tileOf(m, i);
                m_kernels.unpackedDot[index](bytes, piece, firstPanel + i * panelSize + at, first != 0, tile);
                if (last) finishTile(i, tile);
            }
        }
    }
}

}  // namespace hearth
