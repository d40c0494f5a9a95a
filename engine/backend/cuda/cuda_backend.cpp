#include "backend/cuda/cuda_backend.h"

#include <algorithm>

#include "backend/cuda/device_objects.h"
#include "backend/cuda/key_reading.h"
#include "backend/cuda/paged_kv_layout.h"
#include "hearth/host_resources.h"

namespace hearth::cuda {
namespace {

DeviceProperties open(int index) {
    const auto all = devices();
    if (index < 0 || static_cast<size_t>(index) >= all.size()) {
        throw Error(ErrorCode::Device, "There is no graphics card number " + std::to_string(index) +
                                           "; there are " + std::to_string(all.size()) + ".");
    }
    selectDevice(index);
    return all[static_cast<size_t>(index)];
}

}  // namespace

CudaBackend::CudaBackend(int device) : m_properties(open(device)), m_recorder(m_stream.handle) {
    for (Staging& staging : m_staging) staging.copied = createEvent();
}

CudaBackend::~CudaBackend() {
    for (Staging& staging : m_staging) destroyEvent(staging.copied);
}

BackendInfo CudaBackend::info() const {
    m_recorder.useDevice();
    const MemoryInfo memory = memoryInfo();
    return {.kind = "cuda",
            .device = {.name = m_properties.name},
            .memoryBytes = memory.totalBytes,
            .freeBytes = memory.freeBytes,
            .growsCaches = mappingStep() != 0,
            .wideBatches = true};
}

StreamHandle CudaBackend::stream() {
    m_recorder.flush();
    m_recorder.useDevice();
    return m_stream.handle;
}

std::byte* CudaBackend::scratch(DeviceMemory& memory, size_t bytes) {
    if (memory.size() < bytes) {
        cuda::synchronize(stream());
        m_recorder.forget();  // graphs hold the old address
        memory = DeviceMemory();
        memory = DeviceMemory(cuda::growingSize(bytes));
    }
    return memory.data();
}

uint64_t CudaBackend::uploadBytes(const WeightSource& source) const {
    if (isHosted(source)) return OffloadedExperts::slotBytes(source, m_hosted.onGpu);
    return WeightLayout::of(source.type, source.columns, source.rows, source.experts).sizeBytes;
}

std::unique_ptr<Weight> CudaBackend::upload(const WeightSource& source) {
    auto weight = std::make_unique<DeviceWeight>(m_recorder);
    const WeightLayout layout = WeightLayout::of(source.type, source.columns, source.rows, source.experts);
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    m_recorder.useDevice();
    if (isHosted(source)) {
        weight->hosted =
            std::make_unique<OffloadedExperts>(source, m_hosted.onGpu, static_cast<unsigned>(usableCores()));
        weight->view = weight->hosted->view();
        weight->sizeBytes = weight->hosted->deviceBytes();
        weight->hostBytes = weight->hosted->hostBytes();
        if (source.id.role == WeightRole::ExpertDown) {
            const auto experts = static_cast<size_t>(source.experts);
            weight->resident = std::make_unique<ResidentExperts>(
                ResidentExperts{ExpertCache(weight->hosted->experts(), weight->hosted->slotCount()),
                                DeviceMemory(experts * sizeof(int))});
        }
        m_hosted.experts = weight->hosted->experts();
        m_hosted.hostBytes += weight->hostBytes;
        return weight;
    }
    weight->sizeBytes = layout.sizeBytes;
    weight->memory = DeviceMemory(layout.sizeBytes);
    weight->view = layout.view(weight->memory.data());

    if (!m_uploader) m_uploader = std::make_unique<WeightUploader>(static_cast<unsigned>(usableCores()));
    m_uploader->upload(source, layout, weight->memory.data(), stream());
    return weight;
}

std::unique_ptr<Buffer> CudaBackend::allocate(uint64_t rows, uint64_t columns) {
    m_recorder.useDevice();
    auto buffer = std::make_unique<DeviceBuffer>(m_recorder);
    buffer->rows = rows;
    buffer->columns = columns;
    buffer->memory = DeviceMemory(rows * columns * sizeof(float));
    return buffer;
}

std::unique_ptr<PagedKvCache> CudaBackend::makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                            const GroupBlocks& blocks) {
    return DevicePagedKvCache::make(m_recorder, std::move(layers), types, blocks);
}

std::unique_ptr<StateStore> CudaBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                        uint32_t slots) {
    m_recorder.useDevice();
    auto store = std::make_unique<DeviceStateStore>(m_recorder);
    for (const uint64_t floats : floatsPerLayer) {
        store->data.emplace_back(floats * slots * sizeof(float));
        if (floats) fillDevice(store->data.back().data(), 0, store->data.back().size(), stream());
    }
    store->floatsPerLayer = std::move(floatsPerLayer);
    store->slotCount = slots;
    return store;
}

