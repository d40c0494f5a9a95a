// Attention kernels of every instruction set against sums in double precision over the numbers as stored.
#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "backend/cpu/kernels.h"
#include "backend/kv_block_sizes.h"
#include "quant/half_float.h"
#include "random_blocks.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {

struct Case {
    size_t rows, keyDim, valueDim, blocks;
    bool half;
    int32_t window = 0;  // 0: all
    float softCap = 0;
    float keyOffset = 0;  // added to some key columns, as key biases do
};

struct Cache {
    std::vector<std::vector<std::byte>> keys, values;
    std::vector<float> key, value;  // (positions, dim), as stored
};

Cache makeCache(const KernelTable& kernels, const Case& c, std::mt19937& random) {
    Cache cache;
    cache.key = test::randomFloats(c.blocks * 32 * c.keyDim, random);
    cache.value = test::randomFloats(c.blocks * 32 * c.valueDim, random);
    for (size_t p = 0; p < c.blocks * 32; ++p)
        for (size_t d = 0; d < 3 && d < c.keyDim; ++d) cache.key[p * c.keyDim + d] += c.keyOffset;
    const size_t element = c.half ? 2 : 4;
    for (size_t b = 0; b < c.blocks; ++b) {
        cache.keys.emplace_back(32 * c.keyDim * element);
        cache.values.emplace_back(32 * c.valueDim * element);
        for (size_t slot = 0; slot < 32; ++slot) {
            const size_t p = b * 32 + slot;
            kernels.storeKey(c.half, &cache.key[p * c.keyDim], c.keyDim, slot, cache.keys[b].data());
            kernels.storeValue(c.half, &cache.value[p * c.valueDim], c.valueDim, slot,
                               cache.values[b].data());
        }
    }
    if (c.half)
        for (auto* list : {&cache.key, &cache.value})
            for (float& v : *list) v = halfToFloat(floatToHalf(v));
    return cache;
}

/// Blocks as a cache has them, and what they are in float16; the keys of the last block are open.
class StoredCase {
public:
    StoredCase(const KernelTable& kernels, const Case& c, KvType keyType, KvType valueType,
               std::mt19937& random)
        : m_kernels(kernels), m_case(c), m_keyType(keyType), m_valueType(valueType) {
        Cache cache = makeCache(kernels, c, random);
        for (size_t b = 0; b < c.blocks; ++b) {
            m_halfKeys.push_back(cache.keys[b]);
            m_halfValues.push_back(cache.values[b]);
            m_keys.push_back(cache.keys[b]);
            m_values.push_back(cache.values[b]);
            if (isQuantized(keyType) && b + 1 < c.blocks) {
                m_keys[b].resize(keyBlockBytes(keyType, c.keyDim));
                kernels.quantizeKeys(keyType, cache.keys[b].data(), c.keyDim, m_keys[b].data());
                kernels.expandKeys(keyType, m_keys[b].data(), c.keyDim,
                                   reinterpret_cast<uint16_t*>(m_halfKeys[b].data()));
            }
            if (!isQuantized(valueType)) continue;
            m_values[b].resize(valueBlockBytes(valueType, c.valueDim));
            for (size_t slot = 0; slot < 32; ++slot)
                kernels.storeQuantizedValue(valueType, &cache.value[(b * 32 + slot) * c.valueDim], c.valueDim,
                                            slot, m_values[b].data());
            kernels.expandValues(valueType, m_values[b].data(), c.valueDim,
                                 reinterpret_cast<uint16_t*>(m_halfValues[b].data()));
        }
        m_queries = test::randomFloats(c.rows * c.keyDim, random);
    }
    /// The output; rows look from the last position on.
    std::vector<double> attend(bool asStored) const {
        const Case& c = m_case;
        std::vector<const std::byte*> keys, values;
        for (size_t b = 0; b < c.blocks; ++b) {
            keys.push_back((asStored ? m_keys : m_halfKeys)[b].data());
            values.push_back((asStored ? m_values : m_halfValues)[b].data());
        }
        std::vector<const float*> q;
        for (size_t r = 0; r < c.rows; ++r) q.push_back(&m_queries[r * c.keyDim]);
        const auto at = static_cast<int32_t>(c.blocks * 32 - 5);
        const std::vector<int32_t> first(c.rows, c.window == 0 ? 0 : at - c.window + 1), last(c.rows, at);
        std::vector<float> largest(c.rows), total(c.rows), sums(c.rows * c.valueDim);
        std::vector<float> scratch(attentionScratch(c.rows, c.keyDim, c.valueDim) + 16);
        StoredAttentionRun run;
        run.queries = q.data();
        run.first = first.data();
        run.last = last.data();
        run.rows = c.rows;
        run.keyDim = c.keyDim;
        run.valueDim = run.storedValueDim = c.valueDim;
        run.scale = 1.0F / std::sqrt(float(c.keyDim));
        run.softCap = c.softCap;
        run.keys = keys.data();
        run.values = values.data();
        run.endBlock = c.blocks;
        run.largest = largest.data();
        run.total = total.data();
        run.sums = sums.data();
        run.scratch = scratch.data();
        run.keyType = m_keyType;
        run.valueType = m_valueType;
        run.residualBlock = c.blocks - 1;
        asStored ? m_kernels.attendStored(run) : m_kernels.attention.attend(run);
        std::vector<double> out;
        for (size_t i = 0; i < sums.size(); ++i)
            out.push_back(double(sums[i]) / double(total[i / c.valueDim]));
        return out;
    }

private:
    const KernelTable& m_kernels;
    Case m_case;
    KvType m_keyType, m_valueType;
    std::vector<std::vector<std::byte>> m_keys, m_values, m_halfKeys, m_halfValues;
    std::vector<float> m_queries;
};

}  // namespace

