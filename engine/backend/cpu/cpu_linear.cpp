#include "backend/cpu/cpu_linear.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth::cpu {

namespace {

constexpr int32_t earlyPositions = 64;
constexpr size_t largeMatrices = size_t{1} << 29U;
constexpr size_t smallMatrices = largeMatrices / earlyPositions;
constexpr size_t tinyMatrices = size_t{1} << 18U;

/// Planes of 8 bits that a product with so many weights rounds a row's activations to; `early`: the row is
/// one of the first positions. What attention answers has outliers that no norm evened out, and a block of 32
/// with an outlier leaves few of 8 bits to the others: its projection is a small matrix, so a second plane is
/// cheap there, for a reply. Short prompts of small models, whose choices hang on little, get it everywhere,
/// and so do all rows where matrices are tiny and bounded panels leave them fewer bits: twice of next to
/// nothing is not felt. Rows of longer prompts are too many for it, but for those that are left of them for
/// their logits.
size_t planesOf(Recipe recipe, bool attended, bool bounded, bool early, size_t weights) noexcept {
    if (bounded && weights <= tinyMatrices) return 2;
    if (recipe == Recipe::Reply) return attended ? 2 : 1;
    if (recipe == Recipe::Answer) return weights <= largeMatrices ? 2 : 1;
    return early && weights <= smallMatrices ? 2 : 1;
}

/// Weights in blocks: activations are not rounded for the others.
size_t roundedWeights(const Gemm& product) noexcept {
    size_t weights = 0;
    for (const GemmPart& part : product.parts)
        if (!isFloat(part.weight->rowPanelType)) weights += part.weight->rows * product.columns;
    return weights;
}

}  // namespace

void CpuLinear::linear(const LinearArgs& args) {
    if (args.parts.empty() || args.parts.size() > mostLinearParts)
        throw Error(ErrorCode::BadInput, "A product of " + std::to_string(args.parts.size()) +
                                             " matrices was asked for; 1 to " +
                                             std::to_string(mostLinearParts) + " can share their input.");
    std::array<GemmPart, mostLinearParts> parts{};
    for (size_t p = 0; p < args.parts.size(); ++p)
        parts[p] = {static_cast<const CpuWeight*>(args.parts[p].weight), 0, valuesOf(args.parts[p].bias)};
    Gemm product;
    product.recipe = m_batch.recipeOf(args.rows);
    product.columns = args.in.columns;
    product.normKind = args.norm.kind;
    product.normWeight = valuesOf(args.norm.weight);
    product.normBias = valuesOf(args.norm.bias);
    product.epsilon = args.norm.epsilon;
    product.parts = std::span(parts).first(args.parts.size());
    product.gated = args.gated;
    product.inHalves = m_batch.seesBothSides();
    product.finish = {.activation = args.activation,
                      .scale = args.scale,
                      .softCap = args.softCap,
                      .accumulate = args.accumulate};
    const bool attended = args.norm.kind == NormKind::None && m_batch.takeAttended(args.in.buffer);
    placeRows(args, product);
    runWithPlanes(product, attended, args.rows);
}

/// Sets the input and output rows of a product. Between two products of many rows the activations stay in
/// bfloat16, because the second product reads them as bfloat16 anyway.
void CpuLinear::placeRows(const LinearArgs& args, Gemm& product) {
    const auto rows = m_batch.rowsOf(args.rows);
    m_in.resize(rows.size());
    m_out.resize(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        m_in[i] = rowOf(args.in, rows[i]);
        m_out[i] = rowOf(args.out, i);
    }
    product.in = m_in;
    product.out = m_out;
    const bool tiles =
        m_products.useTiles(product) && args.rows == RowSet::All && args.in.buffer != args.out.buffer;
    if (tiles && args.norm.kind == NormKind::None) product.roundedIn = heldRounded(args.in);
    if (product.roundedIn == nullptr) settle(args.in);
    if (tiles && args.gated && !args.accumulate && args.out.columns % blockColumns == 0)
        product.roundedOut = holdRounded(args.out, m_batch.rows().size());
    else
        settle(args.out);
}

/// The same product for each of its rows with the planes that are its due. Reorders m_in and m_out.
void CpuLinear::runWithPlanes(Gemm& product, bool attended, RowSet set) {
    const size_t weights = roundedWeights(product);
    if (weights == 0 || m_products.useTiles(product)) {
        m_products.run(product);
        return;
    }
    const auto planes = [&](bool early) {
        return planesOf(product.recipe, attended, product.bounded(m_kernels), early, weights);
    };
    const auto rows = m_batch.rowsOf(set);
    const auto isEarly = [&](size_t i) { return m_batch.rows()[rows[i]].slot < earlyPositions; };
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
    m_products.run(product);
    product.in = in.subspan(early);
    product.out = out.subspan(early);
    product.planes = planes(false);
    m_products.run(product);
}

void CpuLinear::headLinear(const HeadLinearArgs& args) {
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
        const GemmPart part{&weight, head, nullptr};
        Gemm product;
        product.recipe = m_batch.recipeOf(RowSet::All);
        product.in = m_in;
        product.out = m_out;
        product.columns = weight.columns;
        product.parts = std::span(&part, 1);
        m_products.run(product);
    }
}

}  // namespace hearth::cpu
