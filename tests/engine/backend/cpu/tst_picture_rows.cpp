// Rows of pictures on the CPU backend, against the plain reference: three positions that sections of pairs
// turn by, and units whose rows see each other both ways, in prompts and replies, with caches of all types.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

constexpr uint32_t heads = 4, kvHeads = 2, dim = 64, blocks = 24;
constexpr uint64_t queries = heads * dim, keys = kvHeads * dim;

struct Case {
    KvTypes type;
    RowKind kind;
    uint32_t window;
    RopePairing pairing;
    RopeSections sections;
    size_t rows, ahead, unitFirst, unitRows;
    double tolerance;
    UnitSight units = UnitSight::Whole;
};

/// One of the two backends with a cache, and what it was given.
class Side {
public:
    Side(std::unique_ptr<Backend> backend, const Case& of) : m_backend(std::move(backend)), m_case(of) {
        std::vector<float> frequencies(dim / 4);
        for (size_t i = 0; i < frequencies.size(); ++i)
            frequencies[i] = std::pow(0.7F, static_cast<float>(i));
        m_frequencies = m_backend->upload(
            {"test", BlockType::F32, frequencies.size(), 1, 1,
             [&](uint64_t offset, std::span<std::byte> out) {
                 std::memcpy(out.data(), reinterpret_cast<const std::byte*>(frequencies.data()) + offset,
                             out.size());
             }});
        m_store = m_backend->makePagedKvCache({{kvHeads, dim, dim, 0}}, of.type, blocks);
        m_store->commitAll();
    }
    /// Writes the rows and lets them attend; (rows, heads * dim).
    std::vector<float> run(const Batch& batch, const std::vector<float>& values) {
        const size_t rows = batch.rows.size();
        const auto made = m_backend->allocate(rows, queries + 2 * keys),
                   out = m_backend->allocate(rows, queries);
        m_backend->beginBatch(batch);
        m_backend->upload({made.get(), 0, made->columns}, rows, values);
        KvWriteArgs write;
        write.q = {made.get(), 0, queries};
        write.k = {made.get(), queries, keys};
        write.v = {made.get(), queries + keys, keys};
        write.heads = heads;
        write.rope = {m_case.pairing, dim / 2, 8, m_frequencies.get(), 1.0F, m_case.sections};
        write.temperatureBeta = 0.1F;
        write.temperatureLength = 50;
        write.store = m_store.get();
        m_backend->writeKv(write);
        AttentionArgs attend;
        attend.q = write.q;
        attend.heads = heads;
        attend.store = m_store.get();
        attend.scale = 0.1F;
        attend.window = m_case.window;
        attend.units = m_case.units;
        attend.out = {out.get(), 0, queries};
        m_backend->attention(attend);
        std::vector<float> result(rows * queries);
        m_backend->download(attend.out, rows, result);
        return result;
    }

private:
    std::unique_ptr<Backend> m_backend;
    const Case& m_case;
    std::unique_ptr<Weight> m_frequencies;
    std::unique_ptr<PagedKvCache> m_store;
};

Batch batchOf(const Case& of, size_t first, size_t rows, RowKind kind) {
    Batch batch;
    batch.kind = kind;
    std::vector<int32_t> table(blocks);
    std::iota(table.rbegin(), table.rend(), 0);
    batch.sequences.push_back({.blockTables = {table}});
    for (size_t i = first; i < first + rows; ++i) {
        const auto slot = static_cast<int32_t>(i);
        BatchRow row{.slot = slot, .wantLogits = true};
        if (of.sections.any()) row.offset = {-slot / 3, slot % 5 - slot / 3, slot % 7 - slot / 3};
        const size_t begin = of.ahead + of.unitFirst, end = begin + of.unitRows;
        if (i >= begin && i < end) {
            row.unitBefore = static_cast<uint32_t>(i - begin);
            row.unitBehind = static_cast<uint32_t>(end - 1 - i);
        }
        batch.rows.push_back(row);
    }
    return batch;
}

double relativeError(const std::vector<float>& found, const std::vector<float>& wanted) {
    double worst = 0, squares = 0;
    for (size_t i = 0; i < wanted.size(); ++i) {
        const double difference = std::abs(double{found[i]} - wanted[i]);
        worst = difference <= worst ? worst : std::isnan(difference) ? HUGE_VAL : difference;
        squares += double{wanted[i]} * wanted[i];
    }
    return worst / std::sqrt(squares / static_cast<double>(wanted.size()));
}

}  // namespace

Q_DECLARE_METATYPE(Case)

class TestPictureRows : public QObject {
    Q_OBJECT

    static std::vector<float> numbers(size_t count, unsigned seed) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        std::vector<float> values(count);
        for (float& value : values) value = normal(random);
        return values;
    }

