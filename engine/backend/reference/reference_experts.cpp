#include "backend/reference/reference_experts.h"

#include <vector>

#include "backend/expert_choice.h"
#include "backend/reference/reference_math.h"
#include "backend/reference/reference_objects.h"

namespace hearth::reference {

namespace {

ExpertChoice choose(const ExpertsArgs& args, const float* x) {
    const auto& router = static_cast<const HostWeight&>(*args.router);
    const float* bias = valuesOf(args.routerBias);
    std::vector<float> logits(router.rows);
    for (uint64_t e = 0; e < router.rows; ++e)
        logits[e] = dot(router.row(e), x, router.columns) + (bias != nullptr ? bias[e] : 0.0F);
    return ExpertChooser().choose(args, logits, valuesOf(args.selectionBias));
}

/// A product of a row, times `factor`, with its bias.
float biased(const HostWeight& weight, const float* bias, uint64_t row, const std::vector<float>& x,
             float factor) {
    return factor * dot(weight.row(row), x.data(), x.size()) + (bias != nullptr ? bias[row] : 0.0F);
}

}  // namespace

void runExperts(const ReferenceBatch& batch, int threads, const ExpertsArgs& args) {
    const uint64_t columns = args.in.columns;
    const auto* gateWeight = static_cast<const HostWeight*>(args.gate.weight);
    const auto* upWeight = static_cast<const HostWeight*>(args.up.weight);
    const auto& downWeight = static_cast<const HostWeight&>(*args.down.weight);
    const uint64_t hidden = downWeight.columns;
    const float* gateBias = valuesOf(args.gate.bias);
    const float* upBias = valuesOf(args.up.bias);
    const float* downBias = valuesOf(args.down.bias);

    const auto oneRow = [&](size_t row) {
        std::vector<float> x(columns), inner(hidden), sum(args.out.columns);
        normalize(args.norm.kind, valuesOf(args.norm.weight), valuesOf(args.norm.bias), args.norm.epsilon,
                  rowOf(args.in, row), x.data(), columns);
        const ExpertChoice choice =
            choose(args, args.routerIn.buffer != nullptr ? rowOf(args.routerIn, row) : x.data());
        for (size_t c = 0; c < choice.experts.size(); ++c) {
            const uint64_t e = choice.experts[c];
            const float before = args.weighsInputs ? choice.weights[c] : 1.0F,
                        after = args.weighsInputs ? 1.0F : choice.weights[c];
            for (uint64_t h = 0; h < hidden; ++h) {
                // Without an `up` of its own the gate's rows are followed by up's.
                const float u =
                    upWeight != nullptr
                        ? biased(*upWeight, upBias, e * upWeight->rows + h, x, before)
                        : biased(*gateWeight, gateBias, e * gateWeight->rows + hidden + h, x, before);
                inner[h] = gateWeight == nullptr
                               ? activate(args.activation, u)
                               : gate(args.activation,
                                      biased(*gateWeight, gateBias, e * gateWeight->rows + h, x, before), u,
                                      args.limit);
            }
            for (uint64_t o = 0; o < sum.size(); ++o) {
                float value = dot(downWeight.row(e * downWeight.rows + o), inner.data(), hidden);
                if (downBias != nullptr) value += downBias[e * downWeight.rows + o];
                if (args.expertScale != nullptr) value *= valuesOf(args.expertScale)[e];
                sum[o] += after * value;
            }
        }
        float* out = rowOf(args.out, row);
        for (uint64_t o = 0; o < sum.size(); ++o)
            out[o] = (args.accumulate ? out[o] : 0.0F) + args.scale * sum[o];
    };
    parallel(batch.rows.size(), columns * hidden * 3 * args.used, threads, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) oneRow(row);
    });
}

}  // namespace hearth::reference
