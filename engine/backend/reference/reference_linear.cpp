#include "backend/reference/reference_linear.h"

#include <cmath>
#include <vector>

#include "backend/reference/reference_math.h"
#include "backend/reference/reference_objects.h"

namespace hearth::reference {

void embed(const ReferenceBatch& batch, const Weight& table, float scale, const Slice& out) {
    const auto& weight = static_cast<const HostWeight&>(table);
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        const float* from = weight.row(static_cast<uint64_t>(batch.rows[row].token));
        float* to = rowOf(out, row);
        for (uint64_t i = 0; i < out.columns; ++i) to[i] = from[i] * scale;
    }
}

void placeRows(const PlaceRowsArgs& args) {
    const float* from = args.values.data();
    for (const uint32_t row : args.rows) {
        float* to = rowOf(args.out, row);
        for (uint64_t i = 0; i < args.out.columns; ++i) to[i] = args.accumulate ? to[i] + *from++ : *from++;
    }
}

void linear(const ReferenceBatch& batch, int threads, const LinearArgs& args) {
    const auto rows = batch.rowsOf(args.rows);
    const uint64_t columns = args.in.columns;
    std::vector<float> input(rows.size() * columns);
    for (size_t i = 0; i < rows.size(); ++i) {
        normalize(args.norm.kind, valuesOf(args.norm.weight), valuesOf(args.norm.bias), args.norm.epsilon,
                  rowOf(args.in, rows[i]), &input[i * columns], columns);
    }
    // One weight row is used by all batch rows before the next is read.
    const auto product = [&](const LinearPart& part, uint64_t outRow, size_t i) {
        const float* bias = valuesOf(part.bias);
        return dot(static_cast<const HostWeight*>(part.weight)->row(outRow), &input[i * columns], columns) +
               (bias != nullptr ? bias[outRow] : 0.0F);
    };
    const auto store = [&](size_t i, uint64_t column, float value) {
        value *= args.scale;
        if (args.softCap != 0) value = args.softCap * std::tanh(value / args.softCap);
        float& to = rowOf(args.out, i)[column];
        to = args.accumulate ? to + value : value;
    };
    if (args.gated) {
        parallel(args.parts[0].weight->rows, 2 * columns * rows.size(), threads,
                 [&](size_t first, size_t last) {
                     for (size_t outRow = first; outRow < last; ++outRow) {
                         for (size_t i = 0; i < rows.size(); ++i) {
                             store(i, outRow,
                                   gate(args.activation, product(args.parts[0], outRow, i),
                                        product(args.parts[1], outRow, i)));
                         }
                     }
                 });
        return;
    }
    uint64_t offset = 0;
    for (const LinearPart& part : args.parts) {
        parallel(part.weight->rows, columns * rows.size(), threads, [&](size_t first, size_t last) {
            for (size_t outRow = first; outRow < last; ++outRow) {
                for (size_t i = 0; i < rows.size(); ++i) {
                    store(i, offset + outRow, activate(args.activation, product(part, outRow, i)));
                }
            }
        });
        offset += part.weight->rows;
    }
}

void norm(const ReferenceBatch& batch, const NormArgs& args) {
    const uint64_t width = args.groupColumns != 0 ? args.groupColumns : args.in.columns;
    std::vector<float> result(width);
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        for (uint64_t first = 0; first < args.in.columns; first += width) {
            normalize(args.norm.kind, valuesOf(args.norm.weight), valuesOf(args.norm.bias), args.norm.epsilon,
                      rowOf(args.in, row) + first, result.data(), width);
            float* to = rowOf(args.out, row) + first;
            for (uint64_t i = 0; i < width; ++i)
                to[i] = (args.accumulate ? to[i] : 0.0F) + args.scale * result[i];
        }
    }
}

void headLinear(const ReferenceBatch& batch, const HeadLinearArgs& args) {
    const auto& weight = static_cast<const HostWeight&>(*args.weight);
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        for (uint64_t head = 0; head < weight.experts; ++head) {
            const float* in = rowOf(args.in, row) + head * args.inStride;
            float* out = rowOf(args.out, row) + head * args.outStride;
            for (uint64_t o = 0; o < weight.rows; ++o)
                out[o] = dot(weight.row(head * weight.rows + o), in, weight.columns);
            for (uint64_t i = 0; i < args.tail; ++i) out[weight.rows + i] = in[weight.columns + i];
        }
    }
}

void multiply(const ReferenceBatch& batch, const MultiplyArgs& args) {
    const uint64_t run = args.run(), columns = args.a.columns * run;
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        const float* a = rowOf(args.a, row);
        const float* b = args.b.buffer != nullptr ? rowOf(args.b, row) : nullptr;
        float* to = rowOf(args.out, row);
        for (uint64_t i = 0; i < columns; ++i) {
            const float factor = b == nullptr ? 1.0F : b[i / (columns / args.b.columns)];
            const float value = args.scale * activate(args.activation, a[i / run], args.xielu) * factor;
            to[i] = args.accumulate ? to[i] + value : args.limits.clamped(value);
        }
    }
}

}  // namespace hearth::reference
