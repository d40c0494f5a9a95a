#include "backend/cpu/kv_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "backend/cpu/paged_kv_cache.h"
#include "cpu_parts.h"
#include "quant/half_float.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

constexpr uint32_t heads = 4, kvHeads = 2, keyDim = 4, valueDim = 2;

}  // namespace

class TestKvWriter : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    KvWriter m_writer{m_parts.kernels, m_parts.pool, m_parts.batch};
    std::unique_ptr<CpuWeight> m_frequencies = m_parts.weight(2, {1.0F, 0.25F});

    /// Rows of one sequence whose blocks 0 and 1 lie in blocks 2 and 0 of the store.
    void begin(size_t rows, int32_t position) {
        Batch batch;
        batch.sequences.resize(1);
        batch.sequences[0].blockTables = {{2, 0}};
        for (size_t i = 0; i < rows; ++i)
            batch.rows.push_back({0, position + static_cast<int32_t>(i), 0, false});
        m_parts.batch.begin(batch);
        m_writer.beginRows();
    }
    static KvWriteArgs argsFor(CpuPagedKvCache& store, uint32_t queryHeads, const Slice& q, const Slice& k,
                               const Slice& v) {
        KvWriteArgs args;
        args.q = q;
        args.k = k;
        args.v = v;
        args.heads = queryHeads;
        args.store = &store;
        return args;
    }
    /// A number of a key or value in float32: layouts are those of AttentionRun.
    static float keyAt(const CpuPagedKvCache& store, int32_t block, uint32_t head, size_t slot, size_t dim) {
        const auto* keys = reinterpret_cast<const float*>(store.keys(0, block, head));
        return keys[(dim / 2 * PagedKvCache::blockPositions + slot) * 2 + dim % 2];
    }
    static float valueAt(const CpuPagedKvCache& store, int32_t block, uint32_t head, size_t slot,
                         size_t dim) {
        const auto* values = reinterpret_cast<const float*>(store.values(0, block, head));
        return values[(slot / 2 * store.data[0].valueDim + dim) * 2 + slot % 2];
    }

