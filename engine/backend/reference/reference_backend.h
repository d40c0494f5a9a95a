#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/backend.h"

namespace hearth {

namespace reference {
struct HostPagedKvCache;
}

/// Every operation of backend.h in plain loops over float32 and weights dequantised at upload: slow and easy
/// to check. The oracle of the tests of all other backends, and the `--backend reference` of the command
/// line. The KV store keeps float32 and rounds what is written as its type would. Nothing is asynchronous.
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

    void copyBlock(PagedKvCache& store, uint32_t group, int32_t from, int32_t to,
                   uint32_t positions) override;
    void copyResidualBlock(PagedKvCache& store, int32_t from, int32_t to) override;
    uint64_t residualBlockBytes(const PagedKvCache& store) const override;
    void saveResidualBlock(const PagedKvCache& store, int32_t number, std::span<std::byte> out) override;
    void loadResidualBlock(PagedKvCache& store, int32_t number, std::span<const std::byte> in) override;
    void copyState(StateStore& store, int32_t from, int32_t to) override;
    void resetState(StateStore& store, int32_t slot) override;
    void saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) override;
    void loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) override;
    uint64_t blockBytes(const PagedKvCache& store, uint32_t group) const override;
    void saveBlock(const PagedKvCache& store, uint32_t group, int32_t block,
                   std::span<std::byte> out) override;
    void loadBlock(PagedKvCache& store, uint32_t group, int32_t block,
                   std::span<const std::byte> in) override;

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
    /// The batch rows that an operation works on, in order.
    std::span<const uint32_t> rowsOf(RowSet set) const noexcept;

    int m_threads;
    void writeOpenKeys(const KvWriteArgs& args);
    const float* openKey(const reference::HostPagedKvCache& store, uint32_t layer, uint32_t sequence,
                         int32_t slot) const;

    Batch m_batch;
    uint64_t m_batchNumber = 0;
    std::vector<uint32_t> m_allRows, m_logitRows;
};

namespace reference {

/// (experts, rows, columns), float32.
struct HostWeight final : Weight {
    std::vector<float> values;
    const float* row(uint64_t index) const noexcept { return values.data() + index * columns; }
};

struct HostBuffer final : Buffer {
    std::vector<float> values;
};

/// Each layer: keys (blocks, 32, kvHeads * keyDim), values (blocks, 32, kvHeads * valueDim), and residual
/// blocks of the shape of keys where the types keep any.
struct HostPagedKvCache final : PagedKvCache {
    /// The keys of a sequence from the block of its first row in the batch on, before they are rounded.
    struct Span {
        size_t firstBlock = 0;
        std::vector<float> keys;
    };
    struct Layer {
        std::vector<float> keys, values, open;
        std::vector<Span> spans;  ///< by sequence of the batch that wrote last
        uint64_t batch = 0;       ///< which that was
    };
    std::vector<Layer> data;
};

struct HostStateStore final : StateStore {
    std::vector<std::vector<float>> data;  ///< by layer: (slots, floats)
};

/// The values of a weight that this backend made; nullptr for nullptr.
const float* valuesOf(const Weight* weight) noexcept;
/// One row of a slice.
float* rowOf(const Slice& slice, uint64_t row) noexcept;

}  // namespace reference
}  // namespace hearth
