#include "backend/cpu/paged_kv_cache.h"

#include <algorithm>
#include <random>
#include <vector>

#include "backend/cpu/kernels.h"
#include "backend/kv_block_sizes.h"
#include "backend/reference/reference_math.h"
#include "quant/half_float.h"
#include "random_blocks.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {
/// Reads one number back by the documented layout: keys (keyDim / 2, 32, 2), values (16, valueDim, 2),
/// float32.
float keyAt(const std::byte* block, size_t d, size_t slot) {
    return reinterpret_cast<const float*>(block)[(d / 2 * 32 + slot) * 2 + d % 2];
}
float valueAt(const std::byte* block, size_t dim, size_t d, size_t slot) {
    return reinterpret_cast<const float*>(block)[(slot / 2 * dim + d) * 2 + slot % 2];
}
}  // namespace

class TestPagedKvCache : public QObject {
    Q_OBJECT

private:
    static void fill(CpuPagedKvCache& store, int32_t block, float base) {
        const KernelTable& kernels = kernelTable(IsaLevel::Portable);
        for (uint32_t layer = 0; layer < store.layers.size(); ++layer)
            for (uint32_t head = 0; head < store.layers[layer].kvHeads; ++head)
                for (size_t slot = 0; slot < 32; ++slot) {
                    std::vector<float> key(store.layers[layer].keyDim, base + float(slot));
                    std::vector<float> value(store.data[layer].valueDim, -base - float(slot));
                    key[1] += 0.5F;
                    kernels.storeKey(false, key.data(), key.size(), slot, store.keys(layer, block, head));
                    kernels.storeValue(false, value.data(), value.size(), slot,
                                       store.values(layer, block, head));
                }
    }

private slots:
    void oddSizesAreRefused() {
        QVERIFY_THROWS_EXCEPTION(Error, (CpuPagedKvCache({{1, 63, 64, 0}}, KvType::F16, 2)));
        QVERIFY_THROWS_EXCEPTION(Error, (CpuPagedKvCache({{1, 64, 63, 0}}, KvType::Q4_0, 2)));
        QCOMPARE(CpuPagedKvCache({{1, 64, 63, 0}}, KvType::Q8_0, 2).data.size(), size_t{1});
    }

