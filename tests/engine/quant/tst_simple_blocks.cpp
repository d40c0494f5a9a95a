#include "block_vectors.h"
#include "quant/half_float.h"

using namespace hearth;

class SimpleBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() {
        test::addTypeRows({"Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0"});
    }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }

    /// Q8_1 is Q8_0 with a sum that reading ignores.
    void q81SkipsItsSum() {
        std::vector<std::byte> block(36);
        const uint16_t half = floatToHalf(0.5F);
        std::memcpy(block.data(), &half, 2);
        block[2] = block[3] = std::byte{0x7B};
        for (int i = 0; i < 32; ++i) block[static_cast<size_t>(4 + i)] = static_cast<std::byte>(i - 16);
        std::vector<float> values(32);
        dequantizeRow(BlockType::Q8_1, block, values);
        for (int i = 0; i < 32; ++i)
            QCOMPARE(values[static_cast<size_t>(i)], 0.5F * static_cast<float>(i - 16));
    }
};

QTEST_APPLESS_MAIN(SimpleBlocksTest)
#include "tst_simple_blocks.moc"
