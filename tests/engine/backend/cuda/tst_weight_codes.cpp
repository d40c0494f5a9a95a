#include "backend/cuda/weight_codes.h"

#include <QtTest>
#include <random>
#include <vector>

#include "backend/check/random_weights.h"
#include "backend/cuda/block_scales.h"
#include "backend/cuda/weight_layout.h"

using namespace hearth;
using namespace hearth::cuda;

/// Codes and scales together are the values of the file.
class TestWeightCodes : public QObject {
    Q_OBJECT

private slots:
    void codesAndScalesAreTheValues_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : matrixTypes()) {
            if (hasPlainCodes(type))
                QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
        }
    }
    void codesAndScalesAreTheValues() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        const BlockTypeInfo& info = blockTypeInfo(blockType);
        const FormatTraits traits = traitsOf(WeightLayout::of(blockType, 512, 40, 1).format);
        const auto codebook = codebookOf(blockType);
        std::mt19937 random(19);
        for (int round = 0; round < 50; ++round) {
            const auto block = randomBlocks(blockType, info.blockElements, random);
            std::vector<float> values(info.blockElements);
            dequantizeRow(blockType, block, values);
            const FileBlockScales scales = readScales(blockType, block.data());
            std::vector<uint8_t> codes(info.blockElements);
            readCodes(blockType, block.data(), codes.data());
            for (size_t i = 0; i < values.size(); ++i) {
                const int number = traits.codebook       ? codebook[codes[i]]
                                   : traits.lowBits == 8 ? static_cast<int8_t>(codes[i])
                                                         : codes[i] - traits.offset;
                QVERIFY(codes[i] < 1U << (traits.lowBits + traits.highBits));
                QCOMPARE(scales.step[i / 16] * static_cast<float>(number) - scales.least[i / 16], values[i]);
            }
        }
    }

    void patternsHaveNone() {
        QVERIFY(!hasPlainCodes(BlockType::IQ2_XXS));
        QVERIFY(!hasPlainCodes(BlockType::TQ1_0));
        QVERIFY(!hasPlainCodes(BlockType::F16));
    }
};

QTEST_GUILESS_MAIN(TestWeightCodes)
#include "tst_weight_codes.moc"
