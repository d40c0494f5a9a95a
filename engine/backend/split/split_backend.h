#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "backend/split/split_activations.h"
#include "backend/split/split_placement.h"
#include "backend/split/split_stores.h"
#include "backend/split/split_weights.h"

namespace hearth {

/// Two backends as one: the last layers of a model on a device, the first ones on the host, for models that
/// do not fit the device's memory. Who computes an operation follows from where its weights (or its layer of
/// the cache) lie; the hidden state crosses over when the side changes, so once each way a step.
class SplitBackend final : public Backend {
public:
    using Placement = SplitPlacement;
    SplitBackend(std::unique_ptr<Backend> device, std::unique_ptr<Backend> host,
                 const SplitPlacement& placement);
    SplitBackend(const SplitBackend&) = delete;
    SplitBackend& operator=(const SplitBackend&) = delete;

    uint32_t alikeRows() const override {
        return std::min(m_backends.device->alikeRows(), m_backends.host->alikeRows());
    }
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

    bool canRotateKeys() const override {
        return m_backends.device->canRotateKeys() && m_backends.host->canRotateKeys();
    }
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
