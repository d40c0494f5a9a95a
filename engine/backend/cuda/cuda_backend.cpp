#include "backend/cuda/cuda_backend.h"

#include <utility>

#include "backend/cuda/device_objects.h"
#include "backend/cuda/device_state_store.h"
#include "backend/cuda/paged_kv_layout.h"

namespace hearth::cuda {
namespace {

static_assert(static_cast<int>(NormKind::UnitLength) == static_cast<int>(NormCode::UnitLength));
static_assert(static_cast<int>(Activation::Xielu) == static_cast<int>(ActivationCode::Xielu));
static_assert(static_cast<int>(RopePairing::Halves) == static_cast<int>(PairingCode::Halves));
static_assert(static_cast<int>(RouterKind::Sigmoid) == static_cast<int>(RouterCode::Sigmoid));
static_assert(LinearView::mostParts == mostLinearParts);
static_assert(static_cast<int>(KvType::Q4_0) == static_cast<int>(KvCode::Q4_0));

}  // namespace

CudaBackend::CudaBackend(int device) : m_context(device) {
}

BackendInfo CudaBackend::info() const {
    m_context.recorder().useDevice();
    const MemoryInfo memory = memoryInfo();
    return {.kind = "cuda",
            .device = {.name = m_context.device().name},
            .memoryBytes = memory.totalBytes,
            .freeBytes = memory.freeBytes,
            .growsCaches = mappingStep() != 0,
            .wideBatches = true};
}

bool CudaBackend::hostExperts(uint32_t onDevice) {
    m_experts.offloaded().keep(onDevice);
    return true;
}

ExpertTraffic CudaBackend::expertTraffic() const {
    return m_experts.offloaded().traffic();
}

uint64_t CudaBackend::uploadBytes(const WeightSource& source) const {
    return m_weights.uploadBytes(source);
}

std::unique_ptr<Weight> CudaBackend::upload(const WeightSource& source) {
    return m_weights.upload(source);
}

std::unique_ptr<Buffer> CudaBackend::allocate(uint64_t rows, uint64_t columns) {
    m_context.recorder().useDevice();
    auto buffer = std::make_unique<DeviceBuffer>(m_context.recorder());
    buffer->rows = rows;
    buffer->columns = columns;
    buffer->memory = DeviceMemory(rows * columns * sizeof(float));
    return buffer;
}

std::unique_ptr<PagedKvCache> CudaBackend::makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                            const GroupBlocks& blocks) {
    return DevicePagedKvCache::make(m_context.recorder(), std::move(layers), types, blocks);
}

std::unique_ptr<StateStore> CudaBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                        uint32_t slots) {
    return std::make_unique<DeviceStateStore>(m_context.recorder(), std::move(floatsPerLayer), slots);
}

void CudaBackend::rotateKeys(const RotateKeysArgs& args) {
    m_kvWriter.rotateKeys(args);
}

void CudaBackend::readKeys(const ReadKeysArgs& args) {
    m_kvWriter.readKeys(args);
}

void CudaBackend::beginBatch(const Batch& batch) {
    const bool graph = static_cast<int>(batch.rows.size()) <= m_graphRows;
    m_weights.finishLoading();
    m_context.recorder().begin(false);
    m_batch.begin(batch);
    m_context.recorder().begin(graph);
}

void CudaBackend::embed(const Weight& table, float scale, const Slice& out) {
    m_rowOperations.embed(table, scale, out);
}

void CudaBackend::linear(const LinearArgs& args) {
    m_linear.linear(args);
}

void CudaBackend::headLinear(const HeadLinearArgs& args) {
    m_linear.headLinear(args);
}

void CudaBackend::writeKv(const KvWriteArgs& args) {
    m_kvWriter.write(args);
}

void CudaBackend::attention(const AttentionArgs& args) {
    m_attention.attend(args);
}

void CudaBackend::experts(const ExpertsArgs& args) {
    m_experts.run(args);
}

void CudaBackend::norm(const NormArgs& args) {
    m_rowOperations.norm(args);
}

void CudaBackend::multiply(const MultiplyArgs& args) {
    m_rowOperations.multiply(args);
}

void CudaBackend::convolve(const ConvolutionArgs& args) {
    m_recurrence.convolve(args);
}

void CudaBackend::recur(const RecurrenceArgs& args) {
    m_recurrence.recur(args);
}

void CudaBackend::placeRows(const PlaceRowsArgs& args) {
    m_rowOperations.placeRows(args);
}

void CudaBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    m_rowOperations.upload(to, rows, values);
}

bool CudaBackend::bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                             std::span<BestLogits> out) {
    return m_sampling.bestLogits(logits, queries, out);
}

void CudaBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    m_rowOperations.download(from, rows, out);
}

void CudaBackend::synchronize() {
    m_context.synchronize();
}

}  // namespace hearth::cuda
