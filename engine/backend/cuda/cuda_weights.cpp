#include "backend/cuda/cuda_weights.h"

#include "backend/cuda/device_objects.h"
#include "backend/cuda/weight_layout.h"
#include "hearth/host_resources.h"

namespace hearth::cuda {

uint64_t CudaWeights::uploadBytes(const WeightSource& source) const {
    if (m_offloaded.isHosted(source)) return OffloadedExperts::slotBytes(source, m_offloaded.onGpu());
    return WeightLayout::of(source.type, source.columns, source.rows, source.experts).sizeBytes;
}

std::unique_ptr<Weight> CudaWeights::upload(const WeightSource& source) {
    auto weight = std::make_unique<DeviceWeight>(m_context.recorder());
    const WeightLayout layout = WeightLayout::of(source.type, source.columns, source.rows, source.experts);
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    m_context.recorder().useDevice();
    if (m_offloaded.isHosted(source)) {
        m_offloaded.upload(source, *weight);
        return weight;
    }
    weight->sizeBytes = layout.sizeBytes;
    weight->memory = DeviceMemory(layout.sizeBytes);
    weight->view = layout.view(weight->memory.data());

    if (!m_uploader) m_uploader = std::make_unique<WeightUploader>(static_cast<unsigned>(usableCores()));
    m_uploader->upload(source, layout, weight->memory.data(), m_context.stream());
    return weight;
}

}  // namespace hearth::cuda
