#include "backend/cpu/cpu_backend.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "backend/cpu/strip_packing.h"
#include "hearth/host_resources.h"

namespace hearth {

using namespace cpu;

CpuBackend::CpuBackend(const CpuOptions& options)
    : m_kernels(kernelTable(options.isa)),
      m_sharedPool(options.pool != nullptr
                       ? options.pool
                       : std::make_shared<ThreadPool>(
                             options.threads != 0 ? options.threads : static_cast<unsigned>(usableCores()))),
      m_pool(*m_sharedPool),
      m_governor(m_pool.threads()),
      m_streamChoice(m_kernels.streams),
      m_adaptive(options.adaptive) {
    m_prefetches.resize(m_pool.threads());
}

CpuBackend::~CpuBackend() {
    if (m_sharedPool.use_count() == 1) return;
    // Others go on with the threads, of which none may look at what is gone.
    m_pool.setIdleTask(nullptr, nullptr);
    m_pool.setActive(m_pool.threads());
    m_pool.run([](const ThreadPool::Region&) {});
}

std::unique_ptr<Backend> makeCpuBackend(int threads) {
    return std::make_unique<CpuBackend>(CpuOptions{.threads = static_cast<unsigned>(std::max(threads, 0))});
}

BackendInfo CpuBackend::info() const {
    BackendInfo info;
    info.kind = "cpu";
    const unsigned threads = m_pool.threads();
    info.device = std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") +
                  std::string(isaName(m_kernels.level));
    info.memoryBytes = totalMemoryBytes();
    info.freeBytes = availableMemoryBytes();
    return info;
}

uint64_t CpuBackend::uploadBytes(const WeightSource& source) const {
    return packedBytes(source);
}

std::unique_ptr<Weight> CpuBackend::upload(const WeightSource& source) {
    m_pool.setActive(m_pool.threads());
    if (source.rows > 1 && blockTypeInfo(source.type).blockElements > 1) m_roundsActivations = true;
    return packWeight(source, m_arena, m_pool);
}

std::unique_ptr<Buffer> CpuBackend::allocate(uint64_t rows, uint64_t columns) {
    auto buffer = std::make_unique<CpuBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    // Kernels may read whole vectors from a row's last column on.
    buffer->memory = Memory((rows * columns + 16) * sizeof(float));
    return buffer;
}

std::unique_ptr<KvStore> CpuBackend::makeKvStore(std::vector<KvLayerShape> layers, KvType type,
                                                 const GroupBlocks& blocks) {
    return std::make_unique<CpuKvStore>(std::move(layers), type, blocks);
}

std::unique_ptr<StateStore> CpuBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) {
    auto store = std::make_unique<CpuStateStore>();
    for (const uint64_t floats : floatsPerLayer) store->layers.emplace_back(floats * slots * sizeof(float));
    store->floatsPerLayer = std::move(floatsPerLayer);
    store->slotCount = slots;
    return store;
}

void CpuBackend::copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) {
    static_cast<CpuKvStore&>(store).copy(group, from, to, positions);
}

void CpuBackend::copyState(StateStore& store, int32_t from, int32_t to) {
    auto& own = static_cast<CpuStateStore&>(store);
    for (size_t i = 0; i < own.layers.size(); ++i) {
        const size_t floats = own.floatsPerLayer[i];
        auto* values = own.layers[i].as<float>();
        std::copy_n(values + static_cast<size_t>(from) * floats, floats,
                    values + static_cast<size_t>(to) * floats);
    }
}

void CpuBackend::resetState(StateStore& store, int32_t slot) {
    auto& own = static_cast<CpuStateStore&>(store);
    for (size_t i = 0; i < own.layers.size(); ++i)
        std::fill_n(own.layers[i].as<float>() + static_cast<size_t>(slot) * own.floatsPerLayer[i],
                    own.floatsPerLayer[i], 0.0F);
}

void CpuBackend::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) {
    const auto& own = static_cast<const CpuStateStore&>(store);
    for (size_t i = 0; i < own.layers.size(); ++i) {
        const size_t bytes = own.floatsPerLayer[i] * sizeof(float);
        std::copy_n(own.layers[i].data() + static_cast<size_t>(slot) * bytes, bytes, out.data());
        out = out.subspan(bytes);
    }
}

void CpuBackend::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) {
    auto& own = static_cast<CpuStateStore&>(store);
    for (size_t i = 0; i < own.layers.size(); ++i) {
        const size_t bytes = own.floatsPerLayer[i] * sizeof(float);
        std::copy_n(in.data(), bytes, own.layers[i].data() + static_cast<size_t>(slot) * bytes);
        in = in.subspan(bytes);
    }
}

uint64_t CpuBackend::blockBytes(const KvStore& store, uint32_t group) const {
    return static_cast<const CpuKvStore&>(store).groupBytes(group);
}

void CpuBackend::saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) {
    static_cast<const CpuKvStore&>(store).save(group, block, out);
}

void CpuBackend::loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) {
    static_cast<CpuKvStore&>(store).load(group, block, in);
}