private slots:
    void areThoseOfTheReference_data() {
        QTest::addColumn<Case>("of");
        const RopeSections following{4, 6, 6}, alternating{6, 5, 5, true};
        const auto add = [](const char* name, Case of) { QTest::newRow(name) << of; };
        using enum RopePairing;
        const RowKind prompt = RowKind::Prefill, reply = RowKind::Decode;
        add("sections", {KvType::F32, prompt, 0, Halves, following, 40, 30, 0, 0, 1e-4});
        add("sections, neighbours", {KvType::F32, prompt, 0, Interleaved, following, 40, 30, 0, 0, 1e-4});
        add("sections, alternating", {KvType::F32, reply, 0, Halves, alternating, 8, 90, 0, 0, 1e-4});
        add("unit", {KvType::F32, prompt, 0, Halves, {}, 120, 50, 13, 70, 1e-4});
        add("unit, window", {KvType::F32, prompt, 20, Halves, {}, 120, 50, 13, 70, 1e-4});
        add("unit, ahead", {KvType::F32, prompt, 20, Halves, {}, 120, 50, 13, 70, 1e-4, UnitSight::Ahead});
        add("unit, ahead, q8_0",
            {KvType::Q8_0, prompt, 30, Halves, {}, 150, 41, 20, 100, 5e-2, UnitSight::Ahead});
        add("unit, causal", {KvType::F32, prompt, 20, Halves, {}, 120, 50, 13, 70, 1e-4, UnitSight::Causal});
        add("unit, f16", {KvType::F16, prompt, 0, Halves, alternating, 150, 70, 0, 150, 2e-2});
        add("unit, f16, window", {KvType::F16, prompt, 33, Halves, following, 150, 300, 40, 100, 2e-2});
        add("unit, q8_0", {KvType::Q8_0, prompt, 0, Halves, {}, 150, 41, 20, 100, 5e-2});
        add("unit, q8_0, window", {KvType::Q8_0, prompt, 30, Halves, {}, 150, 41, 20, 100, 5e-2});
        add("unit, q4_0", {KvType::Q4_0, prompt, 0, Halves, {}, 150, 41, 20, 100, 5e-2});
        add("unit, q8_0 and f16",
            {{KvType::Q8_0, KvType::F16}, prompt, 50, Halves, {}, 150, 41, 0, 150, 5e-2});
        add("unit, f16 and q8_0", {{KvType::F16, KvType::Q8_0}, prompt, 0, Halves, {}, 150, 41, 9, 90, 5e-2});
        add("unit of a reply", {KvType::F16, reply, 0, Halves, {}, 8, 260, 1, 6, 2e-2});
        add("unit of a reply, q8_0", {KvType::Q8_0, reply, 0, Halves, {}, 8, 284, 1, 6, 5e-2});
        add("unit of a reply, q8_0 and f32",
            {{KvType::Q8_0, KvType::F32}, reply, 5, Halves, {}, 8, 252, 1, 6, 5e-2});
    }
    void areThoseOfTheReference() {
        QFETCH(Case, of);
        Side reference(std::make_unique<ReferenceBackend>(), of),
            cpu(std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), of);
        for (size_t done = 0; done < of.ahead; done += 64) {
            const size_t rows = std::min<size_t>(of.ahead - done, 64);
            const Batch batch = batchOf(of, done, rows, RowKind::Prefill);
            const auto values = numbers(rows * (queries + 2 * keys), static_cast<unsigned>(done));
            (void)reference.run(batch, values);
            (void)cpu.run(batch, values);
        }
        const Batch batch = batchOf(of, of.ahead, of.rows, of.kind);
        const auto values = numbers(of.rows * (queries + 2 * keys), 9999);
        const double error = relativeError(cpu.run(batch, values), reference.run(batch, values));
        QVERIFY2(error < of.tolerance, qPrintable(QString::number(error)));
    }

    /// A unit has the same bits whatever part of the prompt is in its batch: the blocks that a row reads
    /// before they are rounded depend on its own slot alone.
    void aUnitHasTheSameBitsInEveryBatch() {
        for (const KvTypes type : {KvTypes(KvType::F16), KvTypes(KvType::Q8_0)})
            for (const RowKind kind : {RowKind::Prefill, RowKind::Decode}) {
                const Case of{type, kind, 0, RopePairing::Halves, {}, 0, 40, 0, 7, 0};
                std::vector<std::vector<float>> found;
                for (const size_t behind : {size_t{0}, size_t{40}}) {
                    Side cpu(std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), of);
                    const auto before = numbers(40 * (queries + 2 * keys), 1);
                    (void)cpu.run(batchOf(of, 0, 40, RowKind::Prefill), before);
                    // Over the border from block 1 to block 2 that follows.
                    Case moved = of;
                    moved.ahead = 58;
                    const auto between = numbers(18 * (queries + 2 * keys), 2);
                    (void)cpu.run(batchOf(moved, 40, 18, RowKind::Prefill), between);
                    auto values = numbers((7 + 40) * (queries + 2 * keys), 3);
                    values.resize((7 + behind) * (queries + 2 * keys));
                    auto out = cpu.run(batchOf(moved, 58, 7 + behind, kind), values);
                    out.resize(7 * queries);
                    found.push_back(std::move(out));
                }
                QVERIFY(found[0] == found[1]);
            }
    }
};

QTEST_APPLESS_MAIN(TestPictureRows)
#include "tst_picture_rows.moc"
