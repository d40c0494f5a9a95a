#include "backend/cpu/cpu_attention.h"

#include <cmath>

#include "backend/cpu/kv_writer.h"
#include "backend/cpu/paged_kv_cache.h"
#include "backend/cpu/rounded_rows.h"
#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

constexpr uint32_t heads = 4, kvHeads = 2, dim = 32;
constexpr size_t positions = 300;

}  // namespace

class TestCpuAttention : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    std::vector<float> m_keys = m_parts.numbers(positions * kvHeads * dim);
    std::vector<float> m_values = m_parts.numbers(positions * kvHeads * dim);
    std::vector<float> m_queries = m_parts.numbers(positions * heads * dim);
    std::vector<float> m_sinks{0.5F, -1.0F, 2.0F, 0.0F};
    std::unique_ptr<CpuWeight> m_sinkWeight = m_parts.weight(heads, m_sinks);

    struct How {
        RowKind kind = RowKind::Prefill;
        KvTypes type = KvType::F32;
        uint32_t window = 0;
        float softCap = 0;
        bool sinks = false;
    };

    static Batch batchAt(RowKind kind, size_t first, size_t rows) {
        Batch batch;
        batch.kind = kind;
        batch.sequences.resize(1);
        batch.sequences[0].blockTables.resize(1);
        // Not in the order of the positions.
        for (int32_t block = 10; block > 0; --block) batch.sequences[0].blockTables[0].push_back(block);
        for (size_t i = 0; i < rows; ++i)
            batch.rows.push_back({0, static_cast<int32_t>(first + i), 0, false});
        return batch;
    }
    std::unique_ptr<CpuPagedKvCache> filledStore(KvTypes type) {
        auto store = std::make_unique<CpuPagedKvCache>(
            std::vector<KvLayerShape>{{.kvHeads = kvHeads, .keyDim = dim, .valueDim = dim}}, type, 11);
        KvWriter writer(m_parts.kernels, m_parts.pool, m_parts.batch);
        m_parts.batch.begin(batchAt(RowKind::Prefill, 0, positions));
        CpuBuffer q = CpuParts::buffer(heads * dim, m_queries);
        CpuBuffer k = CpuParts::buffer(kvHeads * dim, m_keys);
        CpuBuffer v = CpuParts::buffer(kvHeads * dim, m_values);
        KvWriteArgs args;
        args.q = CpuParts::whole(q);
        args.k = CpuParts::whole(k);
        args.v = CpuParts::whole(v);
        args.heads = heads;
        args.store = store.get();
        writer.write(args);
        return store;
    }
    /// The rows of some positions, in one pass.
    std::vector<float> attend(CpuAttention& attention, CpuPagedKvCache& store, const How& how, size_t first,
                              size_t rows) {
        m_parts.batch.begin(batchAt(how.kind, first, rows));
        CpuBuffer q = CpuParts::buffer(heads * dim,
                                       std::span(m_queries).subspan(first * heads * dim, rows * heads * dim));
        CpuBuffer out(rows, heads * dim);
        attention.attend({.q = CpuParts::whole(q),
                          .heads = heads,
                          .store = &store,
                          .scale = 0.2F,
                          .softCap = how.softCap,
                          .window = how.window,
                          .sinks = how.sinks ? m_sinkWeight.get() : nullptr,
                          .out = CpuParts::whole(out)});
        settle(CpuParts::whole(out));
        return CpuParts::valuesIn(out);
    }
    std::vector<float> plain(const How& how, size_t first, size_t rows) const {
        std::vector<float> out(rows * heads * dim);
        for (size_t row = 0; row < rows; ++row)
            for (size_t head = 0; head < heads; ++head) {
                const size_t kvHead = head / (heads / kvHeads);
                const size_t position = first + row;
                const size_t lowest =
                    how.window == 0 || position < how.window ? 0 : position - how.window + 1;
                std::vector<double> sums(dim);
                double total = how.sinks ? std::exp(double(m_sinks[head])) : 0.0;
                for (size_t p = lowest; p <= position; ++p) {
                    double score = 0;
                    for (size_t i = 0; i < dim; ++i)
                        score += double(m_queries[(position * heads + head) * dim + i]) *
                                 double(m_keys[(p * kvHeads + kvHead) * dim + i]);
                    score *= 0.2;
                    if (how.softCap != 0)
                        score = double(how.softCap) * std::tanh(score / double(how.softCap));
                    total += std::exp(score);
                    for (size_t i = 0; i < dim; ++i)
                        sums[i] += std::exp(score) * double(m_values[(p * kvHeads + kvHead) * dim + i]);
                }
                for (size_t i = 0; i < dim; ++i)
                    out[(row * heads + head) * dim + i] = static_cast<float>(sums[i] / total);
            }
        return out;
    }