void CpuBackend::beginBatch(const Batch& batch) {
    m_batch = batch;
    m_allRows.clear();
    m_logitRows.clear();
    for (uint32_t i = 0; i < batch.rows.size(); ++i) {
        m_allRows.push_back(i);
        if (batch.rows[i].wantLogits) m_logitRows.push_back(i);
    }
    m_ropeTables.clear();
    if (m_streamed != 0) m_order.resize(m_streamed);
    m_streamed = 0;
    m_attended = nullptr;  // of a batch that was stopped
    m_narrowed = false;
    // Only single tokens are so alike that their times tell something about the number of threads.
    m_timing = m_adaptive;
    m_oneToken = batch.kind == RowKind::Reply && batch.rows.size() == 1;
    m_pool.setActive(m_oneToken && m_adaptive ? m_governor.threads() : m_pool.threads());
    if (m_oneToken && m_adaptive) m_streamChoice.beginToken(m_pool.active());
    m_pool.setIdleTask(
        [](void* all, unsigned index) noexcept {
            Prefetch& mine = static_cast<Prefetch*>(all)[index];
            return mine.first.fetch() || mine.second.fetch();
        },
        m_prefetches.data());
    if (m_timing) m_beginProcessor = m_pool.processorSeconds();
    m_begin = std::chrono::steady_clock::now();
}

void CpuBackend::keepLogitRows(std::span<const Slice> kept) {
    for (const Slice& slice : kept) {
        settle(slice);
        for (size_t i = 0; i < m_logitRows.size(); ++i)
            if (i != m_logitRows[i])
                std::copy_n(rowOf(slice, m_logitRows[i]), slice.columns, rowOf(slice, i));
    }
    std::erase_if(m_batch.rows, [](const BatchRow& row) { return !row.wantLogits; });
    m_allRows.resize(m_batch.rows.size());
    m_logitRows = m_allRows;
    m_ropeTables.clear();
    m_narrowed = true;
}

CpuBackend::Recipe CpuBackend::recipeOf(RowSet set) const noexcept {
    if (m_batch.kind == RowKind::Reply) return Recipe::Reply;
    // Texts that are scored want the logits of many rows.
    const bool answers = (m_narrowed || set == RowSet::LogitRows) && m_logitRows.size() <= fewRows;
    return answers ? Recipe::Answer : Recipe::Prompt;
}

std::span<const uint32_t> CpuBackend::rowsOf(RowSet set) const noexcept {
    return set == RowSet::All ? m_allRows : m_logitRows;
}

void CpuBackend::embed(const Weight& table, float scale, const Slice& out) {
    settle(out);
    const auto& weight = static_cast<const CpuWeight&>(table);
    const size_t rows = m_batch.rows.size();
    share(rows * out.columns * 8, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row) {
            const auto token = static_cast<size_t>(m_batch.rows[row].token);
            const std::span to(rowOf(out, row), out.columns);
            unpackRow(weight.stripType, weight.strip(0, token / stripRows), token % stripRows, to);
            if (scale != 1.0F)
                for (float& value : to) value *= scale;
        }
    });
}

void CpuBackend::norm(const NormArgs& args) {
    settle(args.in);
    settle(args.out);
    const size_t width = args.groupColumns != 0 ? args.groupColumns : args.in.columns;
    const size_t rows = m_batch.rows.size();
    const float* weight = valuesOf(args.norm.weight);
    const float* bias = valuesOf(args.norm.bias);
    m_rows.reserve(m_pool.threads() * (width + 16) * sizeof(float));
    share(rows * args.in.columns, [&](const ThreadPool::Region& region) {
        float* result = m_rows.as<float>() + region.index() * (width + 16);
        const Finish finish{.scale = args.scale, .accumulate = args.accumulate};
        for (size_t row = region.first(rows); row < region.last(rows); ++row)
            for (size_t first = 0; first < args.in.columns; first += width) {
                m_kernels.norm(args.norm.kind, rowOf(args.in, row) + first, width, weight, bias,
                               args.norm.epsilon, result);
                m_kernels.finish(result, width, finish, rowOf(args.out, row) + first);
            }
    });
}

void CpuBackend::multiply(const MultiplyArgs& args) {
    settle(args.a);
    settle(args.b);
    settle(args.out);
    const size_t rows = m_batch.rows.size();
    const size_t columns = args.a.columns;
    share(rows * columns, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row) {
            Finish finish{.activation = args.activation, .scale = args.scale, .accumulate = args.accumulate};
            if (args.b.buffer != nullptr) {
                const float* b = rowOf(args.b, row);
                if (args.b.columns == 1) {
                    finish.scale *= b[0];
                } else {
                    finish.up = b;
                }
            }
            m_kernels.finish(rowOf(args.a, row), columns, finish, rowOf(args.out, row));
        }
    });
}

void CpuBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    settle(to);
    for (uint64_t row = 0; row < rows; ++row)
        std::copy_n(values.data() + row * to.columns, to.columns, rowOf(to, row));
}

void CpuBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    settle(from);
    for (uint64_t row = 0; row < rows; ++row)
        std::copy_n(rowOf(from, row), from.columns, out.data() + row * from.columns);
    synchronize();
}

void CpuBackend::synchronize() {
    if (!m_timing) return;
    m_timing = false;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    const double processor = m_pool.processorSeconds() - m_beginProcessor;
    if (m_oneToken)
        m_governor.record(seconds, processor);
    else
        m_governor.recordAll(seconds, processor);
}

}  // namespace hearth
