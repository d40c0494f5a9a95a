#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/cuda_attention.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/cuda_experts.h"
#include "backend/cuda/cuda_kv_writer.h"
#include "backend/cuda/cuda_linear.h"
#include "backend/cuda/cuda_recurrence.h"
#include "backend/cuda/cuda_row_operations.h"
#include "backend/cuda/cuda_sampling.h"
#include "backend/cuda/cuda_weights.h"

namespace hearth::cuda {

/// Every operation of backend.h on one CUDA device. Work goes to one stream; only download(), saveBlock() and
/// synchronize() wait. A decode step of few rows becomes one graph launch (StepRecorder).
///
/// Weights keep the file's own numbers, repacked (weight_format.h). Quantised ones are multiplied with
/// activations of int8 in groups of 32, with integer sums; F16 and BF16 with activations of two f16 that
/// together hold 22 bits, on the tensor cores; F32 with float32 activations. Sums over a row's columns have
/// one order whatever the batch, so a row's results do not depend on what else is in it. It only holds the
/// parts that do all this, and forwards to them.
class CudaBackend final : public Backend {
public:
    /// Throws Error(Device) when there is no usable device (the sentence says why).
    explicit CudaBackend(int device = 0);

    uint32_t alikeRows() const override { return UINT32_MAX; }
    BackendInfo info() const override;
    bool hostExperts(uint32_t onDevice) override;
    ExpertTraffic expertTraffic() const override;
    uint64_t uploadBytes(const WeightSource& source) const override;
    std::unique_ptr<Weight> upload(const WeightSource& source) override;
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override;
    std::unique_ptr<PagedKvCache> makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                   const GroupBlocks& blocks) override;
    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) override;

    bool canRotateKeys() const override { return true; }
    void rotateKeys(const RotateKeysArgs& args) override;
    void readKeys(const ReadKeysArgs& args) override;

    void beginBatch(const Batch& batch) override;
    void embed(const Weight& table, float scale, const Slice& out) override;
    void linear(const LinearArgs& args) override;
    void writeKv(const KvWriteArgs& args) override;
    void attention(const AttentionArgs& args) override;
    void experts(const ExpertsArgs& args) override;
    void norm(const NormArgs& args) override;
    void multiply(const MultiplyArgs& args) override;
    void headLinear(const HeadLinearArgs& args) override;
    void convolve(const ConvolutionArgs& args) override;
    void recur(const RecurrenceArgs& args) override;
    void placeRows(const PlaceRowsArgs& args) override;

    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override;
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override;

    const StepRecorder& recorder() const noexcept { return m_context.recorder(); }
    /// Steps of at most this many rows become graphs; 0: none do.
    void setGraphRows(int rows) noexcept { m_graphRows = rows; }

private:
    int m_graphRows = 8;
    CudaContext m_context;

    // The parts, over one batch; each has its own scratch memory.
    CudaBatch m_batch{m_context};
    CudaRowOperations m_rowOperations{m_context, m_batch};
    CudaLinear m_linear{m_context, m_batch};
    CudaKvWriter m_kvWriter{m_context, m_batch};
    CudaAttention m_attention{m_context, m_batch};
    CudaExperts m_experts{m_context, m_batch, m_linear};
    CudaWeights m_weights{m_context, m_experts.offloaded()};
    CudaRecurrence m_recurrence{m_context, m_batch};
    CudaSampling m_sampling{m_context};
};

}  // namespace hearth::cuda