    void sizes() {
        const CpuPagedKvCache store({{2, 64, 32, 0}, {1, 16, 0, 1}}, KvType::F16, 5);
        QCOMPARE(store.blockBytes(0), uint64_t(2 * (64 + 32) * 32 * 2));
        QCOMPARE(store.blockBytes(1),
                 uint64_t((16 + 16) * 32 * 2));  // values are kept beside the keys they are part of
        QCOMPARE(store.sizeBytes, 5 * (store.blockBytes(0) + store.blockBytes(1)));
        QCOMPARE(store.blocks[0], 5U);
        // Two residual blocks of keys are in float16 besides.
        QCOMPARE(CpuPagedKvCache({{3, 64, 32, 0}}, KvType::Q4_0, 4).sizeBytes,
                 uint64_t(3 * (4 * (64 * 19 + 32 * 20) + 2 * 64 * 64)));
        // Values that are a part of such keys are nowhere else.
        QCOMPARE(CpuPagedKvCache({{1, 64, 0, 0}}, KvType::Q8_0, 1).blockBytes(0), uint64_t(64 * 34));
    }
    void refusesWhatItCannotStore() {
        QVERIFY_THROWS_EXCEPTION(Error, CpuPagedKvCache({{1, 63, 64, 0}}, KvType::F16, 1));
    }
    /// Values written in 8 and 4 bits are read back as the reference backend rounds them (then as float16),
    /// on every instruction set level and for every remainder in the last group.
    void quantizedAsTheReference() {
        std::mt19937 random(31);
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            for (const KvType type : {KvType::Q8_0, KvType::Q4_0})
                for (const size_t dim : {64UL, 128UL, 80UL, 6UL, 48UL}) {
                    const KernelTable& kernels = kernelTable(level);
                    std::vector<float> wantedKeys, wantedValues;
                    std::vector<std::byte> open(keyBlockBytes(KvType::F16, dim));
                    std::vector<std::byte> keys(keyBlockBytes(type, dim)), values(valueBlockBytes(type, dim));
                    for (size_t slot = 0; slot < 32; ++slot) {
                        auto x = test::randomFloats(dim, random, 1.0F + float(slot));
                        if (slot == 0) std::fill(x.begin(), x.end(), 0.0F);
                        for (float& number : x) number = halfToFloat(floatToHalf(number));
                        kernels.storeKey(true, x.data(), dim, slot, open.data());
                        kernels.storeQuantizedValue(type, x.data(), dim, slot, values.data());
                        wantedKeys.insert(wantedKeys.end(), x.begin(), x.end());
                        reference::roundAsStored(type, x);
                        wantedValues.insert(wantedValues.end(), x.begin(), x.end());
                    }
                    kernels.quantizeKeys(type, open.data(), dim, keys.data());
                    reference::roundKeyBlock(type, wantedKeys.data(), dim, dim);
                    std::vector<uint16_t> keyHalves(32 * dim + 1, 0xABCD), valueHalves(32 * dim + 1, 0xABCD);
                    kernels.expandKeys(type, keys.data(), dim, keyHalves.data());
                    kernels.expandValues(type, values.data(), dim, valueHalves.data());
                    QCOMPARE(keyHalves.back(), uint16_t(0xABCD));
                    QCOMPARE(valueHalves.back(), uint16_t(0xABCD));
                    for (size_t slot = 0; slot < 32; ++slot)
                        for (size_t d = 0; d < dim; ++d) {
                            const float wantedKey = wantedKeys[slot * dim + d];
                            const float wantedValue = wantedValues[slot * dim + d];
                            const float key = halfToFloat(keyHalves[(d / 2 * 32 + slot) * 2 + d % 2]);
                            const float value = halfToFloat(valueHalves[(slot / 2 * dim + d) * 2 + slot % 2]);
                            // float16, of sums whose parts are larger than they are.
                            QVERIFY(std::abs(key - wantedKey) <= 0.001F * (std::abs(wantedKey) + 32));
                            QVERIFY(std::abs(value - wantedValue) <=
                                    0.001F * (std::abs(wantedValue) + 1.0F + float(slot)));
                        }
                }
    }
    void copiesPositionsOfQuantizedValues() {
        std::mt19937 random(32);
        const KernelTable& kernels = kernelTable(IsaLevel::Portable);
        for (const KvType type : {KvType::Q8_0, KvType::Q4_0}) {
            CpuPagedKvCache store({{2, 40, 24, 0}}, type, 2);
            for (const int32_t block : {0, 1})
                for (uint32_t head : {0U, 1U})
                    for (size_t slot = 0; slot < 32; ++slot) {
                        const auto x = test::randomFloats(24, random);
                        kernels.storeQuantizedValue(type, x.data(), 24, slot, store.values(0, block, head));
                    }
            const auto expanded = [&](int32_t block) {
                std::vector<uint16_t> halves(size_t{32} * 24);
                kernels.expandValues(type, store.values(0, block, 1), 24, halves.data());
                return halves;
            };
            const auto from = expanded(0), before = expanded(1);
            store.copyBlock(0, 0, 1, 7);
            const auto after = expanded(1);
            for (size_t slot = 0; slot < 32; ++slot) {
                if (slot == 7) continue;  // shares its lines with the one before
                for (size_t d = 0; d < 24; ++d) {
                    const size_t at = (slot / 2 * 24 + d) * 2 + slot % 2;
                    QCOMPARE(after[at], slot < 7 ? from[at] : before[at]);
                }
            }
        }
    }
    void copiesTheFirstPositionsOfAGroup() {
        CpuPagedKvCache store({{2, 4, 6, 0}, {1, 4, 4, 1}}, KvType::F32, 3);
        fill(store, 0, 100);
        fill(store, 2, 500);
        store.copyBlock(0, 0, 2, 5);
        for (size_t slot = 0; slot < 32; ++slot) {
            const float base = slot < 5 ? 100 : 500;
            QCOMPARE(keyAt(store.keys(0, 2, 1), 0, slot), base + float(slot));
            QCOMPARE(keyAt(store.keys(0, 2, 1), 1, slot), base + float(slot) + 0.5F);
            if (slot != 5) QCOMPARE(valueAt(store.values(0, 2, 1), 6, 5, slot), -base - float(slot));
            QCOMPARE(keyAt(store.keys(1, 2, 0), 0, slot), 500 + float(slot));  // the other group
        }
    }
    void savesAndLoads() {
        CpuPagedKvCache store({{2, 4, 6, 0}, {3, 8, 4, 0}}, KvType::F32, 2);
        fill(store, 0, 7);
        std::vector<std::byte> bytes(store.blockBytes(0));
        store.saveBlock(0, 0, bytes);
        store.loadBlock(0, 1, bytes);
        QCOMPARE(keyAt(store.keys(1, 1, 2), 3, 9), 16.0F);
        QCOMPARE(valueAt(store.values(0, 1, 1), 6, 2, 31), -38.0F);
        std::vector<std::byte> again(store.blockBytes(0));
        store.saveBlock(0, 1, again);
        QCOMPARE(again, bytes);
    }
};

QTEST_APPLESS_MAIN(TestPagedKvCache)
#include "tst_paged_kv_cache.moc"