void CudaBackend::copyBlock(PagedKvCache& store, uint32_t group, int32_t from, int32_t to,
                            uint32_t positions) {
    if (positions == 0) return;
    // The whole block: what lies behind the positions is written before anybody reads it.
    for (DevicePagedKvCache::Layer& layer : static_cast<DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyOnDevice(layer.memory.data() + static_cast<uint64_t>(to) * bytes,
                     layer.memory.data() + static_cast<uint64_t>(from) * bytes, bytes, stream());
    }
}

void CudaBackend::rotateKeys(const RotateKeysArgs& args) {
    if (args.rope.pairing == RopePairing::None) return;
    KeyRotationView view;
    view.rope.pairing = static_cast<PairingCode>(args.rope.pairing);
    view.rope.ropeDims = static_cast<int>(args.rope.dims);
    view.rope.ropeFirst = static_cast<int>(args.rope.firstDim);
    view.rope.inverseFrequency = vectorOf(args.rope.inverseFrequency);
    view.rope.layer = static_cast<const DevicePagedKvCache&>(*args.store).data[args.layer].view;
    view.shift = args.shift;
    view.residualBlock = args.residualBlock;
    for (size_t first = 0; first < args.positions; first += keyRotationBlocks * size_t{kvBlockPositions}) {
        view.positions =
            static_cast<int>(std::min(args.positions - first, keyRotationBlocks * size_t{kvBlockPositions}));
        const size_t blocks = (static_cast<size_t>(view.positions) + kvBlockPositions - 1) / kvBlockPositions;
        std::copy_n(args.blocks.begin() + static_cast<ptrdiff_t>(first / kvBlockPositions), blocks,
                    view.blocks);
        launchKeyRotation(view, stream());
    }
}

void CudaBackend::readKeys(const ReadKeysArgs& args) {
    const DevicePagedKvCache::Layer& layer =
        static_cast<const DevicePagedKvCache&>(*args.store).data[args.layer];
    const KvLayerView& view = layer.view;
    const uint64_t blockBytes = layer.blockBytes();
    std::vector<std::byte> blocks(args.blocks.size() * blockBytes);
    std::vector<std::byte> open(args.residualBlock < 0 ? 0 : layer.openBytes());
    for (size_t i = 0; i < args.blocks.size(); ++i)
        copyToHost(blocks.data() + i * blockBytes,
                   layer.memory.data() + static_cast<uint64_t>(args.blocks[i]) * blockBytes, blockBytes,
                   stream());
    if (!open.empty())
        copyToHost(open.data(), layer.open.data() + static_cast<uint64_t>(args.residualBlock) * open.size(),
                   open.size(), stream());
    synchronize();
    const auto heads = static_cast<size_t>(view.kvHeads), dim = static_cast<size_t>(view.keyDim);
    for (size_t i = 0; i < args.blocks.size(); ++i) {
        const bool isOpen = !open.empty() && i + 1 == args.blocks.size();
        const std::byte* block = isOpen ? open.data() : blocks.data() + i * blockBytes;
        const auto headBytes = static_cast<size_t>(isOpen ? view.openHeadBytes : view.headBlockBytes);
        for (size_t head = 0; head < heads; ++head)
            unpackKeys(view, isOpen ? KvCode::F16 : view.keyType, block + head * headBytes,
                       args.out.data() + (i * kvBlockPositions * heads + head) * dim, heads * dim);
    }
}

void CudaBackend::copyResidualBlock(PagedKvCache& store, int32_t from, int32_t to) {
    for (DevicePagedKvCache::Layer& layer : static_cast<DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyOnDevice(layer.open.data() + static_cast<uint64_t>(to) * bytes,
                     layer.open.data() + static_cast<uint64_t>(from) * bytes, bytes, stream());
    }
}

uint64_t CudaBackend::residualBlockBytes(const PagedKvCache& store) const {
    uint64_t bytes = 0;
    for (const DevicePagedKvCache::Layer& layer : static_cast<const DevicePagedKvCache&>(store).data)
        bytes += layer.openBytes();
    return bytes;
}

void CudaBackend::saveResidualBlock(const PagedKvCache& store, int32_t number, std::span<std::byte> out) {
    for (const DevicePagedKvCache::Layer& layer : static_cast<const DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyToHost(out.data(), layer.open.data() + static_cast<uint64_t>(number) * bytes, bytes, stream());
        out = out.subspan(bytes);
    }
    synchronize();
}

