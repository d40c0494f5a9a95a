#include "backend/cpu/cpu_experts.h"

#include <algorithm>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth::cpu {

namespace {

/// True if what the products leave needs more than an activation before gate and up meet.
bool openedApart(const ExpertsArgs& args) {
    return args.limit != 0 || args.weighsInputs;
}

}  // namespace

/// Chooses the experts of every row. All products read norm(in), which is made once.
void CpuExperts::routeRows(const ExpertsArgs& args) {
    const auto& router = static_cast<const CpuWeight&>(*args.router);
    const size_t rows = m_batch.rows().size(), columns = args.in.columns;
    m_normalized.reserve(rows * columns * sizeof(float));
    m_logits.reserve(rows * router.rows * sizeof(float));
    auto* x = m_normalized.as<float>();
    auto* logits = m_logits.as<float>();
    m_pool.runIfWorth(rows * columns, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row)
            m_kernels.norm(args.norm.kind, rowOf(args.in, row), columns, valuesOf(args.norm.weight),
                           valuesOf(args.norm.bias), args.norm.epsilon, x + row * columns);
    });
    m_in.resize(rows);
    m_out.resize(rows);
    for (size_t row = 0; row < rows; ++row) {
        m_in[row] = args.routerIn.buffer != nullptr ? rowOf(args.routerIn, row) : x + row * columns;
        m_out[row] = logits + row * router.rows;
    }
    const GemmPart part{&router, 0, valuesOf(args.routerBias)};
    multiply(std::span(&part, 1), router.columns, false, Activation::None);

    m_visits.begin(static_cast<uint32_t>(router.rows));
    for (size_t row = 0; row < rows; ++row)
        m_visits.add(m_chooser.choose(args, std::span(logits + row * router.rows, router.rows),
                                      valuesOf(args.selectionBias)));
    m_visits.gather();
}

/// A product of the rows that m_in names into those that m_out names.
void CpuExperts::multiply(std::span<const GemmPart> parts, size_t columns, bool gated,
                          Activation activation) {
    Gemm product;
    product.recipe = m_batch.recipeOf(RowSet::All);
    product.in = m_in;
    product.out = m_out;
    product.columns = columns;
    product.parts = parts;
    product.gated = gated;
    product.finish.activation = activation;
    m_products.run(product);
}

/// The rows of one expert through its matrices: from m_normalized to m_outer.
void CpuExperts::runExpert(const ExpertsArgs& args, uint32_t expert) {
    const auto* gate = static_cast<const CpuWeight*>(args.gate.weight);
    const auto* up = static_cast<const CpuWeight*>(args.up.weight);
    const auto& down = static_cast<const CpuWeight&>(*args.down.weight);
    const auto partOf = [expert](const CpuWeight& weight, const Weight* biases) {
        const float* bias = valuesOf(biases);
        return GemmPart{&weight, expert, bias != nullptr ? bias + expert * weight.rows : nullptr};
    };
    const auto visits = m_visits.of(expert);
    const size_t first = m_visits.first(expert), columns = args.in.columns, hidden = down.columns;
    float* inner = m_inner.as<float>() + first * hidden;
    m_in.resize(visits.size());
    m_out.resize(visits.size());
    const auto writeTo = [&](float* rows, size_t stride) {
        for (size_t v = 0; v < visits.size(); ++v) m_out[v] = rows + v * stride;
    };
    for (size_t v = 0; v < visits.size(); ++v) m_in[v] = m_normalized.as<float>() + visits[v].row * columns;
    if (gate == nullptr) {
        const GemmPart part = partOf(*up, args.up.bias);
        writeTo(inner, hidden);
        multiply(std::span(&part, 1), columns, false, args.activation);
    } else if (up != nullptr && !openedApart(args)) {
        const GemmPart parts[2] = {partOf(*gate, args.gate.bias), partOf(*up, args.up.bias)};
        writeTo(inner, hidden);
        multiply(parts, columns, true, args.activation);
    } else {
        // Gate and up are side by side, as two matrices or as the rows of one.
        float* both = m_both.as<float>() + first * 2 * hidden;
        const GemmPart parts[2] = {partOf(*gate, args.gate.bias),
                                   up != nullptr ? partOf(*up, args.up.bias) : GemmPart{}};
        writeTo(both, 2 * hidden);
        multiply(std::span(parts, up != nullptr ? 2 : 1), columns, false, Activation::None);
        m_pool.runIfWorth(visits.size() * hidden, [&](const ThreadPool::Region& region) {
            for (size_t v = region.first(visits.size()); v < region.last(visits.size()); ++v)
                open(args, visits[v].weight, both + v * 2 * hidden, hidden, inner + v * hidden);
        });
    }
    for (size_t v = 0; v < visits.size(); ++v) m_in[v] = inner + v * hidden;
    const GemmPart part = partOf(down, args.down.bias);
    writeTo(m_outer.as<float>() + first * args.out.columns, args.out.columns);
    multiply(std::span(&part, 1), hidden, false, Activation::None);
}

