#pragma once

#include <memory>
#include <vector>

#include "backend/layer_split/parts_backend.h"
#include "backend/layer_split/split_activations.h"
#include "backend/layer_split/split_placement.h"
#include "backend/layer_split/split_weights.h"

namespace hearth {

/// Several backends as one, for models that do not fit the memory of one device: the first layers of a model
/// are on the first (which may be the host), the last ones on the last. An operation is computed on the part
/// that has its weights (or its layer of the cache). The hidden state is copied when the part changes, so
/// once for each part a step.
class LayerSplitBackend final : public PartsBackend {
public:
    /// `exchange`: as for SplitActivations.
    LayerSplitBackend(SplitBackends parts, SplitPlacement placement,
                      std::unique_ptr<PeerTransport> exchange = nullptr);

    BackendInfo info() const override;
    uint64_t uploadBytes(const WeightSource& source) const override;
    std::unique_ptr<Weight> upload(const WeightSource& source) override;
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override;
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

    /// Number of times a buffer was copied between parts since the last beginBatch().
    uint32_t crossings() const noexcept { return m_activations.crossings(); }

private:
    SplitPlacement m_placement;
    SplitWeights m_weights;
    SplitActivations m_activations;
};

}  // namespace hearth
