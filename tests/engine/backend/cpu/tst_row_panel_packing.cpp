#include <QtTest/QtTest>
#include <array>

#include "backend/cpu/row_panel_packing.h"
#include "random_blocks.h"

using namespace hearth;
using namespace hearth::cpu;

class TestRowPanelPacking : public QObject {
    Q_OBJECT

private slots:
    /// Packing loses nothing: every row reads back as the reference dequantiser gives it.
    void rowsComeBack() {
        std::mt19937 random(7);
        for (const BlockType type :
             {BlockType::Q4_0, BlockType::Q4_1, BlockType::Q5_0, BlockType::Q5_1, BlockType::Q8_0,
              BlockType::Q4_K, BlockType::Q5_K, BlockType::Q6_K, BlockType::F32, BlockType::F16,
              BlockType::BF16, BlockType::FP8_E4M3, BlockType::FP8_E5M2}) {
            QVERIFY(packsExactly(type));
            const RowPanelType rowPanel = rowPanelTypeFor(type);
            for (const size_t rows : {16UL, 1UL, 7UL})
                for (const size_t blocks : {1UL, 3UL, 4UL}) {
                    const size_t columns = blocks * blockTypeInfo(type).blockElements;
                    const auto stored = test::randomBlocks(type, rows * columns, random);
                    std::vector<float> values(rows * columns);
                    dequantizeRow(type, stored, values);
                    std::vector<std::byte> packed(rowPanelFormat(rowPanel).rowPanelBytes(columns),
                                                  std::byte{0x77});
                    packRowPanel(type, columns, stored, stored.size() / rows, packed.data());
                    std::vector<float> row(columns);
                    for (size_t r = 0; r < 16; ++r) {
                        unpackRow(rowPanel, packed.data(), r, row);
                        for (size_t k = 0; k < columns; ++k) {
                            const float wanted = r < rows ? values[r * columns + k] : 0.0F;
                            QVERIFY(std::abs(row[k] - wanted) <= 1e-6F + 1e-6F * std::abs(wanted));
                        }
                    }
                }
        }
    }

    void otherTypesBecomeHalf() {
        QVERIFY(!packsExactly(BlockType::IQ4_NL));
        QCOMPARE(rowPanelTypeFor(BlockType::IQ4_NL), RowPanelType::F16);
        const std::array<float, 6> values = {1, -2, 0.5F, 65504, -0.25F, 3};
        QVERIFY(suitsHalf(65504.0F) && suitsHalf(0.5F) && suitsHalf(0.0F));
        QVERIFY(!suitsHalf(70000.0F) && !suitsHalf(1e-4F));
        const std::array<float, 5> exact = {1.0F, 1.00390625F, 1.01171875F, -3e38F, 0x1p-130F};
        std::vector<std::byte> brain(rowPanelFormat(RowPanelType::BF16).rowPanelBytes(5));
        packFloatRowPanel(RowPanelType::BF16, 5, exact, brain.data());
        std::array<float, 5> read{};
        unpackRow(RowPanelType::BF16, brain.data(), 0, read);
        QCOMPARE(read[0], 1.0F);
        QCOMPARE(read[1], 1.0F);       // halfway, to even
        QCOMPARE(read[2], 1.015625F);  // halfway, to even
        QVERIFY(std::abs(read[3] / exact[3] - 1.0F) < 1.0F / 256);
        QCOMPARE(read[4], 0x1p-130F);
        for (const RowPanelType type : {RowPanelType::F16, RowPanelType::F32}) {
            std::vector<std::byte> packed(rowPanelFormat(type).rowPanelBytes(3));
            packFloatRowPanel(type, 3, values, packed.data());
            std::array<float, 3> row{};
            unpackRow(type, packed.data(), 1, row);
            QCOMPARE(row, (std::array<float, 3>{65504, -0.25F, 3}));
            unpackRow(type, packed.data(), 2, row);
            QCOMPARE(row, (std::array<float, 3>{0, 0, 0}));
        }
    }

    void sizes() {
        QCOMPARE(rowPanelFormat(RowPanelType::Q4_0).unitBytes(), size_t(576));
        QCOMPARE(rowPanelFormat(RowPanelType::Q6_K).unitBytes(), size_t(320 + 8 * 384));
        QCOMPARE(rowPanelFormat(RowPanelType::Q4_0).units(96), size_t(2));
        QCOMPARE(rowPanelFormat(RowPanelType::F16).rowPanelBytes(7), size_t(7 * 32));
        QCOMPARE(rowPanelCount(17), size_t(2));
        QCOMPARE(panelBlocks(576), size_t(24));
    }
};

QTEST_APPLESS_MAIN(TestRowPanelPacking)
#include "tst_row_panel_packing.moc"
