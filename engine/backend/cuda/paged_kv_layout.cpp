#include "backend/cuda/paged_kv_layout.h"

#include <algorithm>
#include <string>

#include "backend/backend_errors.h"
#include "backend/kv_block_sizes.h"

namespace hearth::cuda {

KvLayerView kvLayerView(const KvLayerShape& shape, KvTypes types) {
    KvLayerView view;
    view.keyType = static_cast<KvCode>(types.key);
    view.valueType = static_cast<KvCode>(types.value);
    view.kvHeads = static_cast<int>(shape.kvHeads);
    view.keyDim = static_cast<int>(shape.keyDim);
    view.valueDim = static_cast<int>(shape.valueDim);
    view.group = static_cast<int>(shape.group);
    // Chunks of 16 bytes are whole.
    const auto chunkBytes = [&](KvType type) {
        const int chunk = type == KvType::F32 ? 4 : 8;
        return (view.keyDim + chunk - 1) / chunk * 16 * kvBlockPositions;
    };
    const bool rounded = types.keepsResidualBlocks();
    const auto stored = static_cast<int>(storedKeyColumns(types.key, shape.keyDim));
    view.keyScaleOffset =
        !rounded ? chunkBytes(types.key) : stored * kvBlockPositions / (types.key == KvType::Q8_0 ? 1 : 2);
    view.valueOffset =
        rounded ? static_cast<int>(keyBlockBytes(types.key, shape.keyDim)) : view.keyScaleOffset;
    const size_t valueBytes = valueBlockBytes(types.value, shape.valueDim);
    const size_t numbers = !isQuantized(types.value) ? 0 : types.value == KvType::Q8_0 ? 2 : 4;
    view.valueScaleOffset =
        view.valueOffset +
        static_cast<int>(valueBytes - numbers * kvGroups(shape.valueDim) * kvBlockPositions);
    // Loads of 16 bytes want every head to begin at a multiple.
    view.headBlockBytes = (view.valueOffset + static_cast<int>(valueBytes) + 15) / 16 * 16;
    if (rounded) view.openHeadBytes = chunkBytes(KvType::F16);
    return view;
}

namespace {

/// Bytes that the last blocks leave free for scratch memory, recorded steps and the driver.
uint64_t spareBytes(const MemoryInfo& memory) {
    constexpr uint64_t most = uint64_t{256} << 20U, share = 64;
    return std::min(most, memory.totalBytes / share);
}

void needRoomFor(uint64_t bytes) {
    const MemoryInfo memory = memoryInfo();
    if (bytes + spareBytes(memory) <= memory.freeBytes) return;
    const auto mib = [](uint64_t size) { return std::to_string((size + 0xfffffU) >> 20U) + " MiB"; };
    throw Error(errors::gpuOutOfMemory, {mib(bytes) + " asked for, " + mib(memory.freeBytes) + " free"});
}

}  // namespace

bool DevicePagedKvCache::commit(uint32_t group, uint32_t count) {
    std::vector<Layer*> inGroup;
    uint64_t more = 0;
    for (Layer& layer : data) {
        if (layer.view.group != static_cast<int>(group)) continue;
        inGroup.push_back(&layer);
        more += layer.memory.missing(layer.blockBytes() * count);
    }
    if (more == 0) return true;
    recorder.useDevice();
    const MemoryInfo memory = memoryInfo();
    if (more + spareBytes(memory) > memory.freeBytes) return false;
    std::vector<size_t> before;
    for (Layer* layer : inGroup) {
        before.push_back(layer->memory.taken());
        if (layer->memory.growTo(layer->blockBytes() * count)) continue;
        // Another program was quicker.
        for (size_t i = 0; i < before.size(); ++i) inGroup[i]->memory.shrinkTo(before[i]);
        return false;
    }
    return true;
}

void DevicePagedKvCache::shrink(uint32_t group, uint32_t count) {
    recorder.useDevice();
    for (Layer& layer : data)
        if (layer.view.group == static_cast<int>(group)) layer.memory.shrinkTo(layer.blockBytes() * count);
}

uint64_t DevicePagedKvCache::committedBytes() const {
    uint64_t bytes = 0;
    for (const Layer& layer : data) bytes += layer.memory.taken() + layer.open.size();
    return bytes;
}

void DevicePagedKvCache::copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) {
    if (positions == 0) return;
    // The whole block: what lies behind the positions is written before anybody reads it.
    for (Layer& layer : data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyOnDevice(layer.memory.data() + static_cast<uint64_t>(to) * bytes,
                     layer.memory.data() + static_cast<uint64_t>(from) * bytes, bytes,
                     recorder.flushedStream());
    }
}

