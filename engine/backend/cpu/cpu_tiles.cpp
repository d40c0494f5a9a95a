// Products of many rows in tile registers: strips are unpacked to bfloat16 in the second-level cache and
// multiplied with all rows there.
#include <algorithm>
#include <array>

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth {

using namespace cpu;

namespace {

constexpr size_t rowsAtOnce = 32;
/// Strips of each matrix that are multiplied before their sums are finished.
constexpr size_t stripsAtOnce = 2;
/// Strips of a task: they stay in the second-level cache, and each few rows in the first while all of them
/// pass. Where the second-level cache of 2 MiB has all rows as well, fewer strips share the work more evenly;
/// where it has not, more strips spare it the rows' way from further off.
constexpr size_t nearBytes = size_t{1} << 20U;
constexpr size_t fewStrips = 8;
constexpr size_t manyStrips = 16;
constexpr size_t unpackedBytes = size_t{1} << 20U;

/// How a product is cut: tasks of `strips` strips of each matrix, unpacked `depth` columns at a time.
struct TilePlan {
    size_t strips = 0, depth = 0;
    size_t tasks = 0;
};

}  // namespace

bool CpuBackend::usesTiles(const Product& product) const noexcept {
    if (m_kernels.matmulBfloat == nullptr || product.recipe != Recipe::Prompt) return false;
    return std::all_of(product.parts.begin(), product.parts.end(), [&](const Part& part) {
        return m_kernels.unpackBfloat[static_cast<size_t>(part.weight->stripType)] != nullptr &&
               product.columns % blockColumns == 0;
    });
}

void CpuBackend::multiplyTiles(const Product& product) {
    const size_t rows = product.in.size();
    const size_t matrices = product.gated ? 2 : 1;
    const size_t threads = m_pool.active();
    const size_t walked = product.gated ? 1 : product.parts.size();
    const auto tasksOf = [&](size_t strips) {
        size_t tasks = 0;
        for (size_t p = 0; p < walked; ++p)
            tasks += (product.parts[p].weight->stripsPerExpert + strips - 1) / strips;
        return tasks;
    };
    // The largest tasks that still leave every thread a few, and of these the most even share.
    TilePlan plan;
    size_t leastWork = SIZE_MAX;
    const size_t rowBytes = rows * product.columns * sizeof(uint16_t);
    const size_t mostStrips = (rowBytes <= nearBytes ? fewStrips : manyStrips) / matrices;
    for (size_t strips = mostStrips; strips >= stripsAtOnce; strips -= 2) {
        const size_t tasks = tasksOf(strips);
        const size_t work = (tasks + threads - 1) / threads * strips;
        const bool enough = tasks >= 3 * threads || strips == stripsAtOnce;
        if (!enough || work >= leastWork) continue;
        leastWork = work;
        plan.strips = strips;
        plan.tasks = tasks;
    }
    const size_t parts = (plan.strips * matrices * stripRows * product.columns * 2 - 1) / unpackedBytes + 1;
    plan.depth = roundUp((product.columns + parts - 1) / parts, blockColumns);

    const size_t unpacked = plan.strips * matrices * stripRows * plan.depth * sizeof(uint16_t);
    // Sums stay in the tiles over the whole depth where it is unpacked at once.
    const size_t sumRows = parts == 1 ? rowsAtOnce : roundUp(rows, rowsAtOnce);
    const size_t sums = roundUp(plan.strips, stripsAtOnce) * matrices * stripRows * sumRows * sizeof(float);
    m_scratch.reserve(m_pool.threads() * (unpacked + sums));
    m_rows.reserve(m_pool.threads() * roundUp(product.columns, 16) * sizeof(float));
    if (product.roundedIn == nullptr)
        m_panels.reserve(roundUp(rows, 16) * roundedStride(product.columns) * sizeof(uint16_t));

    std::array<size_t, 8> firstTask{};
    std::array<size_t, 8> firstColumn{};
    for (size_t p = 1; p < walked; ++p) {
        const CpuWeight& before = *product.parts[p - 1].weight;
        firstTask[p] = firstTask[p - 1] + (before.stripsPerExpert + plan.strips - 1) / plan.strips;
        firstColumn[p] = firstColumn[p - 1] + before.rows;
    }
    m_pool.run([&](const ThreadPool::Region& region) {
        if (product.roundedIn == nullptr) {
            roundRows(product, region);
            region.barrier();
        }
        TileTask task;
        task.depth = plan.depth;
        task.sumRows = sumRows;
        task.scratch = m_scratch.data() + region.index() * (unpacked + sums);
        task.sums = reinterpret_cast<float*>(task.scratch + unpacked);
        m_kernels.beginTiles();
        for (size_t i = region.next(); i < plan.tasks; i = region.next()) {
            task.part = walked - 1;
            while (firstTask[task.part] > i) --task.part;
            task.strip = (i - firstTask[task.part]) * plan.strips;
            task.strips =
                std::min(plan.strips, product.parts[task.part].weight->stripsPerExpert - task.strip);
            task.column = firstColumn[task.part];
            runTileTask(product, task);
        }
        m_kernels.endTiles();
    });
}

void CpuBackend::roundRows(const Product& product, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t stride = roundedStride(product.columns);
    float* normed = m_rows.as<float>() + region.index() * roundUp(product.columns, 16);
    for (size_t i = region.first(rows); i < region.last(rows); ++i) {
        const float* in = product.in[i];
        if (product.normKind != NormKind::None) {
            m_kernels.norm(product.normKind, in, product.columns, product.normWeight, product.normBias,
                           product.epsilon, normed);
            in = normed;
        }
        m_kernels.toBfloat(in, product.columns, m_panels.as<uint16_t>() + i * stride);
    }
}

void CpuBackend::runTileTask(const Product& product, const TileTask& task) {
    const size_t rows = product.in.size();
    const size_t padded = roundUp(rows, 16);
    const size_t stride = roundedStride(product.columns);
    const uint16_t* a = product.roundedIn != nullptr ? product.roundedIn : m_panels.as<uint16_t>();
    auto* unpacked = reinterpret_cast<uint16_t*>(task.scratch);
    const size_t matrices = product.gated ? 2 : 1;
    const auto stripAt = [&](size_t matrix, size_t strip) {
        return unpacked + (matrix * task.strips + strip) * stripRows * task.depth;
    };
    // Sums of a few strips of gate stand before those of up, row by row.
    const size_t width = matrices * stripsAtOnce * stripRows;
    for (size_t k = 0; k < product.columns; k += task.depth) {
        const size_t count = std::min(task.depth, product.columns - k);
        for (size_t m = 0; m < matrices; ++m) {
            const Part& matrix = product.parts[task.part + m];
            for (size_t s = 0; s < task.strips; ++s)
                m_kernels.unpackBfloat[static_cast<size_t>(matrix.weight->stripType)](
                    matrix.weight->strip(matrix.expert, task.strip + s), k, count, stripAt(m, s));
        }
        const bool last = k + count >= product.columns;
        for (size_t row = 0; row < padded; row += rowsAtOnce) {
            const size_t taken = std::min(rowsAtOnce, padded - row);
            for (size_t s = 0; s < task.strips; s += stripsAtOnce) {
                const size_t strips = std::min(stripsAtOnce, task.strips - s);
                float* c = task.sums;
                if (task.sumRows > rowsAtOnce) c += (s / stripsAtOnce * task.sumRows + row) * width;
                const size_t columns = std::min(
                    strips * stripRows, product.parts[task.part].weight->rows - (task.strip + s) * stripRows);
                const TileOut out = tileOut(product, task, row, s);
                Ahead ahead;
                if (last)
                    ahead = {out.bytes, out.strideBytes, std::min(taken, rows - row),
                             (columns * out.elementBytes + 63) / 64};
                for (size_t m = 0; m < matrices; ++m) {
                    const uint16_t* b[stripsAtOnce] = {stripAt(m, s), stripAt(m, s + strips - 1)};
                    m_kernels.matmulBfloat(a + row * stride + k, stride, taken, count, b, strips,
                                           c + m * stripsAtOnce * stripRows, width, k > 0,
                                           m == 0 ? ahead : Ahead{});
                }
                if (!last) continue;
                Finish finish = product.finish;
                const size_t firstOut = (task.strip + s) * stripRows;
                if (const float* bias = product.parts[task.part].bias) finish.bias = bias + firstOut;
                if (product.gated) {
                    finish.up = c + stripsAtOnce * stripRows;
                    if (const float* bias = product.parts[1].bias) finish.upBias = bias + firstOut;
                }
                m_kernels.finishRows(c, width, std::min(taken, rows - row), columns, finish, out.rows);
            }
        }
    }
}

CpuBackend::TileOut CpuBackend::tileOut(const Product& product, const TileTask& task, size_t row,
                                        size_t strip) noexcept {
    const size_t column = task.column + (task.strip + strip) * stripRows;
    TileOut out;
    if (product.roundedOut != nullptr) {
        out.rows.stride = roundedStride(product.parts[0].weight->rows);
        out.rows.rounded = product.roundedOut + row * out.rows.stride + column;
        out.bytes = reinterpret_cast<const std::byte*>(out.rows.rounded);
        out.elementBytes = sizeof(uint16_t);
    } else {
        out.rows.stride =
            product.out.size() > 1 ? static_cast<size_t>(product.out[1] - product.out[0]) : size_t{0};
        out.rows.floats = product.out[row] + column;
        out.bytes = reinterpret_cast<const std::byte*>(out.rows.floats);
        out.elementBytes = sizeof(float);
    }
    out.strideBytes = out.rows.stride * out.elementBytes;
    return out;
}

}  // namespace hearth
