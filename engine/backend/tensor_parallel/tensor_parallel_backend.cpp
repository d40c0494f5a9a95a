#include "backend/tensor_parallel/tensor_parallel_backend.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

struct ParallelWeight final : SplitWeight {
    WeightCut::Kind kind = WeightCut::Kind::Whole;
};

WeightCut::Kind kindOf(const Weight& weight) {
    return static_cast<const ParallelWeight&>(weight).kind;
}

/// Of each layer's heads.
SplitShare equalShares(size_t parts) {
    return [count = static_cast<uint32_t>(parts)](uint32_t, size_t, uint32_t heads) { return heads / count; };
}

}  // namespace

TensorParallelBackend::TensorParallelBackend(SplitBackends parts, ShardPlan plan,
                                             std::unique_ptr<PeerTransport> exchange)
    : PartsBackend(std::move(parts), equalShares(plan.parts)),
      m_plan(std::move(plan)),
      m_activations(m_backends, std::move(exchange)) {
}

BackendInfo TensorParallelBackend::info() const {
    BackendInfo info = m_backends.front()->info();
    for (size_t part = 1; part < m_backends.size(); ++part) {
        const BackendInfo own = m_backends[part]->info();
        if (!own.device.name.empty()) info.device.name += " and " + own.device.name;
        info.memoryBytes += own.memoryBytes;
        info.freeBytes += own.freeBytes;
        info.growsCaches = info.growsCaches && own.growsCaches;
    }
    return info;
}

uint64_t TensorParallelBackend::uploadBytes(const WeightSource& source) const {
    const WeightCut cut = m_plan.cutOf(source.id);
    uint64_t bytes = 0;
    for (size_t part = 0; part < m_backends.size(); ++part)
        if (part == 0 || cut.kind != WeightCut::Kind::First)
            bytes += m_backends[part]->uploadBytes(hearth::cutOf(source, cut, m_backends.size(), part));
    return bytes;
}

std::unique_ptr<Weight> TensorParallelBackend::upload(const WeightSource& source) {
    const WeightCut cut = m_plan.cutOf(source.id);
    auto weight = std::make_unique<ParallelWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    weight->kind = cut.kind;
    const WeightSource bytes = readOnce(source);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const bool has = part == 0 || cut.kind != WeightCut::Kind::First;
        weight->parts.push_back(
            has ? m_backends[part]->upload(hearth::cutOf(bytes, cut, m_backends.size(), part)) : nullptr);
        if (!has) continue;
        weight->sizeBytes += weight->parts.back()->sizeBytes;
        weight->hostBytes += weight->parts.back()->hostBytes;
    }
    return weight;
}

std::unique_ptr<Buffer> TensorParallelBackend::allocate(uint64_t rows, uint64_t columns) {
    return m_activations.allocate(rows, columns);
}

void TensorParallelBackend::rotateKeys(const RotateKeysArgs& args) {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        RotateKeysArgs own = args;
        own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, part);
        own.store = SplitStores::on(args.store, part);
        m_backends[part]->rotateKeys(own);
    }
}

void TensorParallelBackend::readKeys(const ReadKeysArgs& args) {
    const size_t parts = m_backends.size();
    const size_t rows = args.blocks.size() * PagedKvCache::blockPositions,
                 columns = args.out.size() / rows / parts;
    std::vector<float> keys(rows * columns);
    for (size_t part = 0; part < parts; ++part) {
        ReadKeysArgs own = args;
        own.store = SplitStores::on(args.store, part);
        own.out = keys;
        m_backends[part]->readKeys(own);
        for (size_t row = 0; row < rows; ++row)
            std::copy_n(keys.data() + row * columns, columns,
                        args.out.data() + (row * parts + part) * columns);
    }
}

void TensorParallelBackend::beginBatch(const Batch& batch) {
    m_activations.beginBatch(batch.rows.size());
    for (const auto& backend : m_backends) backend->beginBatch(batch);
}

void TensorParallelBackend::keepLogitRows(std::span<const Slice> kept) {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        std::vector<Slice> own;
        for (const Slice& slice : kept) own.push_back(m_activations.on(slice, part));
        m_backends[part]->keepLogitRows(own);
    }
}

void TensorParallelBackend::embed(const Weight& table, float scale, const Slice& out) {
    ParallelActivations::setCut(out, false);
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->embed(*weightOn(&table, part), scale, m_activations.on(out, part));
}

