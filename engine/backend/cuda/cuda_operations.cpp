// The operations of backend.h as launches.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "backend/cuda/batch_layout.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/device_objects.h"
#include "backend/cuda/paged_kv_layout.h"
#include "hearth/error.h"

namespace hearth::cuda {
namespace {

static_assert(static_cast<int>(NormKind::UnitLength) == static_cast<int>(NormCode::UnitLength));
static_assert(static_cast<int>(Activation::Softplus) == static_cast<int>(ActivationCode::Softplus));
static_assert(static_cast<int>(RopePairing::Halves) == static_cast<int>(PairingCode::Halves));
static_assert(static_cast<int>(RouterKind::Sigmoid) == static_cast<int>(RouterCode::Sigmoid));
static_assert(LinearView::mostParts == mostLinearParts);
static_assert(static_cast<int>(KvType::Q4_0) == static_cast<int>(KvCode::Q4_0));

}  // namespace

void CudaBackend::beginBatch(const Batch& batch) {
    const bool graph = static_cast<int>(batch.rows.size()) <= m_graphRows;
    m_uploader.reset();  // loading is over
    m_recorder.begin(false);
    stageBatch(batch);
    m_recorder.begin(graph);
}

void CudaBackend::stageBatch(const Batch& batch) {
    const BatchLayout layout(batch);
    const size_t ints = layout.ints();
    Staging& staging = m_staging[m_nextStaging];
    m_nextStaging ^= 1;
    waitEvent(staging.copied);
    if (staging.memory.size() < ints * sizeof(int))
        staging.memory = PinnedMemory(std::bit_ceil(ints * sizeof(int)));
    auto* host = reinterpret_cast<int*>(staging.memory.data());
    layout.fill(host);
    auto* device = reinterpret_cast<int*>(scratch(m_batchMemory, std::max<size_t>(ints * sizeof(int), 4096)));
    copyToDevice(device, host, ints * sizeof(int), m_stream.handle);
    recordEvent(staging.copied, m_stream.handle);
    m_batch = layout.view(device);
    m_decodeOnly = layout.decodeOnly(device);
    m_splits = layout.splits();
    m_unitRows = layout.unitRows();
    m_blocksBeside = layout.blocksBeside();
}

void CudaBackend::embed(const Weight& table, float scale, const Slice& out) {
    m_recorder.add(EmbedView{viewOf(table), m_batch, scale, rowsOf(out)});
}

/// Beside the recorded graphs, which know nothing of numbers that change with every step.
void CudaBackend::placeRows(const PlaceRowsArgs& args) {
    if (args.rows.empty()) return;
    const size_t indices = (args.rows.size_bytes() + 255) / 256 * 256;
    std::byte* device = scratch(m_givenRows, indices + args.values.size_bytes());
    copyToDevice(device, args.rows.data(), args.rows.size_bytes(), stream());
    copyToDevice(device + indices, args.values.data(), args.values.size_bytes(), stream());
    launchPlaceRows({.row = reinterpret_cast<const int*>(device),
                     .values = reinterpret_cast<const float*>(device + indices),
                     .rows = static_cast<int>(args.rows.size()),
                     .accumulate = args.accumulate,
                     .out = rowsOf(args.out)},
                    stream());
    // The values are the caller's.
    synchronize();
}

LinearView CudaBackend::linearView(const Slice& in, const Norm& norm, const Slice& out) const {
    LinearView view;
    view.in = rowsOf(in);
    view.norm = viewOf(norm);
    view.out = rowsOf(out);
    view.rows = m_batch.rows;
    view.multiprocessors = m_properties.multiprocessors;
    view.sharedLimit = m_properties.sharedBytesPerBlock;
    return view;
}

void CudaBackend::linear(const LinearArgs& args) {
    if (args.parts.empty() || args.parts.size() > mostLinearParts)
        throw Error(ErrorCode::BadInput, "A product of " + std::to_string(args.parts.size()) +
                                             " matrices was asked for; 1 to " +
                                             std::to_string(mostLinearParts) + " can share their input.");
    LinearView view = linearView(args.in, args.norm, args.out);
    if (args.rows == RowSet::LogitRows) {
        view.rows = m_batch.logitRows;
        view.rowMap = m_batch.logitRow;
    }
    if (view.rows == 0) return;
    view.activation = static_cast<ActivationCode>(args.activation);
    view.gated = args.gated;
    view.scale = args.scale;
    view.accumulate = args.accumulate;
    view.softCap = args.softCap;
    int column = 0;
    const ProductKind kind = productKind(viewOf(*args.parts.front().weight).format);
    for (const LinearPart& part : args.parts) {
        if (productKind(viewOf(*part.weight).format) != kind) {
            if (args.gated) unsupported("gate and up of different kinds");
            // Kinds of products do not share a launch: first those of the one kind, then what follows.
            if (view.partCount > 0) addLinear(view);
            LinearArgs rest = args;
            rest.parts.erase(rest.parts.begin(), rest.parts.begin() + (&part - args.parts.data()));
            rest.out.firstColumn += static_cast<uint64_t>(column);
            rest.out.columns -= static_cast<uint64_t>(column);
            return linear(rest);
        }
        view.parts[view.partCount++] = partView(part, column);
        column += args.gated ? 0 : static_cast<int>(part.weight->rows);
    }
    addLinear(view);
}

void CudaBackend::addLinear(LinearView view) {
    if (view.rows > vectorRows && productKind(view.parts[0].weight.format) != ProductKind::Float) {
        addActivations(view);
        view.plan = view.codes ? planLinearTile(view) : planHalfTile(view);
        if (view.plan.splits > 1) {
            view.partial =
                reinterpret_cast<float*>(scratch(m_tilePartial, view.plan.partialFloats * sizeof(float)));
            view.arrived = counters(view.plan.counters);
        }
    }
    m_recorder.add(view);
}

/// Scratch for what the activations of many rows become.
void CudaBackend::addActivations(LinearView& view) {
    const auto rows = static_cast<size_t>(view.rows);
    const size_t blocks = rows * static_cast<size_t>(view.parts[0].weight.kBlocks);
    if (splitsRows(productKind(view.parts[0].weight.format))) {
        view.halves =
            reinterpret_cast<uint16_t*>(scratch(m_activations, blocks * halfBlock * sizeof(uint16_t)));
        view.halfScale = reinterpret_cast<float*>(scratch(m_activationBlocks, rows * sizeof(float)));
    } else {
        const size_t numbers = activationPlanes * ((rows + 3) / 4 * 4) * (blocks / rows);
        view.codes = reinterpret_cast<int8_t*>(scratch(m_activations, blocks * 32));
        view.planes = reinterpret_cast<float*>(scratch(m_activationBlocks, numbers * sizeof(float)));
    }
}

void CudaBackend::headLinear(const HeadLinearArgs& args) {
    LinearView view = linearView(args.in, {}, args.out);
    view.in.columns = static_cast<int>(args.weight->columns);
    view.units = static_cast<int>(args.weight->experts);
    view.inUnit = static_cast<int64_t>(args.inStride);
    view.outUnit = static_cast<int64_t>(args.outStride);
    view.expertIsUnit = true;
    view.parts[view.partCount++] = partView({args.weight, nullptr}, 0);
    m_recorder.add(view);
    if (args.tail == 0) return;
    HeadTailView tail;
    tail.in = rowsOf(args.in);
    tail.inStride = view.inUnit;
    tail.inFirst = static_cast<int>(args.weight->columns);
    tail.out = rowsOf(args.out);
    tail.outStride = view.outUnit;
    tail.outFirst = static_cast<int>(args.weight->rows);
    tail.heads = view.units;
    tail.count = static_cast<int>(args.tail);
    tail.rows = m_batch.rows;
    m_recorder.add(tail);
}

void CudaBackend::writeKv(const KvWriteArgs& args) {
    KvWriteView view;
    view.q = rowsOf(args.q);
    if (args.k.columns) view.k = rowsOf(args.k);
    if (args.v.columns) view.v = rowsOf(args.v);
    view.heads = static_cast<int>(args.heads);
    view.qNorm = viewOf(args.qNorm);
    view.kNorm = viewOf(args.kNorm);
    view.vNorm = viewOf(args.vNorm);
    view.pairing = static_cast<PairingCode>(args.rope.pairing);
    view.ropeDims = static_cast<int>(args.rope.dims);
    view.ropeFirst = static_cast<int>(args.rope.firstDim);
    view.inverseFrequency = vectorOf(args.rope.inverseFrequency);
    view.magnitude = args.rope.magnitude;
    const RopeSections& sections = args.rope.sections;
    view.hasSections = sections.any();
    view.sectionsAlternate = sections.interleaved;
    view.timePairs = static_cast<int>(sections.time);
    view.heightPairs = static_cast<int>(sections.height);
    view.widthPairs = static_cast<int>(sections.width);
    view.queryScale = args.queryScale;
    view.temperatureBeta = args.temperatureBeta;
    view.temperatureLength = static_cast<int>(args.temperatureLength);
    view.layer = layerView(*args.store, args.layer);
    view.batch = m_batch;
    addKvWrite(view);
    if (view.layer.open && args.k.columns) m_recorder.add(CloseKeysView{view.layer, view.batch});
}

/// One layer of a store, with memory for all blocks that the batch has.
KvLayerView CudaBackend::layerView(const PagedKvCache& store, uint32_t layer) {
    const DevicePagedKvCache::Layer& own = static_cast<const DevicePagedKvCache&>(store).data[layer];
    KvLayerView view = own.view;
    if (!view.open || m_blocksBeside == 0) return view;
    const auto group = static_cast<size_t>(view.group);
    if (m_beside.size() <= group) m_beside.resize(group + 1);
    view.beside = scratch(m_beside[group], m_blocksBeside * own.openBytes());
    return view;
}

void CudaBackend::addKvWrite(const KvWriteView& view) {
    // If the projections before it are only recorded so far, their launch does this as well.
    if (m_batch.rows <= vectorRows) {
        const auto heads = static_cast<size_t>(view.heads + 2 * view.layer.kvHeads);
        unsigned* arrived = counters(static_cast<size_t>(m_batch.rows) * heads);
        LinearView* projections = m_recorder.lastLinear();
        if (projections && joinsHeads(*projections, view)) {
            projections->kv = view;
            projections->kvArrived = arrived;
            return;
        }
    }
    m_recorder.add(view);
}

void CudaBackend::attention(const AttentionArgs& args) {
    AttentionView view;
    view.q = rowsOf(args.q);
    view.out = rowsOf(args.out);
    view.heads = static_cast<int>(args.heads);
    view.valueDim = static_cast<int>(args.out.columns / args.heads);
    view.scale = args.scale;
    view.softCap = args.softCap;
    view.window = static_cast<int>(args.window);
    if (args.bidirectional && args.store->types.keepsResidualBlocks())
        unsupported("attention to both sides over keys of few bits");
    view.bothSides = args.bidirectional;
    view.seesUnits = args.units != UnitSight::Causal && m_unitRows > 0;
    view.wholeUnits = args.units == UnitSight::Whole;
    view.sinks = vectorOf(args.sinks);
    view.layer = layerView(*args.store, args.layer);
    view.batch = m_batch;
    if (m_batch.tiles > 0 && attentionPrefillFits(view, m_properties.sharedBytesPerBlock)) {
        view.prefill = true;
        m_recorder.add(view);
        view.prefill = false;
    } else {
        view.batch = m_decodeOnly;
    }
    if (view.batch.decodeRows == 0) return;
    view.splits = m_splits;
    if (args.window) {
        const int sides = args.bidirectional ? 2 : 1, unit = view.seesUnits ? m_unitRows : 0;
        const int seen = sides * static_cast<int>(args.window) + unit;
        view.splits = std::min(view.splits, seen / splitPositions + 2);
    }
    const auto rows = static_cast<size_t>(m_batch.rows), heads = static_cast<size_t>(view.heads);
    view.partial = reinterpret_cast<float*>(
        scratch(m_partial, rows * heads * static_cast<size_t>(view.splits) *
                               static_cast<size_t>(view.valueDim + 2) * sizeof(float)));
    view.counters = counters(rows * heads);
    m_recorder.add(view);
}

unsigned* CudaBackend::counters(size_t count) {
    const size_t bytes = count * sizeof(unsigned);
    const bool fresh = m_counters.size() < bytes;
    auto* memory = reinterpret_cast<unsigned*>(scratch(m_counters, std::max<size_t>(bytes, 4096)));
    if (fresh) {
        m_recorder.flush();
        fillDevice(m_counters.data(), 0, m_counters.size(), m_stream.handle);
    }
    return memory;
}

void CudaBackend::norm(const NormArgs& args) {
    RowNormView view;
    view.in = rowsOf(args.in);
    view.out = rowsOf(args.out);
    view.norm = viewOf(args.norm);
    view.groupColumns = static_cast<int>(args.groupColumns ? args.groupColumns : args.in.columns);
    view.rows = m_batch.rows;
    view.scale = args.scale;
    view.accumulate = args.accumulate;
    m_recorder.add(view);
}

void CudaBackend::multiply(const MultiplyArgs& args) {
    MultiplyView view;
    view.a = rowsOf(args.a);
    view.b = rowsOf(args.b);
    view.out = rowsOf(args.out);
    view.activation = static_cast<ActivationCode>(args.activation);
    view.scale = args.scale;
    view.lowest = args.limits.lowest;
    view.highest = args.limits.highest;
    view.accumulate = args.accumulate;
    view.rows = m_batch.rows;
    m_recorder.add(view);
}

}  // namespace hearth::cuda
