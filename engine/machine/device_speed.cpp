#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>

#include "backend/check/random_weights.h"
#include "backend/registry/built_in_backends.h"
#include "hearth/host_resources.h"
#include "hearth/speed_estimate.h"

namespace hearth {

namespace {

constexpr uint64_t columns = 2048, rows = 4096;
/// All weights of a type together are larger than most caches.
constexpr uint64_t setBytes = 192U << 20U;
constexpr int passes = 5;
/// So many weights have bits of their own; the others repeat them.
constexpr size_t randomRows = 64;

/// Multiplies rows with weights that are uploaded for it.
class ProductBench {
public:
    ProductBench(Backend& backend, std::stop_token stop) : m_backend(backend), m_stop(std::move(stop)) {
        m_in = m_backend.allocate(mostRows, columns);
        m_out = m_backend.allocate(mostRows, rows);
        m_backend.upload({m_in.get(), 0, columns}, mostRows, std::vector<float>(mostRows * columns, 0.5F));
    }

    ProductSpeed measure(BlockType type) {
        std::mt19937 random{4711};
        const std::vector<std::byte> bits = randomBlocks(type, columns * randomRows, random);
        const uint64_t bytes = bits.size() / randomRows * rows;
        std::vector<std::unique_ptr<Weight>> weights;
        for (uint64_t all = 0; all < setBytes; all += bytes) weights.push_back(upload(type, rows, bits));
        ProductSpeed speed;
        speed.type = type;
        for (size_t at = 0; at < ProductSpeed::rowCounts.size(); ++at) {
            begin(ProductSpeed::rowCounts[at]);
            // A chunk of a prompt takes long with any of them.
            const size_t used = ProductSpeed::rowCounts[at] > 8 ? 1 : weights.size();
            const double seconds = best([&] {
                for (size_t i = 0; i < used; ++i) multiply(*weights[i]);
            });
            speed.weightsPerS[at] = static_cast<double>(used * columns * rows) / seconds;
        }
        return speed;
    }
    /// Seconds of an operation on next to nothing.
    double operation() {
        std::mt19937 random{4711};
        const auto weight = upload(BlockType::F32, 1, randomBlocks(BlockType::F32, columns, random));
        begin(1);
        constexpr int times = 200;
        return best([&] {
                   for (int i = 0; i < times; ++i) multiply(*weight);
               }) /
               times;
    }

    /// Floating point operations a second of the attention of one row.
    double attention() {
        constexpr uint32_t heads = 8, kvHeads = 2, dim = 64, blocks = 32;
        constexpr int32_t position = blocks * PagedKvCache::blockPositions - 1;
        const auto store = m_backend.makePagedKvCache({{kvHeads, dim, dim, 0}}, KvType::F16, blocks);
        store->commitAll();
        Batch batch;
        batch.kind = RowKind::Decode;
        std::vector<int32_t> table(blocks);
        std::iota(table.begin(), table.end(), 0);
        batch.sequences.push_back({{table}, 0});
        batch.rows.push_back({0, position, 0, false});
        m_batch = std::move(batch);
        m_backend.beginBatch(m_batch);
        AttentionArgs args;
        args.q = {m_in.get(), 0, heads * dim};
        args.heads = heads;
        args.store = store.get();
        args.scale = 1;
        args.out = {m_out.get(), 0, heads * dim};
        constexpr int times = 50;
        const double seconds = best([&] {
            for (int i = 0; i < times; ++i) m_backend.attention(args);
        });
        return 2.0 * heads * (dim + dim) * (position + 1) * times / seconds;
    }

private:
    static constexpr uint32_t mostRows = ProductSpeed::rowCounts.back();

    std::unique_ptr<Weight> upload(BlockType type, uint64_t count, const std::vector<std::byte>& bits) {
        resume();
        return m_backend.upload(
            {"speed", type, columns, count, 1, [&](uint64_t offset, std::span<std::byte> out) {
                 for (size_t done = 0; done < out.size();) {
                     const size_t from = (offset + done) % bits.size();
                     const size_t some = std::min(out.size() - done, bits.size() - from);
                     std::copy_n(bits.begin() + static_cast<ptrdiff_t>(from), some,
                                 out.begin() + static_cast<ptrdiff_t>(done));
                     done += some;
                 }
             }});
    }
    void begin(uint32_t count) {
        Batch batch;
        batch.kind = count > 8 ? RowKind::Prefill : RowKind::Decode;
        // Each row of replies is of a sequence of its own, those of a prompt are of one.
        const bool prompt = batch.kind == RowKind::Prefill;
        for (uint32_t i = 0; i < count; ++i) {
            if (!prompt || i == 0) batch.sequences.push_back({{{0}}, 0});
            batch.rows.push_back({prompt ? 0 : i, prompt ? static_cast<int32_t>(i) : 0, 0, false});
        }
        m_batch = std::move(batch);
        m_backend.beginBatch(m_batch);
    }
    void multiply(const Weight& weight) {
        LinearArgs args;
        args.in = {m_in.get(), 0, columns};
        args.parts = {{&weight, nullptr}};
        args.out = {m_out.get(), 0, weight.rows};
        m_backend.linear(args);
    }
    void resume() const {
        if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "The measurement was cancelled.");
    }
    template <class Work>
    double best(const Work& work) {
        double least = 1e9;
        for (int pass = -1; pass < passes; ++pass) {
            resume();
            const auto start = std::chrono::steady_clock::now();
            work();
            m_backend.synchronize();
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            if (pass >= 0) least = std::min(least, seconds.count());
        }
        return least;
    }

    Backend& m_backend;
    std::stop_token m_stop;
    std::unique_ptr<Buffer> m_in, m_out;
    Batch m_batch;
};

}  // namespace

DeviceSpeed measureDeviceSpeed(const std::string& backend, int threads, std::span<const BlockType> types,
                               std::stop_token stop) {
    const BackendRegistry backends = builtInBackends();
    const BackendKind* kind = backends.find(backend);
    if (kind == nullptr) throw Error(ErrorCode::BadInput, "There is no backend of this name.");
    const BackendSettings settings{.threads = threads > 0 ? threads : usableCores()};
    const auto device = kind->make(settings);
    DeviceSpeed speed;
    speed.backend = backend;
    speed.threads = settings.threads;
    speed.readBytesPerS = kind->measureBandwidth(settings).read;
    ProductBench bench(*device, std::move(stop));
    speed.operationS = bench.operation();
    speed.attentionFlopsPerS = bench.attention();
    for (const BlockType type : types) {
        try {
            speed.products.push_back(bench.measure(type));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Unsupported) throw;
        }
    }
    return speed;
}

}  // namespace hearth