/// out = act(gate) * up of one row, within the limit; `both` is gate and then up, and is overwritten.
void CpuExperts::open(const ExpertsArgs& args, float weight, float* both, size_t hidden, float* out) const {
    float* up = both + hidden;
    if (args.weighsInputs)
        for (size_t i = 0; i < 2 * hidden; ++i) both[i] *= weight;
    Finish finish{.activation = args.activation, .up = up};
    if (args.limit != 0) {
        m_kernels.activate(args.activation, both, nullptr, hidden);
        finish.activation = Activation::None;
        for (size_t i = 0; i < hidden; ++i) {
            both[i] = std::min(both[i], args.limit);
            up[i] = std::clamp(up[i], -args.limit, args.limit);
        }
    }
    m_kernels.finish(both, hidden, finish, out);
}

/// Adds up what the experts of each row answered, in the order of the row's choice, whatever else is in the
/// batch.
void CpuExperts::sumExperts(const ExpertsArgs& args) {
    const size_t rows = m_batch.rows().size(), columns = args.out.columns;
    const float* expertScale = valuesOf(args.expertScale);
    const float* outer = m_outer.as<float>();
    const size_t stride = roundUp(columns, 16);
    m_sums.reserve(m_pool.threads() * stride * sizeof(float));
    m_pool.runIfWorth(m_visits.size() * columns, [&](const ThreadPool::Region& region) {
        float* sum = m_sums.as<float>() + region.index() * stride;
        for (size_t row = region.first(rows); row < region.last(rows); ++row) {
            std::fill_n(sum, columns, 0.0F);
            for (const uint32_t place : m_visits.placesOf(row)) {
                const ExpertVisits::Visit& visit = m_visits.at(place);
                const float weight = (args.weighsInputs ? 1.0F : visit.weight) *
                                     (expertScale != nullptr ? expertScale[visit.expert] : 1.0F);
                const float* from = outer + place * columns;
                for (size_t o = 0; o < columns; ++o) sum[o] += weight * from[o];
            }
            const Finish finish{.scale = args.scale, .accumulate = args.accumulate};
            m_kernels.finish(sum, columns, finish, rowOf(args.out, row));
        }
    });
}

void CpuExperts::run(const ExpertsArgs& args) {
    settle(args.in);
    settle(args.routerIn);
    settle(args.out);
    routeRows(args);
    const auto& down = static_cast<const CpuWeight&>(*args.down.weight);
    const auto experts = static_cast<uint32_t>(static_cast<const CpuWeight&>(*args.router).rows);
    const size_t visits = m_visits.size();
    m_inner.reserve(visits * down.columns * sizeof(float));
    m_outer.reserve(visits * args.out.columns * sizeof(float));
    if (args.up.weight == nullptr || openedApart(args))
        m_both.reserve(visits * 2 * down.columns * sizeof(float));
    for (uint32_t expert = 0; expert < experts; ++expert) {
        if (!m_visits.of(expert).empty()) runExpert(args, expert);
    }
    sumExperts(args);
}

}  // namespace hearth::cpu
