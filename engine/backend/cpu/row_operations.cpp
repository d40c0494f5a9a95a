#include "backend/cpu/row_operations.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/row_panel_packing.h"

namespace hearth::cpu {

void RowOperations::embed(const Weight& table, float scale, const Slice& out) {
    settle(out);
    const auto& weight = static_cast<const CpuWeight&>(table);
    const auto rows = m_batch.rows();
    m_pool.runIfWorth(rows.size() * out.columns * 8, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows.size()); row < region.last(rows.size()); ++row) {
            const auto token = static_cast<size_t>(rows[row].token);
            const std::span to(rowOf(out, row), out.columns);
            unpackRow(weight.rowPanelType, weight.rowPanel(0, token / rowPanelRows), token % rowPanelRows,
                      to);
            if (scale != 1.0F)
                for (float& value : to) value *= scale;
        }
    });
}

void RowOperations::place(const PlaceRowsArgs& args) {
    settle(args.out);
    const size_t columns = args.out.columns;
    m_pool.runIfWorth(args.rows.size() * columns, [&](const ThreadPool::Region& region) {
        for (size_t i = region.first(args.rows.size()); i < region.last(args.rows.size()); ++i) {
            const float* from = args.values.data() + i * columns;
            float* to = rowOf(args.out, args.rows[i]);
            for (size_t column = 0; column < columns; ++column)
                to[column] = args.accumulate ? to[column] + from[column] : from[column];
        }
    });
}

void RowOperations::norm(const NormArgs& args) {
    settle(args.in);
    settle(args.out);
    const size_t width = args.groupColumns != 0 ? args.groupColumns : args.in.columns;
    const size_t rows = m_batch.rows().size();
    const float* weight = valuesOf(args.norm.weight);
    const float* bias = valuesOf(args.norm.bias);
    m_normalized.reserve(m_pool.threads() * (width + 16) * sizeof(float));
    m_pool.runIfWorth(rows * args.in.columns, [&](const ThreadPool::Region& region) {
        float* result = m_normalized.as<float>() + region.index() * (width + 16);
        const Finish finish{.scale = args.scale, .accumulate = args.accumulate};
        for (size_t row = region.first(rows); row < region.last(rows); ++row)
            for (size_t first = 0; first < args.in.columns; first += width) {
                m_kernels.norm(args.norm.kind, rowOf(args.in, row) + first, width, weight, bias,
                               args.norm.epsilon, result);
                m_kernels.finish(result, width, finish, rowOf(args.out, row) + first);
            }
    });
}

namespace {

float xielu(const XieluNumbers& by, float x) {
    return by.beta * x +
           (x > 0 ? by.positive * x * x : by.negative * (std::expm1(std::min(x, by.epsilon)) - x));
}

}  // namespace

/// One number for a run of columns each, as a head's gate.
void RowOperations::multiplyRuns(const MultiplyArgs& args) {
    const size_t rows = m_batch.rows().size(), run = args.run();
    m_pool.runIfWorth(rows * args.b.columns, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row)
            for (size_t i = 0; i < args.a.columns; ++i) {
                float factor = rowOf(args.a, row)[i];
                m_kernels.activate(args.activation, &factor, nullptr, 1);
                const Finish finish{.scale = args.scale * factor, .accumulate = args.accumulate};
                m_kernels.finish(rowOf(args.b, row) + i * run, run, finish, rowOf(args.out, row) + i * run);
            }
    });
}

void RowOperations::multiply(const MultiplyArgs& args) {
    settle(args.a);
    settle(args.b);
    settle(args.out);
    if (args.run() > 1) return multiplyRuns(args);
    const size_t rows = m_batch.rows().size();
    const size_t columns = args.a.columns;
    if (args.activation == Activation::Xielu)
        m_normalized.reserve(m_pool.threads() * (columns + 16) * sizeof(float));
    m_pool.runIfWorth(rows * columns, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row) {
            Finish finish{.activation = args.activation, .scale = args.scale, .accumulate = args.accumulate};
            const float* b = args.b.buffer != nullptr ? rowOf(args.b, row) : nullptr;
            float* const out = rowOf(args.out, row);
            const float* a = rowOf(args.a, row);
            if (args.activation == Activation::Xielu) {
                float* curved = m_normalized.as<float>() + region.index() * (columns + 16);
                for (size_t i = 0; i < columns; ++i) curved[i] = xielu(args.xielu, a[i]);
                a = curved;
            }
            if (b != nullptr && args.b.columns != columns) {
                const size_t run = columns / args.b.columns;
                for (size_t first = 0; first < columns; first += run, ++b) {
                    finish.scale = args.scale * *b;
                    m_kernels.finish(a + first, run, finish, out + first);
                }
            } else {
                finish.up = b;
                m_kernels.finish(a, columns, finish, out);
            }
            if (args.limits.any())
                for (size_t i = 0; i < columns; ++i) out[i] = args.limits.clamped(out[i]);
        }
    });
}

}  // namespace hearth::cpu
