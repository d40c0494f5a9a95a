#include "backend/cuda/device_state_store.h"

#include <utility>

namespace hearth::cuda {

DeviceStateStore::DeviceStateStore(StepRecorder& owner, std::vector<uint64_t> floats, uint32_t slots)
    : recorder(owner) {
    recorder.useDevice();
    for (const uint64_t count : floats) {
        data.emplace_back(count * slots * sizeof(float));
        if (count) fillDevice(data.back().data(), 0, data.back().size(), recorder.flushedStream());
    }
    floatsPerLayer = std::move(floats);
    slotCount = slots;
}

void DeviceStateStore::copy(int32_t from, int32_t to) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t bytes = floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        std::byte* base = data[layer].data();
        copyOnDevice(base + static_cast<uint64_t>(to) * bytes, base + static_cast<uint64_t>(from) * bytes,
                     bytes, recorder.flushedStream());
    }
}

void DeviceStateStore::reset(int32_t slot) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t bytes = floatsPerLayer[layer] * sizeof(float);
        if (bytes)
            fillDevice(data[layer].data() + static_cast<uint64_t>(slot) * bytes, 0, bytes,
                       recorder.flushedStream());
    }
}

void DeviceStateStore::save(int32_t slot, std::span<std::byte> out) const {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t bytes = floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        copyToHost(out.data(), data[layer].data() + static_cast<uint64_t>(slot) * bytes, bytes,
                   recorder.flushedStream());
        out = out.subspan(bytes);
    }
    synchronize(recorder.flushedStream());
}

void DeviceStateStore::load(int32_t slot, std::span<const std::byte> in) {
    for (size_t layer = 0; layer < data.size(); ++layer) {
        const uint64_t bytes = floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        copyToDevice(data[layer].data() + static_cast<uint64_t>(slot) * bytes, in.data(), bytes,
                     recorder.flushedStream());
        in = in.subspan(bytes);
    }
    synchronize(recorder.flushedStream());
}

}  // namespace hearth::cuda