void DevicePagedKvCache::copyResidualBlock(int32_t from, int32_t to) {
    for (Layer& layer : data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyOnDevice(layer.open.data() + static_cast<uint64_t>(to) * bytes,
                     layer.open.data() + static_cast<uint64_t>(from) * bytes, bytes,
                     recorder.flushedStream());
    }
}

uint64_t DevicePagedKvCache::residualBlockBytes() const {
    uint64_t bytes = 0;
    for (const Layer& layer : data) bytes += layer.openBytes();
    return bytes;
}

void DevicePagedKvCache::saveResidualBlock(int32_t number, std::span<std::byte> out) const {
    for (const Layer& layer : data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyToHost(out.data(), layer.open.data() + static_cast<uint64_t>(number) * bytes, bytes,
                   recorder.flushedStream());
        out = out.subspan(bytes);
    }
    synchronize(recorder.flushedStream());
}

void DevicePagedKvCache::loadResidualBlock(int32_t number, std::span<const std::byte> in) {
    for (Layer& layer : data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyToDevice(layer.open.data() + static_cast<uint64_t>(number) * bytes, in.data(), bytes,
                     recorder.flushedStream());
        in = in.subspan(bytes);
    }
    synchronize(recorder.flushedStream());
}

uint64_t DevicePagedKvCache::blockBytes(uint32_t group) const {
    uint64_t bytes = 0;
    for (const Layer& layer : data) {
        if (layer.view.group == static_cast<int>(group)) bytes += layer.blockBytes();
    }
    return bytes;
}

void DevicePagedKvCache::saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const {
    size_t at = 0;
    for (const Layer& layer : data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyToHost(out.subspan(at, bytes).data(), layer.memory.data() + static_cast<uint64_t>(block) * bytes,
                   bytes, recorder.flushedStream());
        at += bytes;
    }
    synchronize(recorder.flushedStream());
}

void DevicePagedKvCache::loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) {
    size_t at = 0;
    for (Layer& layer : data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyToDevice(layer.memory.data() + static_cast<uint64_t>(block) * bytes, in.subspan(at, bytes).data(),
                     bytes, recorder.flushedStream());
        at += bytes;
    }
    synchronize(recorder.flushedStream());
}

std::unique_ptr<DevicePagedKvCache> DevicePagedKvCache::make(StepRecorder& owner,
                                                             std::vector<KvLayerShape> layers, KvTypes types,
                                                             const GroupBlocks& blocks) {
    owner.useDevice();
    auto store = std::make_unique<DevicePagedKvCache>(owner);
    store->layers = std::move(layers);
    store->types = types;
    store->blocks = blocks;
    for (const KvLayerShape& shape : store->layers) {
        Layer layer;
        layer.view = kvLayerView(shape, types);
        layer.memory = GrowingMemory(layer.blockBytes() * blocks[shape.group]);
        layer.view.data = layer.memory.data();
        layer.open = DeviceMemory(layer.openBytes() * PagedKvCache::residualBlocksFor(blocks[0]));
        layer.view.open = layer.openBytes() != 0 ? layer.open.data() : nullptr;
        store->sizeBytes += layer.memory.size() + layer.open.size();
        store->data.push_back(std::move(layer));
    }
    // Addresses cost nothing: what they come to is known when every layer has rounded up its own.
    needRoomFor(store->sizeBytes - store->committedBytes());
    return store;
}

}  // namespace hearth::cuda
