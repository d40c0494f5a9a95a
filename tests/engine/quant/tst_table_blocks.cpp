#include "block_vectors.h"

using namespace hearth;

class TableBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() { test::addTypeRows({"IQ4_NL", "IQ4_XS", "MXFP4", "NVFP4"}); }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }

    /// Every scale code of MXFP4 against 2^(code - 127) of the OCP specification; the first element is e2m1
    /// of 7, 6.0.
    void everyMxfp4ScaleIsRead() {
        for (int code = 0; code < 255; ++code) {
            std::vector<std::byte> block(17, std::byte{0x07});
            block[0] = static_cast<std::byte>(code);
            std::vector<float> values(32);
            dequantizeRow(BlockType::MXFP4, block, values);
            QCOMPARE(values[0], static_cast<float>(6 * std::ldexp(1.0, code - 127)));
        }
    }
};

QTEST_APPLESS_MAIN(TableBlocksTest)
#include "tst_table_blocks.moc"
