#include "backend/cuda/kv_store_layout.h"

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
    const bool rounded = types.keepsOpenBlocks();
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

std::unique_ptr<DeviceKvStore> DeviceKvStore::make(StepRecorder& owner, std::vector<KvLayerShape> layers,
                                                   KvTypes types, const GroupBlocks& blocks) {
    auto store = std::make_unique<DeviceKvStore>(owner);
    store->layers = std::move(layers);
    store->types = types;
    store->blocks = blocks;
    for (const KvLayerShape& shape : store->layers) {
        Layer layer;
        layer.view = kvLayerView(shape, types);
        layer.memory = DeviceMemory(layer.blockBytes() * blocks[shape.group]);
        layer.view.data = layer.memory.data();
        layer.open = DeviceMemory(layer.openBytes() * KvStore::openBlocksFor(blocks[0]));
        layer.view.open = layer.openBytes() != 0 ? layer.open.data() : nullptr;
        store->sizeBytes += layer.memory.size() + layer.open.size();
        store->data.push_back(std::move(layer));
    }
    return store;
}

}  // namespace hearth::cuda
