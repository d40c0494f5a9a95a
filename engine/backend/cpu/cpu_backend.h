#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/cpu_attention.h"
#include "backend/cpu/cpu_convolution.h"
#include "backend/cpu/cpu_experts.h"
#include "backend/cpu/cpu_linear.h"
#include "backend/cpu/cpu_recurrence.h"
#include "backend/cpu/gemm_dispatch.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/kv_writer.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/row_operations.h"
#include "backend/cpu/thread_pool.h"
#include "backend/cpu/token_times.h"
#include "backend/product_observer.h"

namespace hearth {

/// Options of a CPU backend. The defaults are right for users; the rest is for tests and measurements.
struct CpuOptions {
    unsigned threads = 0;                    ///< 0: as many as there are processors for this process
    cpu::IsaLevel isa = cpu::IsaLevel::Amx;  ///< the best level to use; capped by what the processor has
    /// Try, while decoding, fewer threads for the sake of busy neighbours, and how many row panels each is to
    /// read side by side.
    bool adaptive = true;
    /// Backends that take turns on one thread may share their threads, which else would be in each other's
    /// way while they wait; nullptr: threads of its own.
    std::shared_ptr<cpu::ThreadPool> pool = nullptr;
};

/// The operations of backend.h on the processor: weights repacked into row panels, activations rounded to 8
/// bits per 32 columns (what attention answers to 16 where rows are few) or to bfloat16 for many rows where
/// there are tile registers, sums in float32. Float weights are multiplied with float activations. A row's
/// results depend neither on the number of threads nor on the other rows of its batch, but on its RowKind. It
/// only holds the parts that do all this, and forwards to them.
class CpuBackend final : public Backend, public WatchedBackend {
public:
    explicit CpuBackend(const CpuOptions& options = {});

    bool canPause() const override { return true; }
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
    void keepLogitRows(std::span<const Slice> kept) override;
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
    void synchronize() override;

    void watchProducts(ProductObserver* observer) noexcept override { m_products.watch(observer); }
    /// Threads that decoding uses now.
    unsigned activeThreads() const noexcept { return m_pool.active(); }
    /// For another backend's CpuOptions::pool.
    const std::shared_ptr<cpu::ThreadPool>& pool() const noexcept { return m_sharedPool; }

private:
    const cpu::KernelTable& m_kernels;
    std::shared_ptr<cpu::ThreadPool> m_sharedPool;
    cpu::ThreadPool& m_pool;
    cpu::Arena m_arena;  ///< of weights

    // The parts, over one batch; each has its own scratch memory.
    cpu::BatchContext m_batch;
    cpu::TokenTimes m_times;
    cpu::GemmDispatch m_products;
    cpu::RowOperations m_rowOperations;
    cpu::CpuLinear m_linear;
    cpu::KvWriter m_kvWriter;
    cpu::CpuAttention m_attention;
    cpu::CpuExperts m_experts;
    cpu::CpuConvolution m_convolution;
    cpu::CpuRecurrence m_recurrence;
};

}  // namespace hearth
