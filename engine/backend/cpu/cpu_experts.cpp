// Mixture of experts: rows are gathered by expert, so that each expert's matrices are read once a batch.
#include <algorithm>
#include <numeric>

#include "backend/cpu/cpu_backend.h"
#include "backend/expert_choice.h"

namespace hearth {

using namespace cpu;

namespace {
/// One row's visit to one expert.
struct Visit {
    uint32_t row, expert, order;
    float weight;
};
}  // namespace

void CpuBackend::experts(const ExpertsArgs& args) {
    settle(args.in);
    settle(args.routerIn);
    settle(args.out);
    const size_t rows = m_batch.rows.size();
    const size_t columns = args.in.columns;
    const auto& gate = static_cast<const CpuWeight&>(*args.gate.weight);
    const auto* up = static_cast<const CpuWeight*>(args.up.weight);
    const auto& down = static_cast<const CpuWeight&>(*args.down.weight);
    const auto& router = static_cast<const CpuWeight&>(*args.router);
    const size_t hidden = down.columns;
    const size_t outColumns = args.out.columns;
    const float* gateBias = valuesOf(args.gate.bias);
    const float* upBias = valuesOf(args.up.bias);
    const float* downBias = valuesOf(args.down.bias);
    const float* expertScale = valuesOf(args.expertScale);

    // Everything reads norm(in), which is made once.
    std::vector<float> x(rows * columns);
    std::vector<float> logits(rows * router.rows);
    std::vector<const float*> in(rows);
    std::vector<float*> out(rows);
    for (size_t i = 0; i < rows; ++i) {
        m_kernels.norm(args.norm.kind, rowOf(args.in, i), columns, valuesOf(args.norm.weight),
                       valuesOf(args.norm.bias), args.norm.epsilon, &x[i * columns]);
        in[i] = args.routerIn.buffer != nullptr ? rowOf(args.routerIn, i) : &x[i * columns];
        out[i] = &logits[i * router.rows];
    }
    const auto multiply = [&](std::span<const Part> parts, size_t inColumns, bool gated,
                              Activation activation) {
        Product product;
        product.in = in;
        product.out = out;
        product.columns = inColumns;
        product.parts = parts;
        product.gated = gated;
        product.finish.activation = activation;
        run(product);
    };
    const Part routerPart{&router, 0, valuesOf(args.routerBias)};
    multiply(std::span(&routerPart, 1), columns, false, Activation::None);

    std::vector<Visit> visits;
    for (uint32_t i = 0; i < rows; ++i) {
        const std::vector<float> own(&logits[i * router.rows], &logits[i * router.rows] + router.rows);
        const ExpertChoice choice = chooseExperts(args, own, valuesOf(args.selectionBias));
        for (uint32_t k = 0; k < choice.experts.size(); ++k)
            visits.push_back({i, choice.experts[k], k, choice.weights[k]});
    }
    std::stable_sort(visits.begin(), visits.end(),
                     [](const Visit& a, const Visit& b) { return a.expert < b.expert; });

    std::vector<float> inner(visits.size() * hidden);
    std::vector<float> outer(visits.size() * outColumns);
    std::vector<float> both;
    for (size_t first = 0; first < visits.size();) {
        const uint32_t expert = visits[first].expert;
        size_t end = first;
        while (end < visits.size() && visits[end].expert == expert) ++end;
        in.resize(end - first);
        out.resize(end - first);
        const auto point = [&](std::vector<float>& target, size_t stride) {
            for (size_t v = first; v < end; ++v) out[v - first] = &target[v * stride];
        };
        for (size_t v = first; v < end; ++v) in[v - first] = &x[visits[v].row * columns];
        if (up != nullptr) {
            const Part parts[2] = {
                {&gate, expert, gateBias != nullptr ? gateBias + expert * gate.rows : nullptr},
                {up, expert, upBias != nullptr ? upBias + expert * up->rows : nullptr}};
            point(inner, hidden);
            multiply(parts, columns, true, args.activation);
        } else {
            // Gate and up are one matrix, up's rows behind gate's.
            both.resize(visits.size() * gate.rows);
            const Part part{&gate, expert, gateBias != nullptr ? gateBias + expert * gate.rows : nullptr};
            point(both, gate.rows);
            multiply(std::span(&part, 1), columns, false, Activation::None);
            for (size_t v = first; v < end; ++v) {
                const Finish finish{.activation = args.activation, .up = &both[v * gate.rows + hidden]};
                m_kernels.finish(&both[v * gate.rows], hidden, finish, &inner[v * hidden]);
            }
        }
        for (size_t v = first; v < end; ++v) in[v - first] = &inner[v * hidden];
        const Part part{&down, expert, downBias != nullptr ? downBias + expert * down.rows : nullptr};
        point(outer, outColumns);
        multiply(std::span(&part, 1), hidden, false, Activation::None);
        first = end;
    }

    // Added up in the order of the row's choice, whatever else is in the batch.
    std::sort(visits.begin(), visits.end(), [](const Visit& a, const Visit& b) {
        return a.row != b.row ? a.row < b.row : a.order < b.order;
    });
    std::vector<size_t> place(visits.size());
    std::vector<uint32_t> byExpert(visits.size());
    std::iota(byExpert.begin(), byExpert.end(), 0U);
    std::stable_sort(byExpert.begin(), byExpert.end(),
                     [&](uint32_t a, uint32_t b) { return visits[a].expert < visits[b].expert; });
    for (size_t i = 0; i < byExpert.size(); ++i) place[byExpert[i]] = i;
    std::vector<float> sum(outColumns);
    for (size_t v = 0; v < visits.size();) {
        const uint32_t row = visits[v].row;
        std::fill(sum.begin(), sum.end(), 0.0F);
        for (; v < visits.size() && visits[v].row == row; ++v) {
            const float weight =
                visits[v].weight * (expertScale != nullptr ? expertScale[visits[v].expert] : 1.0F);
            const float* from = &outer[place[v] * outColumns];
            for (size_t o = 0; o < outColumns; ++o) sum[o] += weight * from[o];
        }
        const Finish finish{.scale = args.scale, .accumulate = args.accumulate};
        m_kernels.finish(sum.data(), outColumns, finish, rowOf(args.out, row));
    }
}

}  // namespace hearth
