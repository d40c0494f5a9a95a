#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "backend/parallel/parallel_activations.h"
#include "backend/parallel/shard_plan.h"
#include "backend/split/split_stores.h"
#include "backend/split/split_weights.h"

namespace hearth {

/// Equal backends as one, each with some of the heads and of the inner columns of every layer (ShardPlan), so
/// that all read their share of the weights at the same time. The residual stream, norms and routers are the
/// same on all. For a number of parts the bits are the same whatever the batch, as far as they are on one.
///
/// Only for models that divide: who makes it has seen to that.
class ParallelBackend final : public Backend {
public:
    ParallelBackend(SplitBackends parts, ShardPlan plan, std::unique_ptr<Exchange> exchange = nullptr);
    ParallelBackend(const ParallelBackend&) = delete;
    ParallelBackend& operator=(const ParallelBackend&) = delete;

    uint32_t alikeRows() const override;
    BackendInfo info() const override;
    uint64_t uploadBytes(const WeightSource& source) const override;
    std::unique_ptr<Weight> upload(const WeightSource& source) override;
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override;
    std::unique_ptr<KvStore> makeKvStore(std::vector<KvLayerShape> layers, KvTypes types,
                                         const GroupBlocks& blocks) override;
    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) override;

    void copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) override;
    void copyOpenBlock(KvStore& store, int32_t from, int32_t to) override;
    uint64_t openBlockBytes(const KvStore& store) const override;
    void saveOpenBlock(const KvStore& store, int32_t number, std::span<std::byte> out) override;
    void loadOpenBlock(KvStore& store, int32_t number, std::span<const std::byte> in) override;
    void copyState(StateStore& store, int32_t from, int32_t to) override;
    void resetState(StateStore& store, int32_t slot) override;
    void saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) override;
    void loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) override;
    uint64_t blockBytes(const KvStore& store, uint32_t group) const override;
    void saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) override;
    void loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) override;

    bool canRotateKeys() const override;
    void rotateKeys(const RotateKeysArgs& args) override;

    void beginBatch(const Batch& batch) override;
    void keepLogitRows(std::span<const Slice> kept) override;
    void embed(const Weight& table, float scale, const Slice& out) override;
    void linear(const LinearArgs& args) override;
    void writeKv(const KvWriteArgs& args) override;
    void attention(const AttentionArgs& args) override;
    void experts(const ExpertsArgs& args) override;
    void norm(const NormArgs& args) override;
    void multiply(const MultiplyArgs& args) override;

    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override;
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override;

private:
    SplitBackends m_backends;
    ShardPlan m_plan;
    SplitStores m_stores;
    ParallelActivations m_activations;
};

}  // namespace hearth
