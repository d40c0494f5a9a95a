#include "backend/cpu/amx_gemm.h"

#include <algorithm>

#include "backend/cpu/rounded_rows.h"

namespace hearth::cpu {

namespace {

constexpr size_t rowsAtOnce = 32;
/// RowPanels of each matrix that are multiplied before their sums are finished.
constexpr size_t rowPanelsAtOnce = 2;
/// RowPanels of a task: they stay in the second-level cache, and each few rows in the first while all of them
/// pass. Where the second-level cache of 2 MiB has all rows as well, fewer row panels share the work more
/// evenly; where it has not, more row panels spare it the rows' way from further off.
constexpr size_t nearBytes = size_t{1} << 20U;
constexpr size_t fewRowPanels = 8;
constexpr size_t manyRowPanels = 16;
constexpr size_t mostUnpackedBytes = size_t{1} << 20U;

size_t tasksOf(const Gemm& product, size_t rowPanels) noexcept {
    size_t tasks = 0;
    for (size_t p = 0; p < product.outputs(); ++p)
        tasks += (product.parts[p].weight->rowPanelsPerExpert + rowPanels - 1) / rowPanels;
    return tasks;
}

/// True if a table has a function for the weights of all parts.
template <typename Functions>
bool knowsAll(const Gemm& product, const Functions& functions) noexcept {
    return std::all_of(product.parts.begin(), product.parts.end(), [&](const GemmPart& part) {
        return functions[static_cast<size_t>(part.weight->rowPanelType)] != nullptr;
    });
}

}  // namespace

bool AmxGemm::take(const Gemm& product) const noexcept {
    if (m_kernels.matmulBfloat == nullptr || product.recipe != Recipe::Prompt) return false;
    return product.columns % blockColumns == 0 &&
           (knowsAll(product, m_kernels.unpackBfloat) ||
            (product.inHalves && knowsAll(product, m_kernels.unpackHalves)));
}

bool AmxGemm::takeRounded(const Gemm& product) const noexcept {
    return take(product) && knowsAll(product, m_kernels.unpackBfloat);
}

/// The largest tasks that still leave every thread a few, and of these the most even share.
void AmxGemm::chooseRowPanels(const Gemm& product, Plan& plan) const noexcept {
    const size_t threads = m_pool.active();
    size_t leastWork = SIZE_MAX;
    const size_t rowBytes = product.in.size() * product.columns * sizeof(uint16_t);
    const size_t mostRowPanels = (rowBytes <= nearBytes ? fewRowPanels : manyRowPanels) / product.matrices();
    for (size_t rowPanels = mostRowPanels; rowPanels >= rowPanelsAtOnce; rowPanels -= 2) {
        const size_t tasks = tasksOf(product, rowPanels);
        const size_t work = (tasks + threads - 1) / threads * rowPanels;
        const bool enough = tasks >= 3 * threads || rowPanels == rowPanelsAtOnce;
        if (!enough || work >= leastWork) continue;
        leastWork = work;
        plan.rowPanels = rowPanels;
        plan.tasks = tasks;
    }
}

AmxGemm::Plan AmxGemm::planOf(const Gemm& product) const noexcept {
    Plan plan;
    chooseRowPanels(product, plan);
    plan.halves = knowsAll(product, m_kernels.unpackBfloat) ? 1 : 2;
    const size_t matrices = product.matrices();
    const size_t bytes = plan.halves * sizeof(uint16_t);
    const size_t parts =
        (plan.rowPanels * matrices * rowPanelRows * product.columns * bytes - 1) / mostUnpackedBytes + 1;
    plan.depth = roundUp((product.columns + parts - 1) / parts, blockColumns);
    plan.unpackedBytes = plan.rowPanels * matrices * rowPanelRows * plan.depth * bytes;
    // Sums stay in the tiles over the whole depth where it is unpacked at once.
    plan.sumRows = parts == 1 ? rowsAtOnce : roundUp(product.in.size(), rowsAtOnce);
    plan.sumBytes =
        roundUp(plan.rowPanels, rowPanelsAtOnce) * matrices * rowPanelRows * plan.sumRows * sizeof(float);
    for (size_t p = 1; p < product.outputs(); ++p) {
        const CpuWeight& before = *product.parts[p - 1].weight;
        plan.firstTask[p] =
            plan.firstTask[p - 1] + (before.rowPanelsPerExpert + plan.rowPanels - 1) / plan.rowPanels;
        plan.firstColumn[p] = plan.firstColumn[p - 1] + before.rows;
    }
    return plan;
}

AmxGemm::Task AmxGemm::taskOf(const Gemm& product, const Plan& plan, size_t index) const noexcept {
    Task task;
    task.part = product.outputs() - 1;
    while (plan.firstTask[task.part] > index) --task.part;
    task.rowPanel = (index - plan.firstTask[task.part]) * plan.rowPanels;
    task.rowPanels =
        std::min(plan.rowPanels, product.parts[task.part].weight->rowPanelsPerExpert - task.rowPanel);
    task.column = plan.firstColumn[task.part];
    task.depth = plan.depth;
    task.sumRows = plan.sumRows;
    return task;
}

void AmxGemm::run(const Gemm& product) {
    const Plan plan = planOf(product);
    const size_t threadBytes = plan.unpackedBytes + plan.sumBytes;
    m_scratch.reserve(m_pool.threads() * threadBytes);
    if (product.roundedIn == nullptr) {
        m_normalized.reserve(m_pool.threads() * roundUp(product.columns, 16) * sizeof(float));
        m_rounded.reserve(plan.halves * roundUp(product.in.size(), 16) * roundedStride(product.columns) *
                          sizeof(uint16_t));
    }
    m_pool.run([&](const ThreadPool::Region& region) {
        if (product.roundedIn == nullptr) {
            roundRows(product, plan.halves > 1, region);
            region.barrier();
        }
        std::byte* scratch = m_scratch.data() + region.index() * threadBytes;
        m_kernels.beginTiles();
        for (size_t i = region.next(); i < plan.tasks; i = region.next()) {
            Task task = taskOf(product, plan, i);
            task.unpacked = reinterpret_cast<uint16_t*>(scratch);
            if (plan.halves > 1) task.rest = task.unpacked + plan.unpackedBytes / sizeof(uint16_t) / 2;
            task.sums = reinterpret_cast<float*>(scratch + plan.unpackedBytes);
            runTask(product, task);
        }
        m_kernels.endTiles();
    });
}

void AmxGemm::roundRows(const Gemm& product, bool halves, const ThreadPool::Region& region) {
    const size_t rows = product.in.size();
    const size_t stride = roundedStride(product.columns);
    float* normed = m_normalized.as<float>() + region.index() * roundUp(product.columns, 16);
    for (size_t i = region.first(rows); i < region.last(rows); ++i) {
        const float* in = product.in[i];
        if (product.normKind != NormKind::None) {
            m_kernels.norm(product.normKind, in, product.columns, product.normWeight, product.normBias,
                           product.epsilon, normed);
            in = normed;
        }
        uint16_t* out = m_rounded.as<uint16_t>() + i * stride;
        if (halves)
            m_kernels.toHalves(in, product.columns, out, out + roundUp(rows, 16) * stride);
        else
            m_kernels.toBfloat(in, product.columns, out);
    }
}

void AmxGemm::runTask(const Gemm& product, const Task& task) const {
    const size_t padded = roundUp(product.in.size(), 16);
    for (size_t column = 0; column < product.columns; column += task.depth) {
        const size_t count = std::min(task.depth, product.columns - column);
        unpack(product, task, column, count);
        for (size_t row = 0; row < padded; row += rowsAtOnce)
            for (size_t rowPanel = 0; rowPanel < task.rowPanels; rowPanel += rowPanelsAtOnce)
                multiply(product, task, column, count, row, rowPanel);
    }
}

/// `count` columns of a task's row panels, shape (matrices, row panels, depth, 16).
void AmxGemm::unpack(const Gemm& product, const Task& task, size_t column, size_t count) const {
    size_t to = 0;
    for (size_t m = 0; m < product.matrices(); ++m) {
        const GemmPart& matrix = product.parts[task.part + m];
        const auto type = static_cast<size_t>(matrix.weight->rowPanelType);
        for (size_t s = 0; s < task.rowPanels; ++s, to += rowPanelRows * task.depth) {
            const std::byte* rowPanel = matrix.weight->rowPanel(matrix.expert, task.rowPanel + s);
            if (task.rest != nullptr)
                m_kernels.unpackHalves[type](rowPanel, column, count, task.unpacked + to, task.rest + to);
            else
                m_kernels.unpackBfloat[type](rowPanel, column, count, task.unpacked + to);
        }
    }
}

/// Some rows against up to stripsAtOnce row panels of each matrix; behind the last column their sums are
/// finished.
void AmxGemm::multiply(const Gemm& product, const Task& task, size_t column, size_t count, size_t row,
                       size_t rowPanel) const {
    const size_t rows = product.in.size(), padded = roundUp(rows, 16);
    const size_t stride = roundedStride(product.columns);
    const uint16_t* a = product.roundedIn != nullptr ? product.roundedIn : m_rounded.as<uint16_t>();
    const size_t taken = std::min(rowsAtOnce, padded - row);
    const size_t rowPanels = std::min(rowPanelsAtOnce, task.rowPanels - rowPanel);
    // Sums of a few row panels of gate stand before those of up, row by row.
    const size_t width = product.matrices() * rowPanelsAtOnce * rowPanelRows;
    float* c = task.sums;
    // While there are more columns to come, all sums are kept, those of few rows as well.
    if (task.depth < product.columns) c += (rowPanel / rowPanelsAtOnce * task.sumRows + row) * width;
    const size_t firstOut = (task.rowPanel + rowPanel) * rowPanelRows;
    const size_t columns = std::min(rowPanels * rowPanelRows,
                                    static_cast<size_t>(product.parts[task.part].weight->rows) - firstOut);
    const bool last = column + count >= product.columns;
    const Out out = outOf(product, task, row, rowPanel);
    Ahead ahead;
    if (last)
        ahead = {out.bytes, out.strideBytes, std::min(taken, rows - row),
                 (columns * out.elementBytes + 63) / 64};
    for (size_t m = 0; m < product.matrices(); ++m) {
        const size_t offset = (m * task.rowPanels + rowPanel) * rowPanelRows * task.depth;
        const size_t second = (rowPanels - 1) * rowPanelRows * task.depth;
        const uint16_t* b[rowPanelsAtOnce] = {task.unpacked + offset, task.unpacked + offset + second};
        const uint16_t* from = a + row * stride + column;
        float* sums = c + m * rowPanelsAtOnce * rowPanelRows;
        m_kernels.matmulBfloat(from, stride, taken, count, b, rowPanels, sums, width, column > 0,
                               m == 0 ? ahead : Ahead{});
        if (task.rest == nullptr) continue;
        const uint16_t* rest[rowPanelsAtOnce] = {task.rest + offset, task.rest + offset + second};
        m_kernels.matmulBfloat(from, stride, taken, count, rest, rowPanels, sums, width, true, {});
        m_kernels.matmulBfloat(from + padded * stride, stride, taken, count, b, rowPanels, sums, width, true,
                               {});
    }
    if (!last) return;
    const Finish finish = product.finishOf(task.part, task.rowPanel + rowPanel,
                                           product.gated ? c + rowPanelsAtOnce * rowPanelRows : nullptr);
    m_kernels.finishRows(c, width, std::min(taken, rows - row), columns, finish, out.rows);
}

AmxGemm::Out AmxGemm::outOf(const Gemm& product, const Task& task, size_t row, size_t rowPanel) noexcept {
    const size_t column = task.column + (task.rowPanel + rowPanel) * rowPanelRows;
    Out out;
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

}  // namespace hearth::cpu
