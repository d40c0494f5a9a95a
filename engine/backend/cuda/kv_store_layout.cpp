#include "backend/cuda/kv_store_layout.h"

namespace hearth::cuda {

KvLayerView kvLayerView(const KvLayerShape& shape, KvType type) {
    KvLayerView view;
    view.type = static_cast<KvCode>(type);
    view.kvHeads = static_cast<int>(shape.kvHeads);
    view.keyDim = static_cast<int>(shape.keyDim);
    view.valueDim = static_cast<int>(shape.valueDim);
    view.group = static_cast<int>(shape.group);
    const bool quantized = type == KvType::Q8_0 || type == KvType::Q4_0;
    const int chunk = type == KvType::F32 ? 4 : type == KvType::F16 ? 8 : type == KvType::Q8_0 ? 16 : 32;
    const auto groupsOf = [](int dim) { return (dim + 31) / 32; };
    const int keyBytes =
        quantized ? groupsOf(view.keyDim) * 32 / chunk * 16 : (view.keyDim + chunk - 1) / chunk * 16;
    int valueBytes = view.valueDim * (type == KvType::F32 ? 4 : 2);
    if (quantized) valueBytes = groupsOf(view.valueDim) * (type == KvType::Q8_0 ? 32 : 16);
    const auto scaleBytes = [&](int dim) { return quantized ? groupsOf(dim) * 2 : 0; };
    int offset = keyBytes * kvBlockPositions;
    view.keyScaleOffset = offset;
    offset += scaleBytes(view.keyDim) * kvBlockPositions;
    view.valueOffset = offset;
    offset += valueBytes * kvBlockPositions;
    view.valueScaleOffset = offset;
    offset += scaleBytes(view.valueDim) * kvBlockPositions;
    view.headBlockBytes = offset;
    return view;
}

std::unique_ptr<DeviceKvStore> DeviceKvStore::make(StepRecorder& owner, std::vector<KvLayerShape> layers,
                                                   KvType type, const GroupBlocks& blocks) {
    auto store = std::make_unique<DeviceKvStore>(owner);
    store->layers = std::move(layers);
    store->type = type;
    store->blocks = blocks;
    for (const KvLayerShape& shape : store->layers) {
        Layer layer;
        layer.view = kvLayerView(shape, type);
        layer.memory = DeviceMemory(layer.blockBytes() * blocks[shape.group]);
        layer.view.data = layer.memory.data();
        store->sizeBytes += layer.memory.size();
        store->data.push_back(std::move(layer));
    }
    return store;
}

}  // namespace hearth::cuda
