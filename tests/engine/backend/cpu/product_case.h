#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "backend/cpu/gemm.h"
#include "cpu_parts.h"

namespace hearth::test {

/// A GEMM with all its inputs and outputs, and the expected result.
struct ProductCase {
    std::vector<CpuMatrix> matrices;
    std::vector<std::vector<float>> biases;  ///< of each matrix, or none at all
    std::vector<cpu::GemmPart> parts;
    size_t rows, columns, outColumns;
    std::vector<float> x, before, out;
    std::vector<const float*> in;
    std::vector<float*> outRows;
    cpu::Gemm product;

    struct How {
        std::vector<BlockType> types;
        uint64_t weightRows = 37;  ///< of each matrix; no whole number of row panels
        size_t rows = 1, columns = 256;
        bool gated = false, bias = false, accumulate = false;
        NormKind norm = NormKind::None;
        size_t planes = 1;
        cpu::Recipe recipe = cpu::Recipe::Prompt;
    };

    ProductCase(CpuParts& with, const How& how)
        : rows(how.rows),
          columns(how.columns),
          outColumns(how.gated ? how.weightRows : how.weightRows * how.types.size()),
          x(with.numbers(rows * columns)),
          before(how.accumulate ? with.numbers(rows * outColumns) : std::vector<float>(rows * outColumns)),
          out(before) {
        for (const BlockType type : how.types) {
            matrices.push_back(with.matrix(type, columns, how.weightRows));
            if (how.bias) biases.push_back(with.numbers(how.weightRows));
        }
        for (size_t m = 0; m < matrices.size(); ++m)
            parts.push_back({matrices[m].weight.get(), 0, how.bias ? biases[m].data() : nullptr});
        for (size_t row = 0; row < rows; ++row) {
            in.push_back(x.data() + row * columns);
            outRows.push_back(out.data() + row * outColumns);
        }
        product.recipe = how.recipe;
        product.in = in;
        product.out = outRows;
        product.columns = columns;
        product.normKind = how.norm;
        product.epsilon = 1e-5F;
        product.parts = parts;
        product.gated = how.gated;
        product.planes = how.planes;
        product.finish.accumulate = how.accumulate;
        product.finish.activation = how.gated ? Activation::Relu : Activation::None;
    }
    ProductCase(const ProductCase&) = delete;
    ProductCase& operator=(const ProductCase&) = delete;

    void clear() { out = before; }
    double sumOf(size_t matrix, size_t weightRow, size_t row) const {
        double squares = 0;
        double sum = 0;
        for (size_t k = 0; k < columns; ++k) {
            const double value = double(x[row * columns + k]);
            squares += value * value;
            sum += value * double(matrices[matrix].values[weightRow * columns + k]);
        }
        if (product.normKind == NormKind::Rms) sum /= std::sqrt(squares / double(columns) + 1e-5);
        return sum + (biases.empty() ? 0.0 : double(biases[matrix][weightRow]));
    }
    /// In double precision.
    std::vector<float> plain() const {
        std::vector<float> result = before;
        const size_t weightRows = matrices[0].weight->rows;
        for (size_t row = 0; row < rows; ++row)
            for (size_t column = 0; column < outColumns; ++column) {
                const size_t r = column % weightRows;
                const double value = product.gated ? std::max(sumOf(0, r, row), 0.0) * sumOf(1, r, row)
                                                   : sumOf(column / weightRows, r, row);
                result[row * outColumns + column] += static_cast<float>(value);
            }
        return result;
    }
};

}  // namespace hearth::test