private slots:
    /// Positions 31 and 32: the last slot of the first block and the first of the second.
    void writesWhereTheTableSays() {
        CpuPagedKvCache store({{.kvHeads = kvHeads, .keyDim = keyDim, .valueDim = valueDim}}, KvType::F32, 3);
        begin(2, 31);
        std::vector<float> k(2 * kvHeads * keyDim);
        std::iota(k.begin(), k.end(), 1.0F);
        std::vector<float> v(2 * kvHeads * valueDim);
        std::iota(v.begin(), v.end(), 100.0F);
        CpuBuffer q(2, heads * keyDim);
        CpuBuffer keys = CpuParts::buffer(kvHeads * keyDim, k);
        CpuBuffer values = CpuParts::buffer(kvHeads * valueDim, v);
        m_writer.write(
            argsFor(store, heads, CpuParts::whole(q), CpuParts::whole(keys), CpuParts::whole(values)));
        QCOMPARE(keyAt(store, 2, 0, 31, 0), 1.0F);
        QCOMPARE(keyAt(store, 2, 1, 31, 3), 8.0F);
        QCOMPARE(keyAt(store, 0, 1, 0, 1), 14.0F);
        QCOMPARE(valueAt(store, 2, 1, 31, 0), 102.0F);
        QCOMPARE(valueAt(store, 0, 0, 0, 1), 105.0F);
        QCOMPARE(keyAt(store, 2, 0, 30, 0), 0.0F);  // nothing beside it
    }

    void normsRotatesAndScales() {
        CpuPagedKvCache store({{.kvHeads = 1, .keyDim = keyDim, .valueDim = valueDim}}, KvType::F32, 3);
        begin(1, 3);
        CpuBuffer q = CpuParts::buffer(keyDim, std::vector<float>{3, 0, 4, 0});
        CpuBuffer k = CpuParts::buffer(keyDim, std::vector<float>{0, 0, 2, 0});
        CpuBuffer v(1, valueDim);
        KvWriteArgs args = argsFor(store, 1, CpuParts::whole(q), CpuParts::whole(k), CpuParts::whole(v));
        args.qNorm = {.kind = NormKind::UnitLength, .epsilon = 0.0F};
        args.rope = {.pairing = RopePairing::Halves, .dims = 4, .inverseFrequency = m_frequencies.get()};
        args.queryScale = 10.0F;
        args.temperatureBeta = 0.5F;
        args.temperatureLength = 2;
        m_writer.write(args);
        // (0.6, 0.8) turned by three radians.
        const float scale = 10.0F * (1.0F + 0.5F * std::log(2.0F));
        const float x = 0.6F * std::cos(3.0F) - 0.8F * std::sin(3.0F);
        const float y = 0.6F * std::sin(3.0F) + 0.8F * std::cos(3.0F);
        QVERIFY(relativeError(CpuParts::valuesIn(q), std::vector<float>{scale * x, 0, scale * y, 0}) < 1e-5);
        QCOMPARE(keyAt(store, 2, 0, 3, 0), -2 * std::sin(3.0F));
        QCOMPARE(keyAt(store, 2, 0, 3, 2), 2 * std::cos(3.0F));
    }

    /// Keys that are rotated further are those of the later position.
    void keysMove() {
        for (const KvType type : {KvType::F32, KvType::F16}) {
            for (const RopePairing pairing : {RopePairing::Halves, RopePairing::Interleaved}) {
                CpuPagedKvCache store({{.kvHeads = 1, .keyDim = keyDim, .valueDim = valueDim}}, type, 3);
                const auto write = [&](int32_t position) {
                    begin(1, position);
                    CpuBuffer q(1, keyDim);
                    CpuBuffer k = CpuParts::buffer(keyDim, std::vector<float>{1, -2, 3, 0.5F});
                    CpuBuffer v(1, valueDim);
                    KvWriteArgs args =
                        argsFor(store, 1, CpuParts::whole(q), CpuParts::whole(k), CpuParts::whole(v));
                    args.rope = {.pairing = pairing, .dims = 4, .inverseFrequency = m_frequencies.get()};
                    m_writer.write(args);
                    return args.rope;
                };
                (void)write(3);               // in block 2
                const Rope rope = write(35);  // in block 0
                const std::array<int32_t, 1> blocks{2};
                m_writer.rotateKeys({&store, 0, rope, 32, blocks, 4});
                std::array<float, keyDim> moved{}, written{};
                for (const auto& [block, key] : {std::pair{2, &moved}, {0, &written}}) {
                    const std::byte* keys = store.keys(0, block, 0);
                    m_parts.kernels.loadKey(type != KvType::F32, keys, keyDim, 3, key->data());
                }
                const float tolerance = type == KvType::F32 ? 1e-5F : 4e-3F;
                for (size_t dim = 0; dim < keyDim; ++dim)
                    QVERIFY(std::abs(moved[dim] - written[dim]) < tolerance);
            }
        }
    }

    /// Keys that are rounded by the block move with it, those behind the last whole one in their residual
    /// block.
    void roundedKeysMove() {
        constexpr size_t rows = 40;
        for (const KvType type : {KvType::Q8_0, KvType::Q4_0}) {
            CpuPagedKvCache store({{.kvHeads = 1, .keyDim = keyDim, .valueDim = valueDim}}, type, 3);
            std::vector<float> numbers(rows * keyDim);
            for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(float(i) * 0.7F) + float(i % 4);
            begin(rows, 0);
            CpuBuffer q(rows, keyDim), v(rows, valueDim);
            CpuBuffer k = CpuParts::buffer(keyDim, numbers);
            KvWriteArgs args = argsFor(store, 1, CpuParts::whole(q), CpuParts::whole(k), CpuParts::whole(v));
            args.rope = {.pairing = RopePairing::Halves, .dims = 4, .inverseFrequency = m_frequencies.get()};
            m_writer.write(args);
            const auto keysAt = [&](size_t position) {
                std::array<float, keyDim> key{};
                std::array<uint16_t, keyDim * PagedKvCache::blockPositions> halves{};
                const auto* block = reinterpret_cast<const std::byte*>(halves.data());
                if (position < 32)
                    m_parts.kernels.expandKeys(type, store.keys(0, 2, 0), keyDim, halves.data());
                else
                    block = store.open.keysOf(0, 0, 0);
                m_parts.kernels.loadKey(true, block, keyDim, position % 32, key.data());
                return key;
            };
            std::vector<std::array<float, keyDim>> before;
            for (size_t position = 0; position < rows; ++position) before.push_back(keysAt(position));
            const std::array<int32_t, 2> blocks{2, 0};
            m_writer.rotateKeys({&store, 0, args.rope, -32, blocks, rows, 0});
            for (size_t position = 0; position < rows; ++position) {
                const auto &was = before[position], is = keysAt(position);
                const float tolerance = position >= 32 ? 5e-3F : type == KvType::Q8_0 ? 0.04F : 0.35F;
                for (size_t pair = 0; pair < 2; ++pair) {
                    const double angle = -32.0 * (pair == 0 ? 1.0 : 0.25);
                    const double x = was[pair], y = was[pair + 2];
                    QVERIFY(std::abs(is[pair] - float(x * std::cos(angle) - y * std::sin(angle))) <
                            tolerance);
                    QVERIFY(std::abs(is[pair + 2] - float(x * std::sin(angle) + y * std::cos(angle))) <
                            tolerance);
                }
            }
        }
    }

    /// Compressed caches hold values that are a part of the keys.
    void keysAreValuesWhereThereAreNone() {
        CpuPagedKvCache store({{.kvHeads = 1, .keyDim = keyDim, .valueDim = 0}}, KvType::F32, 3);
        begin(1, 0);
        CpuBuffer q(1, keyDim);
        CpuBuffer k = CpuParts::buffer(keyDim, std::vector<float>{1, 2, 3, 4});
        m_writer.write(argsFor(store, 1, CpuParts::whole(q), CpuParts::whole(k), {}));
        for (size_t dim = 0; dim < keyDim; ++dim)
            QCOMPARE(valueAt(store, 2, 0, 0, dim), keyAt(store, 2, 0, 0, dim));
        QCOMPARE(keyAt(store, 2, 0, 0, 3), 4.0F);
    }

    /// A full block is rounded from the same numbers for any split of the keys into parts. An incomplete one
    /// stays in a residual block.
    void roundsBlocksWhenTheyAreFull() {
        constexpr size_t positions = 50;
        std::vector<float> numbers(positions * kvHeads * keyDim);
        for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(float(i) * 0.7F) + float(i % 5);
        const auto written = [&](const std::vector<size_t>& parts) {
            CpuPagedKvCache store({{.kvHeads = kvHeads, .keyDim = keyDim, .valueDim = valueDim}},
                                  KvType::Q4_0, 3);
            size_t first = 0;
            for (const size_t rows : parts) {
                begin(rows, static_cast<int32_t>(first));
                CpuBuffer q(rows, heads * keyDim);
                CpuBuffer k = CpuParts::buffer(
                    kvHeads * keyDim,
                    std::vector<float>(numbers.begin() + long(first * kvHeads * keyDim),
                                       numbers.begin() + long((first + rows) * kvHeads * keyDim)));
                CpuBuffer v(rows, kvHeads * valueDim);
                m_writer.write(
                    argsFor(store, heads, CpuParts::whole(q), CpuParts::whole(k), CpuParts::whole(v)));
                first += rows;
            }
            std::vector<std::byte> bytes(store.blockBytes(0));
            store.saveBlock(0, 2, bytes);
            const std::byte* open = store.open.keys(m_parts.batch, 0, 0, 1, 0);
            const auto* halves = reinterpret_cast<const uint16_t*>(open);
            std::vector<uint16_t> left;
            for (size_t slot = 0; slot < positions - 32; ++slot) left.push_back(halves[slot * 2]);
            return std::pair(bytes, left);
        };
        const auto whole = written({positions});
        QVERIFY(std::any_of(whole.first.begin(), whole.first.end(),
                            [](std::byte b) { return b != std::byte{}; }));
        QCOMPARE(whole.second.back(), floatToHalf(numbers[49 * kvHeads * keyDim]));
        QVERIFY(written({20, 30}) == whole);
        QVERIFY(written({31, 1, 1, 17}) == whole);
        QVERIFY(written({32, 18}) == whole);
    }

    /// A layer that reads another's cache has queries alone.
    void layersWithoutKeysWriteNothing() {
        CpuPagedKvCache store({{.kvHeads = 1, .keyDim = keyDim, .valueDim = valueDim}}, KvType::F32, 3);
        begin(1, 0);
        CpuBuffer q = CpuParts::buffer(keyDim, std::vector<float>{1, 2, 3, 4});
        KvWriteArgs args = argsFor(store, 1, CpuParts::whole(q), {}, {});
        args.queryScale = 2.0F;
        m_writer.write(args);
        QCOMPARE(CpuParts::valuesIn(q), (std::vector<float>{2, 4, 6, 8}));
        QCOMPARE(keyAt(store, 2, 0, 0, 0), 0.0F);
    }
};

QTEST_APPLESS_MAIN(TestKvWriter)
#include "tst_kv_writer.moc"
