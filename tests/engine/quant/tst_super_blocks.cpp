#include "block_vectors.h"

using namespace hearth;

class SuperBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() {
        test::addTypeRows({"Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"});
    }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }

    void q8KHasOneFloatScale() {
        std::vector<std::byte> block(292, std::byte{0x55});
        const float scale = -0.25F;
        std::memcpy(block.data(), &scale, 4);
        for (int i = 0; i < 256; ++i) block[static_cast<size_t>(4 + i)] = static_cast<std::byte>(i - 128);
        std::vector<float> values(256);
        dequantizeRow(BlockType::Q8_K, block, values);
        for (int i = 0; i < 256; ++i)
            QCOMPARE(values[static_cast<size_t>(i)], -0.25F * static_cast<float>(i - 128));
    }
};

QTEST_APPLESS_MAIN(SuperBlocksTest)
#include "tst_super_blocks.moc"
