#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/reference/reference_batch.h"

namespace hearth {

/// Every operation of backend.h in plain loops over float32 and weights dequantised at upload: slow and easy
/// to check. The oracle of the tests of all other backends, and the `--backend reference` of the command
/// line. The KV store keeps float32 and rounds what is written as its type would. Nothing is asynchronous. It
/// forwards to the functions of the other files here.
class ReferenceBackend : public Backend {
public:
    /// `threads`: how many threads large matrices are shared between; results do not depend on it.
    explicit ReferenceBackend(int threads = 1) : m_threads(threads) {}

    uint32_t alikeRows() const override { return UINT32_MAX; }
    BackendInfo info() const override;
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
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override {}

private:
    int m_threads;
    reference::ReferenceBatch m_batch;
};

}  // namespace hearth
