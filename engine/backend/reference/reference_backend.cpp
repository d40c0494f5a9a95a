#include "backend/reference/reference_backend.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "backend/reference/reference_math.h"
#include "hearth/block_type.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth {

using namespace reference;

namespace reference {

const float* valuesOf(const Weight* weight) noexcept {
    return weight != nullptr ? static_cast<const HostWeight*>(weight)->values.data() : nullptr;
}

float* rowOf(const Slice& slice, uint64_t row) noexcept {
    auto& buffer = static_cast<HostBuffer&>(*slice.buffer);
    return buffer.values.data() + row * buffer.columns + slice.firstColumn;
}

}  // namespace reference

namespace {

std::vector<float> floats(uint64_t count) {
    try {
        return std::vector<float>(count);
    } catch (const std::exception&) {
        throw Error(ErrorCode::OutOfMemory,
                    "There is not enough memory for " + std::to_string(count * 4 >> 20U) +
                        " MiB; close other programs or choose a smaller model or context.");
    }
}

/// One block of one layer as bytes: keys, then values.
struct BlockPart {
    float* data;
    size_t count;
};

size_t openFloats(const KvLayerShape& shape) noexcept {
    return size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.keyDim;
}

/// An residual block of one layer.
std::span<float> openPart(HostPagedKvCache& store, size_t layer, int32_t number) {
    const size_t count = openFloats(store.layers[layer]);
    return std::span(store.data[layer].open).subspan(static_cast<size_t>(number) * count, count);
}

std::vector<BlockPart> blockParts(HostPagedKvCache& store, uint32_t group, int32_t block) {
    std::vector<BlockPart> parts;
    for (size_t layer = 0; layer < store.layers.size(); ++layer) {
        const KvLayerShape& shape = store.layers[layer];
        if (shape.group != group) continue;
        const size_t keys = size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.keyDim;
        const size_t values = size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.valueDim;
        parts.push_back({store.data[layer].keys.data() + static_cast<size_t>(block) * keys, keys});
        parts.push_back({store.data[layer].values.data() + static_cast<size_t>(block) * values, values});
    }
    return parts;
}

}  // namespace

BackendInfo ReferenceBackend::info() const {
    return {.kind = "reference",
            .device = {.name = "", .threads = static_cast<int>(m_threads), .instructions = "plain float32"}};
}

uint64_t ReferenceBackend::uploadBytes(const WeightSource& source) const {
    return source.columns * source.rows * source.experts * sizeof(float);
}

std::unique_ptr<Weight> ReferenceBackend::upload(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    if (!type.readable) {
        throw Error(ErrorCode::Unsupported, "The tensor " + readableText(source.name) + " is stored as " +
                                                std::string(type.name) +
                                                ", a block type that Hearth cannot read yet.");
    }
    auto weight = std::make_unique<HostWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    weight->sizeBytes = uploadBytes(source);
    weight->values = floats(source.columns * source.rows * source.experts);
    const uint64_t rowBytes = source.columns / type.blockElements * type.blockBytes;
    const uint64_t rows = source.rows * source.experts;
    const uint64_t rowsAtOnce = std::max<uint64_t>(1, (1U << 20U) / std::max<uint64_t>(rowBytes, 1));
    std::vector<std::byte> bytes;
    for (uint64_t row = 0; row < rows; row += rowsAtOnce) {
        const uint64_t count = std::min(rowsAtOnce, rows - row);
        bytes.resize(count * rowBytes);
        source.read(row * rowBytes, bytes);
        dequantizeRow(source.type, bytes,
                      std::span(weight->values).subspan(row * source.columns, count * source.columns));
    }
    return weight;
}

std::unique_ptr<Buffer> ReferenceBackend::allocate(uint64_t rows, uint64_t columns) {
    auto buffer = std::make_unique<HostBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    buffer->values = floats(rows * columns);
    return buffer;
}