void TensorParallelBackend::linear(const LinearArgs& args) {
    const bool sums = kindOf(*args.parts.front().weight) == WeightCut::Kind::Columns;
    // Operations on a sum cannot be applied to its parts.
    if (sums && (args.norm.kind != NormKind::None || args.activation != Activation::None || args.gated ||
                 args.softCap != 0 || args.rows != RowSet::All))
        unsupported("products whose parts are added up");
    const std::span<const Slice> parts = sums ? m_activations.partsOf(args.out) : std::span<const Slice>();
    if (!sums)
        ParallelActivations::setCut(args.out, kindOf(*args.parts.front().weight) == WeightCut::Kind::Rows);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        LinearArgs own = args;
        own.in = m_activations.on(args.in, part);
        own.norm = weightsOn(args.norm, part);
        for (LinearPart& both : own.parts) both = weightsOn(both, part);
        own.out = sums ? parts[part] : m_activations.on(args.out, part);
        if (sums) own.accumulate = false;
        m_backends[part]->linear(own);
    }
    if (sums) m_activations.addUp(args.out, args.accumulate);
}

void TensorParallelBackend::writeKv(const KvWriteArgs& args) {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        KvWriteArgs own = args;
        own.q = m_activations.on(args.q, part);
        own.k = m_activations.on(args.k, part);
        own.v = m_activations.on(args.v, part);
        own.heads = args.heads / static_cast<uint32_t>(m_backends.size());
        own.qNorm = weightsOn(args.qNorm, part);
        own.kNorm = weightsOn(args.kNorm, part);
        own.vNorm = weightsOn(args.vNorm, part);
        own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, part);
        own.store = SplitStores::on(args.store, part);
        m_backends[part]->writeKv(own);
    }
}

void TensorParallelBackend::attention(const AttentionArgs& args) {
    ParallelActivations::setCut(args.out, true);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        AttentionArgs own = args;
        own.q = m_activations.on(args.q, part);
        own.heads = args.heads / static_cast<uint32_t>(m_backends.size());
        own.sinks = weightOn(args.sinks, part);
        own.store = SplitStores::on(args.store, part);
        own.out = m_activations.on(args.out, part);
        m_backends[part]->attention(own);
    }
}

void TensorParallelBackend::experts(const ExpertsArgs& args) {
    const std::span<const Slice> parts = m_activations.partsOf(args.out);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        ExpertsArgs own = args;
        own.in = m_activations.on(args.in, part);
        own.norm = weightsOn(args.norm, part);
        own.routerIn = m_activations.on(args.routerIn, part);
        own.router = weightOn(args.router, part);
        own.routerBias = weightOn(args.routerBias, part);
        own.selectionBias = weightOn(args.selectionBias, part);
        own.expertScale = weightOn(args.expertScale, part);
        own.gate = weightsOn(args.gate, part);
        own.up = weightsOn(args.up, part);
        own.down = weightsOn(args.down, part);
        own.out = parts[part];
        own.accumulate = false;
        m_backends[part]->experts(own);
    }
    m_activations.addUp(args.out, args.accumulate);
}

void TensorParallelBackend::norm(const NormArgs& args) {
    const bool cut = ParallelActivations::isCut(args.in);
    // Runs of columns are normalised by themselves, whole rows only where they are.
    if (cut && args.groupColumns == 0) unsupported("norms over what is shared out");
    ParallelActivations::setCut(args.out, cut);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        NormArgs own = args;
        own.in = m_activations.on(args.in, part);
        own.norm = weightsOn(args.norm, part);
        own.out = m_activations.on(args.out, part);
        m_backends[part]->norm(own);
    }
}

void TensorParallelBackend::multiply(const MultiplyArgs& args) {
    ParallelActivations::setCut(args.out, ParallelActivations::isCut(args.a));
    for (size_t part = 0; part < m_backends.size(); ++part) {
        MultiplyArgs own = args;
        own.a = m_activations.on(args.a, part);
        own.b = m_activations.on(args.b, part);
        own.out = m_activations.on(args.out, part);
        m_backends[part]->multiply(own);
    }
}

/// Into what is the same for all.
void TensorParallelBackend::placeRows(const PlaceRowsArgs& args) {
    if (ParallelActivations::isCut(args.out)) unsupported("rows given for what is shared out");
    for (size_t part = 0; part < m_backends.size(); ++part) {
        PlaceRowsArgs own = args;
        own.out = m_activations.on(args.out, part);
        m_backends[part]->placeRows(own);
    }
}

void TensorParallelBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    m_activations.upload(to, rows, values);
}

bool TensorParallelBackend::bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                                       std::span<BestLogits> out) {
    if (ParallelActivations::isCut(logits)) return false;
    return m_backends.front()->bestLogits(m_activations.on(logits, 0), queries, out);
}

void TensorParallelBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    m_activations.download(from, rows, out);
}

}  // namespace hearth
