#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/cpu_attention.h"
#include "backend/cpu/cpu_convolution.h"
#include "backend/cpu/cpu_recurrence.h"
#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/expert_visits.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/kv_writer.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/row_operations.h"
#include "backend/cpu/stream_choice.h"
#include "backend/cpu/thread_pool.h"
#include "backend/cpu/token_times.h"

namespace hearth {

/// How a CPU backend works; the defaults are right for people, the rest is for tests and measurements.
struct CpuOptions {
    unsigned threads = 0;                    ///< 0: as many as there are processors for this process
    cpu::IsaLevel isa = cpu::IsaLevel::Amx;  ///< the best level to use; capped by what the processor has
    /// Try, while decoding, fewer threads for the sake of busy neighbours, and how many strips each is to
    /// read side by side.
    bool adaptive = true;
    /// Backends that take turns on one thread may share their threads, which else would be in each other's
    /// way while they wait; nullptr: threads of its own.
    std::shared_ptr<cpu::ThreadPool> pool = nullptr;
};

/// The operations of backend.h on the processor: weights repacked into strips, activations rounded to 8 bits
/// per 32 columns (what attention answers to 16 where rows are few) or to bfloat16 for many rows where there
/// are tile registers, sums in float32. Float weights are multiplied with float activations. A row's results
/// depend neither on the number of threads nor on the other rows of its batch, but on its RowKind.
class CpuBackend final : public Backend {
public:
    explicit CpuBackend(const CpuOptions& options = {});
    ~CpuBackend() override;

    bool canPause() const override { return true; }
    BackendInfo info() const override;
    uint64_t uploadBytes(const WeightSource& source) const override;
    std::unique_ptr<Weight> upload(const WeightSource& source) override;
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override;
    std::unique_ptr<KvStore> makeKvStore(std::vector<KvLayerShape> layers, KvType type,
                                         const GroupBlocks& blocks) override;
    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) override;

    void copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) override;
    void copyState(StateStore& store, int32_t from, int32_t to) override;
    void resetState(StateStore& store, int32_t slot) override;
    void saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) override;
    void loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) override;
    uint64_t blockBytes(const KvStore& store, uint32_t group) const override;
    void saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) override;
    void loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) override;

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

    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override;
    void download(const Slice& from, uint64_t rows, std::span<float> out) override;
    void synchronize() override;

    /// Threads that decoding uses now.
    unsigned activeThreads() const noexcept { return m_pool.active(); }
    /// For another backend's CpuOptions::pool.
    const std::shared_ptr<cpu::ThreadPool>& pool() const noexcept { return m_sharedPool; }

