#include "backend/cuda/cuda_batch.h"

#include <algorithm>
#include <bit>

#include "backend/cuda/batch_layout.h"
#include "backend/cuda/paged_kv_layout.h"

namespace hearth::cuda {

void CudaBatch::begin(const Batch& batch) {
    const BatchLayout layout(batch);
    const size_t ints = layout.ints();
    Staging& staging = m_staging[m_nextStaging];
    m_nextStaging ^= 1;
    waitEvent(staging.copied.handle);
    if (staging.memory.size() < ints * sizeof(int))
        staging.memory = PinnedMemory(std::bit_ceil(ints * sizeof(int)));
    auto* host = reinterpret_cast<int*>(staging.memory.data());
    layout.fill(host);
    auto* device = m_context.scratch<int>(m_memory, std::max<size_t>(ints, 1024));
    copyToDevice(device, host, ints * sizeof(int), m_context.stepStream());
    recordEvent(staging.copied.handle, m_context.stepStream());
    m_view = layout.view(device);
    m_decodeOnly = layout.decodeOnly(device);
    m_splits = layout.splits();
    m_unitRows = layout.unitRows();
    m_blocksBeside = layout.blocksBeside();
}

KvLayerView CudaBatch::layerView(const PagedKvCache& store, uint32_t layer) {
    const DevicePagedKvCache::Layer& own = static_cast<const DevicePagedKvCache&>(store).data[layer];
    KvLayerView view = own.view;
    if (!view.open || m_blocksBeside == 0) return view;
    const auto group = static_cast<size_t>(view.group);
    if (m_beside.size() <= group) m_beside.resize(group + 1);
    view.beside = m_context.scratch<std::byte>(m_beside[group], m_blocksBeside * own.openBytes());
    return view;
}

}  // namespace hearth::cuda
