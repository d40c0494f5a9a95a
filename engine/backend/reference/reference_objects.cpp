#include "backend/reference/reference_objects.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hearth/error.h"

namespace hearth::reference {
namespace {

size_t openFloats(const KvLayerShape& shape) noexcept {
    return size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.keyDim;
}

/// A residual block of one layer of a store, const or not.
template <class Store>
auto openPart(Store& store, size_t layer, int32_t number) {
    const size_t count = openFloats(store.layers[layer]);
    return std::span(store.data[layer].open).subspan(static_cast<size_t>(number) * count, count);
}

/// A block by layer: keys, then values.
template <class Store>
auto blockParts(Store& store, uint32_t group, int32_t block) {
    std::vector<decltype(std::span(store.data.front().keys))> parts;
    for (size_t layer = 0; layer < store.layers.size(); ++layer) {
        const KvLayerShape& shape = store.layers[layer];
        if (shape.group != group) continue;
        const size_t keys = size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.keyDim;
        const size_t values = size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.valueDim;
        parts.push_back(std::span(store.data[layer].keys).subspan(static_cast<size_t>(block) * keys, keys));
        parts.push_back(
            std::span(store.data[layer].values).subspan(static_cast<size_t>(block) * values, values));
    }
    return parts;
}

/// Copies floats to the front of the bytes, and drops these.
void save(std::span<const float> from, std::span<std::byte>& out) {
    std::ranges::copy(std::as_bytes(from), out.begin());
    out = out.subspan(from.size_bytes());
}

/// Copies the front of the bytes to floats, and drops these.
void load(std::span<float> to, std::span<const std::byte>& in) {
    std::ranges::copy(in.first(to.size_bytes()), std::as_writable_bytes(to).begin());
    in = in.subspan(to.size_bytes());
}

}  // namespace

std::vector<float> zeros(uint64_t count) {
    try {
        return std::vector<float>(count);
    } catch (const std::exception&) {
        throw Error(ErrorCode::OutOfMemory,
                    "There is not enough memory for " + std::to_string(count * 4 >> 20U) +
                        " MiB; close other programs or choose a smaller model or context.");
    }
}

const float* valuesOf(const Weight* weight) noexcept {
    return weight != nullptr ? static_cast<const HostWeight*>(weight)->values.data() : nullptr;
}

float* rowOf(const Slice& slice, uint64_t row) noexcept {
    auto& buffer = static_cast<HostBuffer&>(*slice.buffer);
    return buffer.values.data() + row * buffer.columns + slice.firstColumn;
}

HostPagedKvCache::HostPagedKvCache(std::vector<KvLayerShape> shapes, KvTypes kvTypes,
                                   const GroupBlocks& blockCount) {
    layers = std::move(shapes);
    types = kvTypes;
    blocks = blockCount;
    for (const KvLayerShape& shape : layers) {
        const uint64_t positions =
            uint64_t{blocks[shape.group]} * PagedKvCache::blockPositions * shape.kvHeads;
        const uint64_t open = types.keepsResidualBlocks()
                                  ? uint64_t{PagedKvCache::residualBlocksFor(blocks[0])} *
                                        PagedKvCache::blockPositions * shape.kvHeads
                                  : 0;
        Layer layer;
        layer.keys = zeros(positions * shape.keyDim);
        layer.values = zeros(positions * shape.valueDim);
        layer.open = zeros(open * shape.keyDim);
        sizeBytes += (layer.keys.size() + layer.values.size() + layer.open.size()) * sizeof(float);
        data.push_back(std::move(layer));
    }
}

void HostPagedKvCache::copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) {
    const auto source = blockParts(*this, group, from), target = blockParts(*this, group, to);
    for (size_t i = 0; i < source.size(); ++i)
        std::ranges::copy(source[i].first(source[i].size() / blockPositions * positions), target[i].begin());
}

void HostPagedKvCache::copyResidualBlock(int32_t from, int32_t to) {
    for (size_t layer = 0; layer < layers.size(); ++layer)
        std::ranges::copy(openPart(*this, layer, from), openPart(*this, layer, to).begin());
}

uint64_t HostPagedKvCache::residualBlockBytes() const {
    uint64_t count = 0;
    for (const KvLayerShape& shape : layers) count += openFloats(shape);
    return types.keepsResidualBlocks() ? count * sizeof(float) : 0;
}

void HostPagedKvCache::saveResidualBlock(int32_t number, std::span<std::byte> out) const {
    for (size_t layer = 0; layer < layers.size(); ++layer)
        reference::save(openPart(*this, layer, number), out);
}

void HostPagedKvCache::loadResidualBlock(int32_t number, std::span<const std::byte> in) {
    for (size_t layer = 0; layer < layers.size(); ++layer)
        reference::load(openPart(*this, layer, number), in);
}

uint64_t HostPagedKvCache::blockBytes(uint32_t group) const {
    uint64_t count = 0;
    for (const KvLayerShape& shape : layers) {
        if (shape.group == group)
            count += uint64_t{PagedKvCache::blockPositions} * shape.kvHeads * (shape.keyDim + shape.valueDim);
    }
    return count * sizeof(float);
}

void HostPagedKvCache::saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const {
    for (const auto& part : blockParts(*this, group, block)) reference::save(part, out);
}

void HostPagedKvCache::loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) {
    for (const auto& part : blockParts(*this, group, block)) reference::load(part, in);
}

HostStateStore::HostStateStore(std::vector<uint64_t> floatsOfLayers, uint32_t slots) {
    for (const uint64_t count : floatsOfLayers) data.push_back(zeros(count * slots));
    floatsPerLayer = std::move(floatsOfLayers);
    slotCount = slots;
}

void HostStateStore::copy(int32_t from, int32_t to) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t count = floatsPerLayer[layer];
        std::copy_n(data[layer].data() + static_cast<uint64_t>(from) * count, count,
                    data[layer].data() + static_cast<uint64_t>(to) * count);
    }
}

void HostStateStore::reset(int32_t slot) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t count = floatsPerLayer[layer];
        std::fill_n(data[layer].data() + static_cast<uint64_t>(slot) * count, count, 0.0F);
    }
}

void HostStateStore::save(int32_t slot, std::span<std::byte> out) const {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t count = floatsPerLayer[layer];
        reference::save(std::span(data[layer]).subspan(static_cast<uint64_t>(slot) * count, count), out);
    }
}

void HostStateStore::load(int32_t slot, std::span<const std::byte> in) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t count = floatsPerLayer[layer];
        reference::load(std::span(data[layer]).subspan(static_cast<uint64_t>(slot) * count, count), in);
    }
}

}  // namespace hearth::reference
