#include "block_vectors.h"
#include "quant/byte_float.h"

using namespace hearth;

namespace {

/// Value of a code by the tables of Micikevicius et al. 2022 (https://arxiv.org/abs/2209.05433), section 3.
double spelled(int code, int mantissaBits, int bias) {
    const int exponent = (code & 0x7F) >> mantissaBits, mantissa = code & ((1 << mantissaBits) - 1);
    const double fraction = std::ldexp(mantissa, -mantissaBits);
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
    return (code & 0x80) != 0 ? -magnitude : magnitude;
}

}  // namespace

class ByteFloatBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void everyCodeIsRead_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("E4M3") << static_cast<int>(BlockType::FP8_E4M3);
        QTest::newRow("E5M2") << static_cast<int>(BlockType::FP8_E5M2);
    }
    void everyCodeIsRead() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        const bool wide = blockType == BlockType::FP8_E5M2;
        const float scales[2] = {0.75F, -0x1p-100F};
        std::vector<std::byte> blocks(2 * 132);
        for (size_t block = 0; block < 2; ++block) {
            std::memcpy(blocks.data() + 132 * block, &scales[block], sizeof(float));
            for (size_t i = 0; i < 128; ++i)
                blocks[132 * block + 4 + i] = static_cast<std::byte>(128 * block + i);
        }
        std::vector<float> values(256);
        dequantizeRow(blockType, blocks, values);
        for (int code = 0; code < 256; ++code) {
            const int magnitude = code & 0x7F;
            const float value = values[static_cast<size_t>(code)];
            if (wide ? magnitude > 0x7C : magnitude == 0x7F) {
                QVERIFY(std::isnan(value));
            } else if (wide && magnitude == 0x7C) {
                QVERIFY(std::isinf(value));
            } else {
                const double expected =
                    spelled(code, wide ? 2 : 3, wide ? 15 : 7) * double{scales[code / 128]};
                QCOMPARE(double{value}, expected);
            }
        }
        QCOMPARE(values[wide ? 0x7B : 0x7E], 0.75F * (wide ? 57344.0F : 448.0F));
    }

    /// The half that kernels make of a code has the number's own digits.
    void halvesAreTheNumbers() {
        for (int code = 0; code < 256; ++code) {
            const double half = halfToFloat(halfOfE4m3(static_cast<uint8_t>(code)));
            QCOMPARE(256 * half, spelled(code, 3, 7));
        }
    }
};

QTEST_APPLESS_MAIN(ByteFloatBlocksTest)
#include "tst_byte_float_blocks.moc"