std::unique_ptr<PagedKvCache> ReferenceBackend::makePagedKvCache(std::vector<KvLayerShape> layers,
                                                                 KvTypes types, const GroupBlocks& blocks) {
    auto store = std::make_unique<HostPagedKvCache>();
    store->layers = std::move(layers);
    store->types = types;
    store->blocks = blocks;
    for (const KvLayerShape& shape : store->layers) {
        const uint64_t positions =
            uint64_t{blocks[shape.group]} * PagedKvCache::blockPositions * shape.kvHeads;
        const uint64_t open = types.keepsResidualBlocks()
                                  ? uint64_t{PagedKvCache::residualBlocksFor(blocks[0])} *
                                        PagedKvCache::blockPositions * shape.kvHeads
                                  : 0;
        HostPagedKvCache::Layer layer;
        layer.keys = floats(positions * shape.keyDim);
        layer.values = floats(positions * shape.valueDim);
        layer.open = floats(open * shape.keyDim);
        store->sizeBytes += (layer.keys.size() + layer.values.size() + layer.open.size()) * sizeof(float);
        store->data.push_back(std::move(layer));
    }
    return store;
}

std::unique_ptr<StateStore> ReferenceBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                             uint32_t slots) {
    auto store = std::make_unique<HostStateStore>();
    for (const uint64_t count : floatsPerLayer) store->data.push_back(floats(count * slots));
    store->floatsPerLayer = std::move(floatsPerLayer);
    store->slotCount = slots;
    return store;
}

void ReferenceBackend::copyBlock(PagedKvCache& store, uint32_t group, int32_t from, int32_t to,
                                 uint32_t positions) {
    auto& host = static_cast<HostPagedKvCache&>(store);
    const auto source = blockParts(host, group, from), target = blockParts(host, group, to);
    for (size_t i = 0; i < source.size(); ++i) {
        std::copy_n(source[i].data, source[i].count / PagedKvCache::blockPositions * positions,
                    target[i].data);
    }
}

void ReferenceBackend::copyResidualBlock(PagedKvCache& store, int32_t from, int32_t to) {
    auto& host = static_cast<HostPagedKvCache&>(store);
    for (size_t layer = 0; layer < host.layers.size(); ++layer)
        std::ranges::copy(openPart(host, layer, from), openPart(host, layer, to).begin());
}

uint64_t ReferenceBackend::residualBlockBytes(const PagedKvCache& store) const {
    uint64_t count = 0;
    for (const KvLayerShape& shape : store.layers) count += openFloats(shape);
    return store.types.keepsResidualBlocks() ? count * sizeof(float) : 0;
}

void ReferenceBackend::saveResidualBlock(const PagedKvCache& store, int32_t number,
                                         std::span<std::byte> out) {
    // Only reads, but the parts are shared with loadResidualBlock and so are not const.
    auto& host = static_cast<HostPagedKvCache&>(const_cast<PagedKvCache&>(store));
    for (size_t layer = 0; layer < host.layers.size(); ++layer) {
        const auto part = std::as_bytes(openPart(host, layer, number));
        std::ranges::copy(part, out.begin());
        out = out.subspan(part.size());
    }
}

void ReferenceBackend::loadResidualBlock(PagedKvCache& store, int32_t number, std::span<const std::byte> in) {
    auto& host = static_cast<HostPagedKvCache&>(store);
    for (size_t layer = 0; layer < host.layers.size(); ++layer) {
        const auto part = std::as_writable_bytes(openPart(host, layer, number));
        std::copy_n(in.begin(), part.size(), part.begin());
        in = in.subspan(part.size());
    }
}

void ReferenceBackend::copyState(StateStore& store, int32_t from, int32_t to) {
    auto& host = static_cast<HostStateStore&>(store);
    for (size_t layer = 0; layer < host.data.size(); ++layer) {
        const uint64_t count = host.floatsPerLayer[layer];
        std::copy_n(host.data[layer].data() + static_cast<uint64_t>(from) * count, count,
                    host.data[layer].data() + static_cast<uint64_t>(to) * count);
    }
}

