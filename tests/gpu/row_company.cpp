#include "gpu/row_company.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "gpu/weight_kinds.h"

namespace hearth::test {
namespace {

constexpr uint64_t columns = 512, outputs = 96;
constexpr uint32_t heads = 8, kvHeads = 2, headDim = 64;
constexpr uint64_t queries = heads * headDim, keys = kvHeads * headDim;
constexpr int32_t ahead = 290, tableBlocks = 10;
constexpr uint32_t sequences = 9;
/// Enough that each sequence has an residual block of its own, see PagedKvCache::openBlocksFor().
constexpr uint32_t storeBlocks = sequences * 32;

std::vector<float> randomFloats(size_t count, std::mt19937& random) {
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values) value = normal(random);
    return values;
}

std::vector<float> downloadedRow(Backend& backend, Buffer& buffer, uint64_t row) {
    std::vector<float> values((row + 1) * buffer.columns);
    backend.download({&buffer, 0, buffer.columns}, row + 1, values);
    values.erase(values.begin(), values.end() - static_cast<ptrdiff_t>(buffer.columns));
    return values;
}

/// Row 0 is the one that is looked at; the others belong to other sequences.
Batch singleRows(size_t rows) {
    Batch batch;
    for (uint32_t i = 0; i < rows; ++i) {
        batch.sequences.push_back({{{0}}, -1});
        batch.rows.push_back({i, 0, 0, false});
    }
    return batch;
}

void checkProducts(Backend& backend, std::vector<std::string>& changed) {
    std::mt19937 random(5);
    const size_t most = 64;
    const auto in = backend.allocate(most, columns), out = backend.allocate(most, outputs);
    backend.upload({in.get(), 0, columns}, most, randomFloats(most * columns, random));
    for (const WeightKind& kind : {kinds::f32, kinds::f16, kinds::bf16, kinds::e4m3, kinds::q4_0, kinds::q8_0,
                                   kinds::q4_k, kinds::q6_k}) {
        // Without the upper bits of its bytes no scale is infinite or no number.
        std::vector<std::byte> bytes(columns * outputs / kind.elements * kind.bytes);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0x37U);
        const auto weight = backend.upload(
            {"company", kind.type, columns, outputs, 1, [&](uint64_t offset, std::span<std::byte> to) {
                 std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(offset), to.size(), to.begin());
             }});
        std::vector<float> alone;
        for (const size_t rows : {1, 2, 4, 8, 9, 40, 64}) {
            backend.beginBatch(singleRows(rows));
            LinearArgs args;
            args.in = {in.get(), 0, columns};
            args.parts = {{weight.get(), nullptr}};
            args.out = {out.get(), 0, outputs};
            backend.linear(args);
            const auto result = downloadedRow(backend, *out, 0);
            if (alone.empty()) alone = result;
            if (result != alone)
                changed.push_back(std::string("product with ") + kind.name + ", " + std::to_string(rows) +
                                  " rows");
        }
    }
}

class Attention {
public:
    Attention(Backend& backend, KvType type)
        : m_backend(backend),
          m_store(backend.makePagedKvCache({{kvHeads, headDim, headDim, 0}}, type, storeBlocks)),
          m_made(backend.allocate(ahead, queries + 2 * keys)),
          m_out(backend.allocate(ahead, queries)) {
        m_store->commitAll();
        // Of a pair of values in f16 a kernel may load the half that nobody has written, and drop it.
        const std::vector<std::byte> zeros(m_store->blockBytes(0));
        for (uint32_t block = 0; block < storeBlocks; ++block)
            m_store->loadBlock(0, static_cast<int32_t>(block), zeros);
        for (uint32_t s = 0; s < sequences; ++s) {
            std::vector<int32_t> table(tableBlocks);
            std::iota(table.begin(), table.end(), static_cast<int32_t>(s) * tableBlocks);
            m_tables.push_back({{table}, -1, static_cast<int32_t>(s)});
        }
        for (uint32_t s = 0; s < sequences; ++s) write({rowsOf(s, 0, ahead)}, s + 1);
    }

    static std::vector<BatchRow> rowsOf(uint32_t sequence, int32_t from, int32_t count) {
        std::vector<BatchRow> rows;
        for (int32_t i = 0; i < count; ++i) rows.push_back({sequence, from + i, 0, false});
        return rows;
    }

    /// Writes the rows into the cache; how many they are.
    size_t write(const std::vector<std::vector<BatchRow>>& parts, unsigned seed) {
        Batch batch;
        batch.sequences = m_tables;
        std::vector<float> values;
        for (const auto& part : parts) {
            for (const BatchRow& row : part) {
                batch.rows.push_back(row);
                std::mt19937 random(seed * 1000003U + row.sequence * 1009U + static_cast<unsigned>(row.slot));
                const auto one = randomFloats(queries + 2 * keys, random);
                values.insert(values.end(), one.begin(), one.end());
            }
        }
        m_backend.upload({m_made.get(), 0, m_made->columns}, batch.rows.size(), values);
        m_backend.beginBatch(batch);
        KvWriteArgs args;
        args.q = {m_made.get(), 0, queries};
        args.k = {m_made.get(), queries, keys};
        args.v = {m_made.get(), queries + keys, keys};
        args.heads = heads;
        args.store = m_store.get();
        m_backend.writeKv(args);
        return batch.rows.size();
    }

    /// Writes the rows and attends; the last row's result.
    std::vector<float> run(const std::vector<std::vector<BatchRow>>& parts, unsigned seed) {
        const size_t rows = write(parts, seed);
        AttentionArgs args;
        args.q = {m_made.get(), 0, queries};
        args.heads = heads;
        args.store = m_store.get();
        args.scale = 0.125F;
        args.out = {m_out.get(), 0, queries};
        m_backend.attention(args);
        return downloadedRow(m_backend, *m_out, rows - 1);
    }

private:
    Backend& m_backend;
    std::unique_ptr<PagedKvCache> m_store;
    std::unique_ptr<Buffer> m_made, m_out;
    std::vector<BatchSequence> m_tables;
};

void checkAttention(Backend& backend, std::vector<std::string>& changed) {
    for (const auto& [name, type] : {std::pair{"f16", KvType::F16}, std::pair{"q8_0", KvType::Q8_0}}) {
        Attention attention(backend, type);
        const auto own = Attention::rowsOf(0, ahead, 1);
        const auto alone = attention.run({own}, 77);
        std::vector<std::vector<BatchRow>> singles;
        for (uint32_t s = 1; s < sequences; ++s) singles.push_back(Attention::rowsOf(s, ahead, 1));
        singles.push_back(own);
        if (attention.run(singles, 77) != alone)
            changed.push_back(std::string("attention, ") + name + " cache, beside eight replies");
        if (attention.run({Attention::rowsOf(1, 0, 40), own}, 77) != alone)
            changed.push_back(std::string("attention, ") + name + " cache, beside a prompt");
    }
}

}  // namespace

std::vector<std::string> rowsChangedByCompany(Backend& backend) {
    std::vector<std::string> changed;
    checkProducts(backend, changed);
    checkAttention(backend, changed);
    return changed;
}

}  // namespace hearth::test