class TestAttentionKernels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() {
        QTest::addColumn<int>("level");
        QTest::addColumn<bool>("rounded");
        for (const IsaLevel l : isaLevelsUpTo(detectIsa()))
            for (const bool rounded : {false, true})
                QTest::addRow("%s%s", std::string(isaName(l)).c_str(), rounded ? " rounded" : "")
                    << static_cast<int>(l) << rounded;
    }

    void matchesDoubles() {
        QFETCH_GLOBAL(int, level);
        QFETCH_GLOBAL(bool, rounded);
        const KernelTable& kernels = kernelTable(static_cast<IsaLevel>(level));
        const AttentionKernel& kernel = rounded ? kernels.roundedAttention : kernels.attention;
        std::mt19937 random(11);
        for (const Case& c :
             {Case{1, 64, 64, 1, true}, Case{3, 64, 64, 7, true}, Case{4, 64, 64, 5, false},
              Case{5, 32, 80, 2, true}, Case{2, 6, 10, 2, false}, Case{2, 6, 10, 2, true},
              Case{48, 64, 64, 9, true}, Case{37, 128, 128, 6, true}, Case{96, 96, 96, 3, true},
              Case{20, 64, 48, 5, true, 40}, Case{33, 64, 64, 12, false, 70},
              Case{24, 64, 64, 4, true, 0, 5.0F}, Case{3, 64, 64, 4, false, 0, 5.0F},
              Case{32, 64, 64, 4, true, 0, 0, 60.0F}, Case{18, 6, 10, 3, true}, Case{17, 10, 22, 2, false, 9},
              Case{19, 576, 512, 3, true}, Case{40, 256, 256, 4, false}, Case{16, 128, 128, 33, true, 500}}) {
            const Cache cache = makeCache(kernels, c, random);
            const auto positions = static_cast<int32_t>(c.blocks * 32);
            std::vector<const std::byte*> keys(c.blocks), values(c.blocks);
            for (size_t b = 0; b < c.blocks; ++b) {
                keys[b] = cache.keys[b].data();
                values[b] = cache.values[b].data();
            }
            const auto queries = test::randomFloats(c.rows * c.keyDim, random);
            std::vector<const float*> q(c.rows);
            std::vector<int32_t> first(c.rows), last(c.rows);
            for (size_t r = 0; r < c.rows; ++r) {
                q[r] = &queries[r * c.keyDim];
                last[r] = positions - 1 - static_cast<int32_t>((c.rows - 1 - r) / 2);
                first[r] = c.window == 0 ? 0 : std::max(0, last[r] - c.window + 1);
            }
            std::vector<float> largest(c.rows), total(c.rows), sums(c.rows * c.valueDim);
            std::vector<float> scratch(attentionScratch(c.rows, c.keyDim, c.valueDim) + 16);
            AttentionRun run;
            run.queries = q.data();
            run.first = first.data();
            run.last = last.data();
            run.rows = c.rows;
            run.many = c.rows >= 16;
            run.keyDim = c.keyDim;
            run.valueDim = run.storedValueDim = c.valueDim;
            run.scale = 1.0F / std::sqrt(float(c.keyDim));
            run.softCap = c.softCap;
            run.half = c.half;
            run.keys = keys.data();
            run.values = values.data();
            run.endBlock = c.blocks;
            run.largest = largest.data();
            run.total = total.data();
            run.sums = sums.data();
            run.scratch = scratch.data();
            kernel.attend(run);

            double difference = 0;
            double size = 0;
            for (size_t r = 0; r < c.rows; ++r) {
                std::vector<double> expected(c.valueDim, 0.0);
                std::vector<double> scores;
                double peak = -1e300;
                for (int32_t p = first[r]; p <= last[r]; ++p) {
                    double s = 0;
                    for (size_t d = 0; d < c.keyDim; ++d)
                        s += double(q[r][d]) * double(cache.key[size_t(p) * c.keyDim + d]);
                    s *= double(run.scale);
                    if (c.softCap != 0) s = double(c.softCap) * std::tanh(s / double(c.softCap));
                    scores.push_back(s);
                    peak = std::max(peak, s);
                }
                double weights = 0;
                for (size_t i = 0; i < scores.size(); ++i) {
                    const double w = std::exp(scores[i] - peak);
                    weights += w;
                    for (size_t d = 0; d < c.valueDim; ++d)
                        expected[d] += w * double(cache.value[(size_t(first[r]) + i) * c.valueDim + d]);
                }
                for (size_t d = 0; d < c.valueDim; ++d) {
                    const double wanted = expected[d] / weights;
                    const double got = double(sums[r * c.valueDim + d]) / double(total[r]);
                    difference += (wanted - got) * (wanted - got);
                    size += wanted * wanted;
                }
            }
            const double error = std::sqrt(difference / size);
            // Tiles round queries, keys, weights and values to 8 bits, AVX2 to integers of 13 to 16 when
            // rows are many; float arithmetic rounds nothing worth mentioning.
            const bool many = rounded && c.rows >= 16;
            const bool tiles = many && static_cast<IsaLevel>(level) == IsaLevel::Amx && c.half;
            const bool integers = many && static_cast<IsaLevel>(level) == IsaLevel::Avx2;
            const double allowed = tiles ? 1e-2 : integers ? 1e-3 : 3e-5;
            QVERIFY2(error <= allowed, qPrintable(QString("rows %1 keyDim %2 blocks %3: %4")
                                                      .arg(c.rows)
                                                      .arg(c.keyDim)
                                                      .arg(c.blocks)
                                                      .arg(error)));
        }
    }

    /// Blocks as they are stored give what they give as float16, but for what that rounds.
    void storedBlocksAreAsExpandedOnes() {
        QFETCH_GLOBAL(int, level);
        QFETCH_GLOBAL(bool, rounded);
        if (rounded) QSKIP("There is one kernel.");
        const KernelTable& kernels = kernelTable(static_cast<IsaLevel>(level));
        std::mt19937 random(15);
        constexpr std::array types{KvType::F16, KvType::Q8_0, KvType::Q4_0};
        for (const KvType keyType : types)
            for (const KvType valueType : types)
                for (const Case& c : {Case{1, 64, 64, 3, true}, Case{2, 128, 128, 9, true, 40},
                                      Case{3, 16, 80, 2, true}, Case{4, 96, 16, 4, true, 0, 5.0F},
                                      Case{7, 64, 64, 8, true, 0, 0, 60.0F}, Case{9, 80, 144, 2, true, 7}}) {
                    const StoredCase stored(kernels, c, keyType, valueType, random);
                    const std::vector<double> found = stored.attend(true), wanted = stored.attend(false);
                    double difference = 0, size = 0;
                    for (size_t i = 0; i < found.size(); ++i) {
                        difference += (wanted[i] - found[i]) * (wanted[i] - found[i]);
                        size += wanted[i] * wanted[i];
                    }
                    const double error = std::sqrt(difference / size);
                    // Scores of hundreds make much of the rounding of large keys.
                    QVERIFY2(error <= (c.keyOffset != 0 ? 3e-2 : 1e-3),
                             qPrintable(QString("%1:%2 rows %3 keyDim %4: %5")
                                            .arg(kvTypeName(keyType).data(), kvTypeName(valueType).data())
                                            .arg(c.rows)
                                            .arg(c.keyDim)
                                            .arg(error)));
                }
    }

    void rowsThatSeeNothing() {
        QFETCH_GLOBAL(int, level);
        QFETCH_GLOBAL(bool, rounded);
        const KernelTable& kernels = kernelTable(static_cast<IsaLevel>(level));
        const AttentionKernel& kernel = rounded ? kernels.roundedAttention : kernels.attention;
        std::mt19937 random(12);
        const Case c{20, 64, 64, 2, true};
        const Cache cache = makeCache(kernels, c, random);
        const std::byte* keys[2] = {cache.keys[0].data(), cache.keys[1].data()};
        const std::byte* values[2] = {cache.values[0].data(), cache.values[1].data()};
        const auto queries = test::randomFloats(c.rows * c.keyDim, random);
        std::vector<const float*> q(c.rows, queries.data());
        std::vector<int32_t> first(c.rows, 0), last(c.rows, 40);
        first[3] = last[3] = 70;  // behind these blocks
        std::vector<float> largest(c.rows), total(c.rows), sums(c.rows * c.valueDim);
        std::vector<float> scratch(attentionScratch(c.rows, c.keyDim, c.valueDim) + 16);
        AttentionRun run;
        run.queries = q.data();
        run.first = first.data();
        run.last = last.data();
        run.rows = c.rows;
        run.many = true;
        run.keyDim = run.valueDim = run.storedValueDim = 64;
        run.keys = keys;
        run.values = values;
        run.endBlock = 2;
        run.largest = largest.data();
        run.total = total.data();
        run.sums = sums.data();
        run.scratch = scratch.data();
        kernel.attend(run);
        QCOMPARE(total[3], 0.0F);
        QVERIFY(std::isinf(largest[3]) && largest[3] < 0);
        QVERIFY(total[2] > 0 && std::isfinite(sums[2 * 64]));
    }

    /// Neither what stands where a row does not look nor the rows beside it change its numbers.
    void rowsGetWhatTheySee() {
        QFETCH_GLOBAL(int, level);
        QFETCH_GLOBAL(bool, rounded);
        const KernelTable& kernels = kernelTable(static_cast<IsaLevel>(level));
        const AttentionKernel& kernel = rounded ? kernels.roundedAttention : kernels.attention;
        std::mt19937 random(14);
        const Case c{38, 64, 64, 4, true};
        Cache cache = makeCache(kernels, c, random);
        const auto queries = test::randomFloats(c.rows * c.keyDim, random);
        const auto attended = [&](size_t row, size_t rows) {
            std::vector<const float*> q;
            std::vector<int32_t> first(rows, 0), last;
            for (size_t r = row; r < row + rows; ++r) {
                q.push_back(&queries[r * c.keyDim]);
                last.push_back(static_cast<int32_t>(3 * r));
            }
            std::vector<const std::byte*> keys, values;
            for (size_t b = 0; b < c.blocks; ++b) {
                keys.push_back(cache.keys[b].data());
                values.push_back(cache.values[b].data());
            }
            std::vector<float> out(rows * (2 + c.valueDim));
            std::vector<float> scratch(attentionScratch(rows, c.keyDim, c.valueDim) + 16);
            AttentionRun run;
            run.queries = q.data();
            run.first = first.data();
            run.last = last.data();
            run.rows = rows;
            run.many = true;
            run.keyDim = run.valueDim = run.storedValueDim = c.valueDim;
            run.keys = keys.data();
            run.values = values.data();
            run.endBlock = static_cast<size_t>(last.back()) / 32 + 1;
            run.sums = out.data();
            run.total = run.sums + rows * c.valueDim;
            run.largest = run.total + rows;
            run.scratch = scratch.data();
            kernel.attend(run);
            out.resize(rows * (1 + c.valueDim));
            return out;
        };
        const auto all = attended(0, c.rows);
        for (int32_t p = 3 * 29 + 1; p < 128; ++p) {
            const std::vector<float> garbage(64, p % 2 == 0 ? 6e4F : -3.0F);
            const auto b = static_cast<size_t>(p) / 32;
            kernels.storeKey(true, garbage.data(), 64, static_cast<size_t>(p) % 32, cache.keys[b].data());
            kernels.storeValue(true, garbage.data(), 64, static_cast<size_t>(p) % 32, cache.values[b].data());
        }
        const auto some = attended(7, 23);
        for (size_t r = 0; r < 23; ++r) {
            QVERIFY(std::memcmp(&some[r * 64], &all[(r + 7) * 64], 64 * sizeof(float)) == 0);
            QVERIFY(std::memcmp(&some[23 * 64 + r], &all[c.rows * 64 + r + 7], sizeof(float)) == 0);
        }
    }

    void rotation() {
        QFETCH_GLOBAL(int, level);
        const KernelTable& kernels = kernelTable(static_cast<IsaLevel>(level));
        std::mt19937 random(13);
        for (const size_t dims : {2UL, 6UL, 20UL, 64UL, 96UL})
            for (const bool interleaved : {false, true}) {
                const auto x = test::randomFloats(dims, random);
                std::vector<float> cosine(dims), sine(dims);
                std::vector<double> expected(dims);
                for (size_t i = 0; i < dims / 2; ++i) {
                    const size_t a = interleaved ? 2 * i : i;
                    const size_t b = interleaved ? a + 1 : i + dims / 2;
                    const double angle = 0.3 * double(i) + 0.1;
                    cosine[a] = cosine[b] = float(std::cos(angle));
                    sine[a] = -float(std::sin(angle));
                    sine[b] = float(std::sin(angle));
                    expected[a] = double(x[a]) * std::cos(angle) - double(x[b]) * std::sin(angle);
                    expected[b] = double(x[a]) * std::sin(angle) + double(x[b]) * std::cos(angle);
                }
                auto y = x;
                kernels.rotate(interleaved, cosine.data(), sine.data(), dims, y.data());
                for (size_t i = 0; i < dims; ++i) QVERIFY(std::abs(expected[i] - double(y[i])) < 1e-5);
            }
    }
};

QTEST_APPLESS_MAIN(TestAttentionKernels)
#include "tst_attention_kernels.moc"