private:
    /// One matrix of a product, with its bias already looked up.
    struct Part {
        const cpu::CpuWeight* weight = nullptr;
        size_t expert = 0;
        const float* bias = nullptr;
    };
    /// out[i] (=|+=) ... of finish, with in[i] the rows; see LinearArgs. The rows of `out` are evenly spaced
    /// where tiles are used.
    struct Product {
        cpu::Recipe recipe = cpu::Recipe::Prompt;
        std::span<const float* const> in;
        std::span<float* const> out;
        size_t columns = 0;
        NormKind normKind = NormKind::None;
        const float* normWeight = nullptr;
        const float* normBias = nullptr;
        float epsilon = 0;
        std::span<const Part> parts;
        bool gated = false;
        size_t planes = 1;  ///< of 8 bits, that activations are rounded to where weights are in blocks
        cpu::Finish finish;
        const uint16_t* roundedIn = nullptr;  ///< for tiles: instead of `in`
        uint16_t* roundedOut = nullptr;       ///< for tiles: instead of `out`
    };
    /// Some strips of a product in tiles, see cpu_tiles.cpp.
    struct TileTask {
        size_t part = 0, strip = 0, strips = 0;
        size_t column = 0;  ///< of the output, where the part begins
        size_t depth = 0;   ///< columns of the input unpacked at once
        size_t sumRows = 0;
        std::byte* scratch = nullptr;
        float* sums = nullptr;
    };
    struct TileOut {
        cpu::RowsOut rows;
        const std::byte* bytes = nullptr;
        size_t strideBytes = 0, elementBytes = 0;
    };

    static constexpr int32_t earlyPositions = 64;
    static constexpr size_t largeMatrices = size_t{1} << 29U;
    static constexpr size_t smallMatrices = largeMatrices / earlyPositions;
    static constexpr size_t tinyMatrices = size_t{1} << 18U;

    void run(const Product& product);
    /// Planes of 8 bits that a product with so many weights rounds a row's activations to; `early`: the row
    /// is one of the first positions. What attention answers has outliers that no norm evened out, and a
    /// block of 32 with an outlier leaves few of 8 bits to the others: its projection is a small matrix, so a
    /// second plane is cheap there, for a reply. Short prompts of small models, whose choices hang on little,
    /// get it everywhere, and so do all rows where matrices are tiny and bounded panels leave them fewer
    /// bits: twice of next to nothing is not felt. Rows of longer prompts are too many for it, but for those
    /// that are left of them for their logits.
    static size_t planesOf(cpu::Recipe recipe, bool attended, bool bounded, bool early,
                           size_t weights) noexcept {
        if (bounded && weights <= tinyMatrices) return 2;
        if (recipe == cpu::Recipe::Reply) return attended ? 2 : 1;
        if (recipe == cpu::Recipe::Answer) return weights <= largeMatrices ? 2 : 1;
        return early && weights <= smallMatrices ? 2 : 1;
    }
    /// The same product for each of its rows with the planes that are its due. Reorders m_in and m_out.
    void runWithPlanes(Product& product, bool attended, RowSet rows, size_t weights);
    /// Whether its panels are bounded, see KernelTable::boundsBytes.
    bool bounds(const Product& product) const noexcept;
    /// Whether any of its matrices has weights in floats (or, for false, in blocks).
    static bool anyPart(const Product& product, bool inFloats) noexcept;
    /// From a tile of all planes' sums to those of the rows; may be in place.
    static void addPlanes(size_t planes, size_t rows, const float* tile, float* sums) noexcept;
    bool usesTiles(const Product& product) const noexcept;
    void runPanels(const Product& product, const cpu::ThreadPool::Region& region);
    void multiplyTiles(const Product& product);
    void roundRows(const Product& product, const cpu::ThreadPool::Region& region);
    void runTileTask(const Product& product, const TileTask& task);
    static TileOut tileOut(const Product& product, const TileTask& task, size_t row, size_t strip) noexcept;
    /// Streams of which one line each is fetched at a time.
    struct Upcoming {
        std::array<const std::byte*, cpu::mostStreams> at{};
        size_t streams = 0, lines = 0;

        /// False when there are no more.
        bool fetch() noexcept;
    };
    /// The strips of a matrix, or of gate and up, whose strips of the same number are read together.
    struct Streams {
        std::array<const std::byte*, 2> first{};
        std::array<size_t, 2> stripBytes{};
        size_t matrices = 1;
        size_t strips = 0;   ///< of each matrix
        size_t most = 0;     ///< streams that are read at once
        bool alone = false;  ///< nothing else is in the product
        std::span<const float> normWeight;

        /// Whether threads take so many piece by piece, and how many strips of each matrix are in a piece.
        bool inPieces(unsigned threads) const noexcept;
        size_t piece(unsigned threads) const noexcept;
        /// Where the streams of strips [strip, end), or of a thread's first share, begin; as many as there
        /// are.
        void begin(size_t strip, size_t end, const std::byte** at) const noexcept;
        /// The strips that a thread reads first: its share, or its first piece.
        std::pair<size_t, size_t> share(const cpu::ThreadPool::Region& region) const noexcept;
        /// The same for it to fetch while it waits.
        Upcoming upcoming(const cpu::ThreadPool::Region& region) const noexcept;
        void begin(const cpu::ThreadPool::Region& region, const std::byte** at) const noexcept;
    };
    static bool streamsRow(const Product& product) noexcept;
    Streams streamsOf(const Product& product, size_t part) const noexcept;
    /// How many streams this token's product of that index reads at once.
    size_t streamsFor(size_t product) const noexcept {
        return m_adaptive ? m_streamChoice.streams(product) : m_kernels.streams;
    }
    /// Runs a product of one row, whose strips are streamed.
    void runRow(const Product& product);
    /// Remembers what is read in which order, so that the next product's strips are fetched early.
    void noteStreams(const Product& product);
    void runStreams(const Product& product, const cpu::ThreadPool::Region& region, const std::byte* panel);
    /// Strips [strip, end) of a part, whose output begins at a column; `next` is what is read after them.
    void streamStrips(const Product& product, size_t part, size_t strip, size_t end, const std::byte* panel,
                      size_t column, const std::byte* const* next);
    static cpu::Finish finishOf(const Product& product, size_t part, size_t strip, const float* up);
    /// From the sums of some strips in a row, of shape (strips, 16), and with a gate those of up.
    void finishStrips(const Product& product, size_t part, size_t strip, size_t strips, const float* sums,
                      const float* up, float* out) const;
    /// Batch rows [firstRow, lastRow) against one strip.
    void panelStrip(const Product& product, size_t part, size_t strip, size_t column, const std::byte* panels,
                    const float* floats, size_t firstRow, size_t lastRow);
    /// Panels that an unpacked strip passes at most; what is unpacked of it at once, which stays in the
    /// first-level cache with as many columns of a panel; and what a thread needs for both.
    static constexpr size_t mostUnpackedPanels = 32;
    static constexpr size_t unpackedPieceBytes = size_t{18} << 10U;
    static constexpr size_t unpackedScratch =
        unpackedPieceBytes + 2 * mostUnpackedPanels * cpu::maxPanelWidth * cpu::stripRows * sizeof(float);
    /// Whether this processor has kernels for that, for the weights of a part (and of its gate).
    bool unpacks(const Product& product, size_t part) const noexcept;
    /// panelStrip for `count` whole panels from batch row firstRow on, with the weights unpacked once.
    void unpackedStrip(const Product& product, size_t part, size_t strip, size_t column,
                       const std::byte* panels, size_t firstRow, size_t count, size_t thread);
    void routeRows(const ExpertsArgs& args);
    void multiplyExperts(std::span<const Part> parts, size_t columns, bool gated, Activation activation);
    void runExpert(const ExpertsArgs& args, uint32_t expert);
    void sumExperts(const ExpertsArgs& args);

    const cpu::KernelTable& m_kernels;
    /// What a thread fetches while it waits, inside and outside of regions: the next product's share, and
    /// that of the one after that. By thread, each used by that thread alone.
    struct alignas(64) Prefetch {
        Upcoming first, second;
    };
    std::vector<Prefetch> m_prefetches;
    std::shared_ptr<cpu::ThreadPool> m_sharedPool;
    cpu::ThreadPool& m_pool;
    cpu::StreamChoice m_streamChoice;
    bool m_adaptive;
    cpu::Arena m_arena;

    cpu::BatchContext m_batch;
    cpu::TokenTimes m_times;
    cpu::RowOperations m_rowOperations;
    cpu::KvWriter m_kvWriter;
    cpu::CpuAttention m_attention;
    cpu::CpuConvolution m_convolution;
    cpu::CpuRecurrence m_recurrence;

    std::vector<Streams> m_order;  ///< of the last batches of one row; addresses are only ever fetched
    size_t m_streamed = 0;         ///< products of the running batch that are in it
    size_t m_mostStreams = 0;      ///< of the running product
    Streams m_following;           ///< most likely the next
    Streams m_afterwards;          ///< and what comes after that

    cpu::Memory m_panels;   ///< quantised activations of the running operation
    cpu::Memory m_rows;     ///< normalised rows
    cpu::Memory m_scratch;  ///< by thread
    std::vector<const float*> m_in;
    std::vector<float*> m_out;
    /// What experts() works in, kept from call to call.
    struct ExpertWork {
        ExpertChooser chooser;
        cpu::ExpertVisits visits;
        cpu::Memory normalized, logits;  ///< (rows, columns), (rows, experts)
        cpu::Memory both, inner, outer;  ///< (visits, ...), by expert
        cpu::Memory sums;                ///< by thread
        std::vector<const float*> in;    ///< rows of the running product
        std::vector<float*> out;
    };
    ExpertWork m_experts;
};

/// A CPU backend with the best kernels for this processor; `threads` 0: one for each processor of the
/// process.
std::unique_ptr<Backend> makeCpuBackend(int threads);

}  // namespace hearth