void ReferenceBackend::resetState(StateStore& store, int32_t slot) {
    auto& host = static_cast<HostStateStore&>(store);
    for (size_t layer = 0; layer < host.data.size(); ++layer) {
        const uint64_t count = host.floatsPerLayer[layer];
        std::fill_n(host.data[layer].data() + static_cast<uint64_t>(slot) * count, count, 0.0F);
    }
}

void ReferenceBackend::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) {
    const auto& host = static_cast<const HostStateStore&>(store);
    for (size_t layer = 0; layer < host.data.size(); ++layer) {
        const uint64_t count = host.floatsPerLayer[layer];
        const auto from =
            std::as_bytes(std::span(host.data[layer]).subspan(static_cast<uint64_t>(slot) * count, count));
        std::copy(from.begin(), from.end(), out.begin());
        out = out.subspan(from.size());
    }
}

void ReferenceBackend::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) {
    auto& host = static_cast<HostStateStore&>(store);
    for (size_t layer = 0; layer < host.data.size(); ++layer) {
        const uint64_t count = host.floatsPerLayer[layer];
        const auto to = std::as_writable_bytes(
            std::span(host.data[layer]).subspan(static_cast<uint64_t>(slot) * count, count));
        std::copy_n(in.begin(), to.size(), to.begin());
        in = in.subspan(to.size());
    }
}

uint64_t ReferenceBackend::blockBytes(const PagedKvCache& store, uint32_t group) const {
    uint64_t count = 0;
    for (const KvLayerShape& shape : store.layers) {
        if (shape.group == group)
            count += uint64_t{PagedKvCache::blockPositions} * shape.kvHeads * (shape.keyDim + shape.valueDim);
    }
    return count * sizeof(float);
}

void ReferenceBackend::saveBlock(const PagedKvCache& store, uint32_t group, int32_t block,
                                 std::span<std::byte> out) {
    // Only reads, but the parts are shared with loadBlock and so are not const.
    auto& host = static_cast<HostPagedKvCache&>(const_cast<PagedKvCache&>(store));
    size_t offset = 0;
    for (const BlockPart& part : blockParts(host, group, block)) {
        if (part.count == 0) continue;
        std::memcpy(out.data() + offset, part.data, part.count * sizeof(float));
        offset += part.count * sizeof(float);
    }
}

void ReferenceBackend::loadBlock(PagedKvCache& store, uint32_t group, int32_t block,
                                 std::span<const std::byte> in) {
    size_t offset = 0;
    for (const BlockPart& part : blockParts(static_cast<HostPagedKvCache&>(store), group, block)) {
        if (part.count == 0) continue;
        std::memcpy(part.data, in.data() + offset, part.count * sizeof(float));
        offset += part.count * sizeof(float);
    }
}

void ReferenceBackend::beginBatch(const Batch& batch) {
    m_batch = batch;
    ++m_batchNumber;
    m_allRows.clear();
    m_logitRows.clear();
    for (uint32_t row = 0; row < batch.rows.size(); ++row) {
        m_allRows.push_back(row);
        if (batch.rows[row].wantLogits) m_logitRows.push_back(row);
    }
}

std::span<const uint32_t> ReferenceBackend::rowsOf(RowSet set) const noexcept {
    return set == RowSet::All ? m_allRows : m_logitRows;
}

void ReferenceBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    for (uint64_t row = 0; row < rows; ++row) {
        std::copy_n(values.data() + row * to.columns, to.columns, rowOf(to, row));
    }
}

void ReferenceBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    for (uint64_t row = 0; row < rows; ++row) {
        std::copy_n(rowOf(from, row), from.columns, out.data() + row * from.columns);
    }
}

}  // namespace hearth
