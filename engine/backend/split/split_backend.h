#pragma once

#include <memory>
#include <vector>

#include "backend/backend.h"
#include "backend/split/split_activations.h"
#include "backend/split/split_parts.h"
#include "backend/split/split_placement.h"
#include "backend/split/split_stores.h"
#include "backend/split/split_weights.h"

namespace hearth {

/// Several backends as one, for models that do not fit the memory of one device: the first layers of a model
/// on the first (which may be the host), the last ones on the last. Who computes an operation follows from
/// where its weights (or its layer of the cache) lie; the hidden state crosses over when the part changes, so
/// once for each part a step.
class SplitBackend final : public Backend {
public:
    /// `exchange`: as for SplitActivations.
    SplitBackend(SplitBackends parts, SplitPlacement placement, std::unique_ptr<Exchange> exchange = nullptr);
    SplitBackend(const SplitBackend&) = delete;
    SplitBackend& operator=(const SplitBackend&) = delete;

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

    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override;
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override;

    /// How many times a buffer crossed over since the last beginBatch().
    uint32_t crossings() const noexcept { return m_activations.crossings(); }

private:
    SplitBackends m_backends;
    SplitPlacement m_placement;
    SplitWeights m_weights;
    SplitStores m_stores;
    SplitActivations m_activations;
};

}  // namespace hearth
