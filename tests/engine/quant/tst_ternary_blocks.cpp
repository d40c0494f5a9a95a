#include "block_vectors.h"
#include "quant/half_float.h"

using namespace hearth;

class TernaryBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() { test::addTypeRows({"TQ1_0", "TQ2_0"}); }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }

    void q10ReadsOneBitAnElement() {
        std::vector<std::byte> block(18);
        const uint16_t half = floatToHalf(1.5F);
        std::memcpy(block.data(), &half, 2);
        for (size_t i = 0; i < 128; i += 3) block[2 + i / 8] |= static_cast<std::byte>(1U << (i % 8));
        std::vector<float> values(128);
        dequantizeRow(BlockType::Q1_0, block, values);
        for (size_t i = 0; i < 128; ++i) QCOMPARE(values[i], i % 3 == 0 ? 1.5F : -1.5F);
    }

    void q20ReadsTwoBitsAnElement() {
        std::vector<std::byte> block(18);
        const uint16_t half = floatToHalf(0.75F);
        std::memcpy(block.data(), &half, 2);
        for (size_t i = 0; i < 64; ++i)
            block[2 + i / 4] |= static_cast<std::byte>((i / 3 % 4) << (2 * (i % 4)));
        std::vector<float> values(64);
        dequantizeRow(BlockType::Q2_0, block, values);
        for (size_t i = 0; i < 64; ++i) QCOMPARE(values[i], 0.75F * (static_cast<float>(i / 3 % 4) - 1));
    }
};

QTEST_APPLESS_MAIN(TernaryBlocksTest)
#include "tst_ternary_blocks.moc"
