#include "block_vectors.h"

#include <limits>

using namespace hearth;

class FloatTypesTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() { test::addTypeRows({"BF16"}); }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }

    void numbersKeepTheirValue() {
        const auto read = [](BlockType type, const auto& stored) {
            std::vector<float> values(stored.size());
            dequantizeRow(type, std::as_bytes(std::span(stored)), values);
            return values;
        };
        QCOMPARE(read(BlockType::F32, std::vector<float>{-1.5F, 3e38F}), (std::vector<float>{-1.5F, 3e38F}));
        QCOMPARE(read(BlockType::F64, std::vector<double>{-1.5, 1e300}),
                 (std::vector<float>{-1.5F, std::numeric_limits<float>::infinity()}));
        QCOMPARE(read(BlockType::I8, std::vector<int8_t>{-128, 127}), (std::vector<float>{-128, 127}));
        QCOMPARE(read(BlockType::I16, std::vector<int16_t>{-32768, 32767}),
                 (std::vector<float>{-32768, 32767}));
        QCOMPARE(read(BlockType::I32, std::vector<int32_t>{-5, 1 << 30}),
                 (std::vector<float>{-5, 1073741824}));
        QCOMPARE(read(BlockType::I64, std::vector<int64_t>{-5, 1LL << 40}),
                 (std::vector<float>{-5, 1099511627776.0F}));
        QCOMPARE(read(BlockType::F16, std::vector<uint16_t>{0x3C00, 0xC000, 1}),
                 (std::vector<float>{1, -2, 0x1p-24F}));
    }

    void rowsMayStartAtAnyAddress() {
        std::vector<std::byte> bytes(9);
        const float value = 2.5F;
        std::memcpy(bytes.data() + 1, &value, 4);
        std::memcpy(bytes.data() + 5, &value, 4);
        std::vector<float> values(2);
        dequantizeRow(BlockType::F32, std::span(bytes).subspan(1), values);
        QCOMPARE(values, (std::vector<float>{2.5F, 2.5F}));
    }
};

QTEST_APPLESS_MAIN(FloatTypesTest)
#include "tst_float_types.moc"