void CudaBackend::loadResidualBlock(PagedKvCache& store, int32_t number, std::span<const std::byte> in) {
    for (DevicePagedKvCache::Layer& layer : static_cast<DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.openBytes();
        if (bytes == 0) continue;
        copyToDevice(layer.open.data() + static_cast<uint64_t>(number) * bytes, in.data(), bytes, stream());
        in = in.subspan(bytes);
    }
    synchronize();
}

void CudaBackend::copyState(StateStore& store, int32_t from, int32_t to) {
    auto& states = static_cast<DeviceStateStore&>(store);
    for (size_t layer = 0; layer < states.data.size(); ++layer) {
        const uint64_t bytes = states.floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        std::byte* base = states.data[layer].data();
        copyOnDevice(base + static_cast<uint64_t>(to) * bytes, base + static_cast<uint64_t>(from) * bytes,
                     bytes, stream());
    }
}

void CudaBackend::resetState(StateStore& store, int32_t slot) {
    auto& states = static_cast<DeviceStateStore&>(store);
    for (size_t layer = 0; layer < states.data.size(); ++layer) {
        const uint64_t bytes = states.floatsPerLayer[layer] * sizeof(float);
        if (bytes)
            fillDevice(states.data[layer].data() + static_cast<uint64_t>(slot) * bytes, 0, bytes, stream());
    }
}

void CudaBackend::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) {
    const auto& states = static_cast<const DeviceStateStore&>(store);
    for (size_t layer = 0; layer < states.data.size(); ++layer) {
        const uint64_t bytes = states.floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        copyToHost(out.data(), states.data[layer].data() + static_cast<uint64_t>(slot) * bytes, bytes,
                   stream());
        out = out.subspan(bytes);
    }
    synchronize();
}

void CudaBackend::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) {
    auto& states = static_cast<DeviceStateStore&>(store);
    for (size_t layer = 0; layer < states.data.size(); ++layer) {
        const uint64_t bytes = states.floatsPerLayer[layer] * sizeof(float);
        if (!bytes) continue;
        copyToDevice(states.data[layer].data() + static_cast<uint64_t>(slot) * bytes, in.data(), bytes,
                     stream());
        in = in.subspan(bytes);
    }
    synchronize();
}

uint64_t CudaBackend::blockBytes(const PagedKvCache& store, uint32_t group) const {
    uint64_t bytes = 0;
    for (const DevicePagedKvCache::Layer& layer : static_cast<const DevicePagedKvCache&>(store).data) {
        if (layer.view.group == static_cast<int>(group)) bytes += layer.blockBytes();
    }
    return bytes;
}

void CudaBackend::saveBlock(const PagedKvCache& store, uint32_t group, int32_t block,
                            std::span<std::byte> out) {
    size_t at = 0;
    for (const DevicePagedKvCache::Layer& layer : static_cast<const DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyToHost(out.subspan(at, bytes).data(), layer.memory.data() + static_cast<uint64_t>(block) * bytes,
                   bytes, stream());
        at += bytes;
    }
    synchronize();
}

void CudaBackend::loadBlock(PagedKvCache& store, uint32_t group, int32_t block,
                            std::span<const std::byte> in) {
    size_t at = 0;
    for (DevicePagedKvCache::Layer& layer : static_cast<DevicePagedKvCache&>(store).data) {
        const uint64_t bytes = layer.blockBytes();
        if (layer.view.group != static_cast<int>(group) || bytes == 0) continue;
        copyToDevice(layer.memory.data() + static_cast<uint64_t>(block) * bytes, in.subspan(at, bytes).data(),
                     bytes, stream());
        at += bytes;
    }
    synchronize();
}

void CudaBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    const Rows target = rowsOf(to);
    for (uint64_t row = 0; row < rows; ++row) {
        copyToDevice(target.data + static_cast<int64_t>(row) * target.stride,
                     values.data() + row * to.columns, to.columns * sizeof(float), stream());
    }
    synchronize();
}

void CudaBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    const Rows source = rowsOf(from);
    if (from.columns == from.buffer->columns) {
        copyToHost(out.data(), source.data, rows * from.columns * sizeof(float), stream());
    } else {
        for (uint64_t row = 0; row < rows; ++row) {
            copyToHost(out.data() + row * from.columns,
                       source.data + static_cast<int64_t>(row) * source.stride, from.columns * sizeof(float),
                       stream());
        }
    }
    synchronize();
}

void CudaBackend::synchronize() {
    cuda::synchronize(stream());
}

}  // namespace hearth::cuda
