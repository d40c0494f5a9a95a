#include "backend/cuda/weight_layout.h"

#include <QtTest>
#include <bit>
#include <cmath>
#include <cstring>

#include "backend/check/random_weights.h"
#include "backend/cuda/block_scales.h"
#include "quant/half_float.h"

using namespace hearth;
using namespace hearth::cuda;

/// Repacking loses nothing, and takes the memory that the plan says.
class TestWeightLayout : public QObject {
    Q_OBJECT

private slots:
    void scalesAreTheFiles_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : matrixTypes())
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
    /// Every value of a block is a whole number of its steps above its minimum.
    void scalesAreTheFiles() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        const WeightLayout layout = WeightLayout::of(blockType, 512, 40, 1);
        if (!isQuantized(layout.format)) QSKIP("has no scales");
        std::mt19937 random(3);
        const BlockTypeInfo& info = blockTypeInfo(blockType);
        const FormatTraits traits = traitsOf(layout.format);
        const auto codebook = codebookOf(blockType);
        for (int round = 0; round < 20; ++round) {
            const auto block = randomBlocks(blockType, info.blockElements, random);
            std::vector<float> values(info.blockElements);
            dequantizeRow(blockType, block, values);
            const FileBlockScales scales = readScales(blockType, block.data());
            for (size_t i = 0; i < values.size(); ++i) {
                const float step = scales.step[i / 16], least = scales.least[i / 16];
                if (step == 0) {
                    QVERIFY(std::abs(values[i] + least) <= std::abs(least) * 1e-6F);
                    continue;
                }
                const float number = (values[i] + least) / step;
                QVERIFY(std::abs(number - std::round(number)) < 1e-2F);
                if (traits.codebook) {
                    QVERIFY(std::find(codebook.begin(), codebook.end(),
                                      static_cast<int8_t>(std::lround(number))) != codebook.end());
                }
            }
        }
    }

    void sizesAreKnownBefore() {
        // 4-bit codes and half scales for 4096 x 4096: 4.5 bits each.
        QCOMPARE(WeightLayout::of(BlockType::Q4_0, 4096, 4096, 1).sizeBytes, uint64_t{4096} * 4096 * 9 / 16);
        QCOMPARE(WeightLayout::of(BlockType::Q8_0, 4096, 4096, 1).sizeBytes, uint64_t{4096} * 4096 * 17 / 16);
        // 8-bit floats as in their folder, and a float scale for 128 of them.
        QCOMPARE(WeightLayout::of(BlockType::FP8_E4M3, 4096, 4096, 1).sizeBytes,
                 uint64_t{4096} * 4096 / 128 * 132);
        // Scales of Q4_K take a byte each instead of six bits.
        QCOMPARE(WeightLayout::of(BlockType::Q4_K, 4096, 4096, 1).sizeBytes, uint64_t{4096} * 4096 * 37 / 64);
        QCOMPARE(WeightLayout::of(BlockType::F32, 100, 3, 2).sizeBytes, uint64_t{2560});
        // 16-bit floats take a float a row more.
        QCOMPARE(WeightLayout::of(BlockType::BF16, 4096, 4096, 1).sizeBytes, uint64_t{4096} * (2 * 4096 + 4));
        // Vectors are plain floats, whatever the file has.
        QCOMPARE(static_cast<int>(WeightLayout::of(BlockType::F16, 100, 1, 1).format),
                 static_cast<int>(WeightFormat::F32));
    }

    void planesDoNotOverlap() {
        for (const BlockType type : matrixTypes()) {
            const WeightLayout layout = WeightLayout::of(type, 768, 70, 3);
            uint64_t end = 0;
            for (const auto* plane : {&layout.low, &layout.high, &layout.scale, &layout.super}) {
                QVERIFY(plane->offset >= end);
                QCOMPARE(plane->offset % 256, uint64_t{0});
                end = plane->offset + plane->expertBytes * 3;
            }
            QVERIFY(end <= layout.sizeBytes);
        }
    }
};

QTEST_GUILESS_MAIN(TestWeightLayout)
#include "tst_weight_layout.moc"
