#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/device.h"
#include "backend/cuda/device_objects.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/step_recorder.h"
#include "backend/cuda/weight_uploader.h"

namespace hearth::cuda {

/// Every operation of backend.h on one CUDA device. Work goes to one stream; only download(), saveBlock() and
/// synchronize() wait. A decode step of few rows becomes one graph launch (StepRecorder).
///
/// Weights keep the file's own numbers, repacked (weight_format.h). Quantised ones are multiplied with
/// activations of int8 in groups of 32, with integer sums; F16 and BF16 with activations of two f16 that
/// together hold 22 bits, on the tensor cores; F32 with float32 activations. Sums over a row's columns have
/// one order whatever the batch, so a row's results do not depend on what else is in it.
class CudaBackend final : public Backend {
public:
    /// Throws Error(Device) when there is no usable device (the sentence says why).
    explicit CudaBackend(int device = 0);
    ~CudaBackend() override;

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
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override;

    const StepRecorder& recorder() const noexcept { return m_recorder; }
    /// Steps of at most this many rows become graphs; 0: none do.
    void setGraphRows(int rows) noexcept { m_graphRows = rows; }

private:
    /// Device memory that only grows; what it held is lost when it does.
    std::byte* scratch(DeviceMemory& memory, size_t bytes);
    /// Counters of arriving blocks: zero at first, and every launch leaves them so.
    unsigned* counters(size_t count);
    void stageBatch(const Batch& batch);
    LinearView linearView(const Slice& in, const Norm& norm, const Slice& out) const;
    RouterView routeRows(const ExpertsArgs& args);
    LinearView wideExperts(const ExpertsArgs& args, const RouterView& router);
    LinearView narrowExperts(const ExpertsArgs& args, const RouterView& router, const Rows& inner);
    /// True if rows that go to one expert share its weights.
    bool sharesExperts(const LinearView& wide, const LinearView& narrow) const;
    void bringTogether(LinearView& wide, LinearView& narrow, const RouterView& router);
    ExpertSumView separateSum(LinearView& narrow, const RouterView& router);
    void addProduct(LinearView view);
    void addExperts(LinearView wide, LinearView narrow, const RouterView& router);
    bool isHosted(const WeightSource& source) const;
    void offloadedExperts(const ExpertsArgs& args, LinearView wide, LinearView narrow,
                          const RouterView& router);
    void computeInPasses(const ExpertsArgs& args, const std::vector<ExpertCache::Pass>& passes,
                         LinearView wide, LinearView narrow, const RouterView& router);
    std::vector<int> chosenExperts(const RouterView& router);
    void sendTables(const ResidentExperts& layer, const std::vector<ExpertCache::Pass>& passes);
    void bringExperts(const ExpertsArgs& args, const ExpertCache::Pass& pass, size_t number);
    void addActivations(LinearView& view);
    void addLinear(LinearView view);  ///< with scratch for quantised activations where it pays
    StreamHandle stream();            ///< with everything noted put on it

    struct StreamOwner {
        StreamHandle handle = createStream();
        ~StreamOwner() { destroyStream(handle); }
    };
    struct EventOwner {
        EventOwner() = default;
        EventOwner(EventOwner&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
        EventOwner& operator=(EventOwner&&) = delete;
        ~EventOwner() {
            if (handle) destroyEvent(handle);
        }
        EventHandle handle = createEvent();
    };
    /// Streams, memory and events that bring experts from host memory.
    struct OffloadTransfers {
        StreamOwner stream;  ///< copies run concurrently with the computation
        uint32_t onGpu = 0;  ///< of hostExperts()
        PinnedMemory chosen, tables;
        DeviceMemory passTables;  ///< (passes, experts): the slots of what each pass computes
        std::vector<EventOwner> copied, computed;  ///< by pass
        std::atomic<int> experts = 0;
        std::atomic<uint64_t> hostBytes = 0, hits = 0, misses = 0, copiedBytes = 0;
    };
    struct Staging {
        PinnedMemory memory;
        EventHandle copied = nullptr;
    };

    DeviceProperties m_properties;
    StreamOwner m_stream;
    StepRecorder m_recorder;
    OffloadTransfers m_hosted;
    std::unique_ptr<WeightUploader> m_uploader;  ///< from the first weight to the first batch
    int m_graphRows = 8;
    KvLayerView layerView(const PagedKvCache& store, uint32_t layer);
    void addKvWrite(const KvWriteView& view);

    BatchView m_batch;
    size_t m_blocksBeside = 0;
    std::vector<DeviceMemory> m_beside;  ///< by group of layers, see KvLayerView::beside
    BatchView m_decodeOnly;              ///< the same with every row as a decode row
    int m_splits = 1;                    ///< upper bound of attention splits without a window, a power of two
    int m_unitRows = 0;                  ///< see BatchLayout::unitRows()
    DeviceMemory m_batchMemory;
    Staging m_staging[2];
    int m_nextStaging = 0;
    PinnedMemory m_sampling;  ///< what bestLogits() sends and gets
    DeviceMemory m_activations, m_activationBlocks, m_partial, m_counters, m_routerLogits, m_chosen,
        m_chosenWeights, m_inner, m_tilePartial, m_expertOrder, m_expertTiles, m_expertSums, m_logitRequests,
        m_logitKeys, m_logitSums, m_bestLogits, m_givenRows;
};

}  // namespace hearth::cuda
