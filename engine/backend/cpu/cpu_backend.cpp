#include "backend/cpu/cpu_backend.h"

#include <algorithm>
#include <string>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/paged_kv_cache.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/state_store.h"
#include "hearth/host_resources.h"

namespace hearth {

using namespace cpu;

CpuBackend::CpuBackend(const CpuOptions& options)
    : m_kernels(kernelTable(options.isa)),
      m_sharedPool(options.pool != nullptr
                       ? options.pool
                       : std::make_shared<ThreadPool>(
                             options.threads != 0 ? options.threads : static_cast<unsigned>(usableCores()))),
      m_pool(*m_sharedPool),
      m_times(m_pool, options.adaptive),
      m_products(m_kernels, m_pool, options.adaptive),
      m_rowOperations(m_kernels, m_pool, m_batch),
      m_linear(m_kernels, m_batch, m_products),
      m_kvWriter(m_kernels, m_pool, m_batch),
      m_attention(m_kernels, m_pool, m_batch),
      m_experts(m_kernels, m_pool, m_batch, m_products),
      m_convolution(m_kernels, m_pool, m_batch),
      m_recurrence(m_kernels, m_pool, m_batch) {
}

BackendInfo CpuBackend::info() const {
    BackendInfo info;
    info.kind = "cpu";
    info.device = {.name = "",
                   .threads = static_cast<int>(m_pool.threads()),
                   .instructions = std::string(isaName(m_kernels.level))};
    info.memoryBytes = totalMemoryBytes();
    info.freeBytes = availableMemoryBytes();
    return info;
}

uint64_t CpuBackend::uploadBytes(const WeightSource& source) const {
    return packedBytes(source);
}

std::unique_ptr<Weight> CpuBackend::upload(const WeightSource& source) {
    m_pool.setActive(m_pool.threads());
    if (source.rows > 1 && blockTypeInfo(source.type).blockElements > 1) m_attention.roundActivations();
    return packWeight(source, m_arena, m_pool);
}

std::unique_ptr<Buffer> CpuBackend::allocate(uint64_t rows, uint64_t columns) {
    return std::make_unique<CpuBuffer>(rows, columns);
}

std::unique_ptr<PagedKvCache> CpuBackend::makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                           const GroupBlocks& blocks) {
    return std::make_unique<CpuPagedKvCache>(std::move(layers), types, blocks);
}

std::unique_ptr<StateStore> CpuBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) {
    return std::make_unique<CpuStateStore>(std::move(floatsPerLayer), slots);
}

void CpuBackend::rotateKeys(const RotateKeysArgs& args) {
    m_kvWriter.rotateKeys(args);
}

void CpuBackend::readKeys(const ReadKeysArgs& args) {
    m_kvWriter.readKeys(args);
}

void CpuBackend::beginBatch(const Batch& batch) {
    m_batch.begin(batch);
    m_times.begin(m_batch.oneToken());
    m_kvWriter.beginRows();
    m_products.begin(m_batch.oneToken());
}

void CpuBackend::keepLogitRows(std::span<const Slice> kept) {
    m_batch.keepLogitRows(kept);
    m_kvWriter.beginRows();
}

void CpuBackend::embed(const Weight& table, float scale, const Slice& out) {
    m_rowOperations.embed(table, scale, out);
}

void CpuBackend::linear(const LinearArgs& args) {
    m_linear.linear(args);
}

void CpuBackend::headLinear(const HeadLinearArgs& args) {
    m_linear.headLinear(args);
}

void CpuBackend::experts(const ExpertsArgs& args) {
    m_experts.run(args);
}

void CpuBackend::writeKv(const KvWriteArgs& args) {
    m_kvWriter.write(args);
}

void CpuBackend::attention(const AttentionArgs& args) {
    m_attention.attend(args);
}

void CpuBackend::convolve(const ConvolutionArgs& args) {
    m_convolution.convolve(args);
}

void CpuBackend::recur(const RecurrenceArgs& args) {
    m_recurrence.recur(args);
}

void CpuBackend::norm(const NormArgs& args) {
    m_rowOperations.norm(args);
}

void CpuBackend::multiply(const MultiplyArgs& args) {
    m_rowOperations.multiply(args);
}

void CpuBackend::placeRows(const PlaceRowsArgs& args) {
    m_rowOperations.place(args);
}

void CpuBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    settle(to);
    for (uint64_t row = 0; row < rows; ++row)
        std::copy_n(values.data() + row * to.columns, to.columns, rowOf(to, row));
}

void CpuBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    settle(from);
    for (uint64_t row = 0; row < rows; ++row)
        std::copy_n(rowOf(from, row), from.columns, out.data() + row * from.columns);
    synchronize();
}

void CpuBackend::synchronize() {
    m_times.end();
}

}  // namespace hearth
