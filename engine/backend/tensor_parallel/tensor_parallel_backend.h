#pragma once

#include <memory>

#include "backend/layer_split/parts_backend.h"
#include "backend/layer_split/split_weights.h"
#include "backend/tensor_parallel/parallel_activations.h"
#include "backend/tensor_parallel/shard_plan.h"

namespace hearth {

/// Equal backends as one, each with some of the heads and of the inner columns of every layer (ShardPlan), so
/// that all read their share of the weights at the same time. The residual stream, norms and routers are the
/// same on all. For a number of parts the bits are the same whatever the batch, as far as they are on one.
///
/// Only for models that divide: who makes it has seen to that.
class TensorParallelBackend final : public PartsBackend {
public:
    TensorParallelBackend(SplitBackends parts, ShardPlan plan,
                          std::unique_ptr<PeerTransport> exchange = nullptr);

    BackendInfo info() const override;
    uint64_t uploadBytes(const WeightSource& source) const override;
    std::unique_ptr<Weight> upload(const WeightSource& source) override;
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override;
    void rotateKeys(const RotateKeysArgs& args) override;
    void readKeys(const ReadKeysArgs& args) override;

    void beginBatch(const Batch& batch) override;
    void keepLogitRows(std::span<const Slice> kept) override;
    void embed(const Weight& table, float scale, const Slice& out) override;
    void linear(const LinearArgs& args) override;
    void writeKv(const KvWriteArgs& args) override;
    void attention(const AttentionArgs& args) override;
    void experts(const ExpertsArgs& args) override;
    void norm(const NormArgs& args) override;
    void multiply(const MultiplyArgs& args) override;

    void placeRows(const PlaceRowsArgs& args) override;
    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override;
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;

private:
    ShardPlan m_plan;
    ParallelActivations m_activations;
};

}  // namespace hearth