private slots:
    void agreesWithPlainLoops_data() {
        QTest::addColumn<How>("how");
        QTest::addColumn<double>("tolerance");
        for (const RowKind kind : {RowKind::Prefill, RowKind::Decode}) {
            const std::string name = kind == RowKind::Prefill ? "prompt" : "reply";
            const auto add = [&](const char* what, How how, double tolerance) {
                how.kind = kind;
                QTest::addRow("%s %s", name.c_str(), what) << how << tolerance;
            };
            add("float32", {}, 1e-5);
            add("float16", {.type = KvType::F16}, 1e-3);
            add("window", {.window = 50}, 1e-5);
            add("cap", {.softCap = 2.0F}, 1e-5);
            add("sinks", {.sinks = true}, 1e-5);
            add("sinks in a window", {.window = 40, .sinks = true}, 1e-5);
            add("8 bits", {.type = KvType::Q8_0}, 2e-2);
            add("4 bits", {.type = KvType::Q4_0, .window = 290}, 0.3);
            add("keys of 8 bits alone", {.type = {KvType::Q8_0, KvType::F16}}, 2e-2);
            add("values of 8 bits alone", {.type = {KvType::F16, KvType::Q8_0}}, 2e-2);
            add("float32 and 8 bits", {.type = {KvType::F32, KvType::Q8_0}}, 2e-2);
            add("8 bits and float32", {.type = {KvType::Q8_0, KvType::F32}}, 2e-2);
            add("float32 and float16", {.type = {KvType::F32, KvType::F16}}, 1e-3);
        }
    }
    void agreesWithPlainLoops() {
        QFETCH(How, how);
        QFETCH(double, tolerance);
        const auto store = filledStore(how.type);
        CpuAttention attention(m_parts.kernels, m_parts.pool, m_parts.batch);
        // From inside a block on, behind more than is expanded or cut at a time; of the last block alone
        // where only its keys are open still.
        const size_t first = how.type.keepsResidualBlocks() ? 290 : 270;
        const auto found = attend(attention, *store, how, first, 300 - first);
        const double error = relativeError(found, plain(how, first, 300 - first));
        QVERIFY2(error < tolerance, qPrintable(QString::number(error)));
    }

    /// The weights determine whether rows are rounded. Results are then close, but not equal.
    void roundsWhenToldTo() {
        for (const RowKind kind : {RowKind::Prefill, RowKind::Decode}) {
            const How how{.kind = kind, .type = KvType::F16};
            const auto store = filledStore(how.type);
            CpuAttention attention(m_parts.kernels, m_parts.pool, m_parts.batch);
            attention.roundActivations();
            const double error =
                relativeError(attend(attention, *store, how, 200, 100), plain(how, 200, 100));
            QVERIFY2(error < 0.03, qPrintable(QString::number(error)));
        }
    }

    void rowsOfRepliesHaveTheBitsTheyHaveAlone() {
        const How how{.kind = RowKind::Decode, .type = KvType::F16};
        const auto store = filledStore(how.type);
        CpuAttention attention(m_parts.kernels, m_parts.pool, m_parts.batch);
        const auto together = attend(attention, *store, how, 280, 8);
        for (size_t row = 0; row < 8; ++row)
            QVERIFY(sameBitsIn(std::span(together).subspan(row * heads * dim, heads * dim),
                               attend(attention, *store, how, 280 + row, 1)));
    }

    /// The product that follows has to know that no norm evened these rows out.
    void saysThatItWrote() {
        const auto store = filledStore(KvType::F32);
        CpuAttention attention(m_parts.kernels, m_parts.pool, m_parts.batch);
        m_parts.batch.begin(batchAt(RowKind::Decode, 3, 1));
        CpuBuffer q(1, heads * dim);
        CpuBuffer out(1, heads * dim);
        attention.attend(
            {.q = CpuParts::whole(q), .heads = heads, .store = store.get(), .out = CpuParts::whole(out)});
        QVERIFY(m_parts.batch.takeAttended(&out));
    }
};

QTEST_APPLESS_MAIN(TestCpuAttention)
#include "tst_cpu_attention.moc"
