#include "format/packed/code_matrix.h"

#include <QtTest>
#include <atomic>
#include <cstring>
#include <thread>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Whole checkpoints are compared with transformers in tst_packed_checkpoint.cpp.
class TestCodeMatrix : public QObject {
    Q_OBJECT

    std::vector<BytesReader> m_readers;
    /// One row of 32 codes, 0 to 31 (of 5 bits, without gaps), with a scale of 2 and a zero.
    Packing packing(uint16_t zero) {
        std::vector<std::byte> bytes(20);
        for (uint32_t i = 0; i < 160; ++i) {
            if ((i / 5 >> i % 5 & 1U) != 0) bytes[i / 8] |= static_cast<std::byte>(1U << i % 8);
        }
        m_readers = {[bytes](uint64_t offset, std::span<std::byte> out) {
            std::memcpy(out.data(), bytes.data() + offset, out.size());
        }};
        Packing packing{.name = "some", .order = Packing::Order::ColumnsAcross, .bits = 5};
        packing.codes = {.name = "some", .type = "I32", .shape = {1, 5}, .sizeBytes = 20};
        packing.matrix.rows = 1, packing.matrix.columns = 32;
        packing.matrix.scales = {2}, packing.matrix.zeros = {zero};
        packing.groupColumns = 32;
        groupInOrder(packing);
        return packing;
    }
    static std::vector<float> valuesOf(const UnpackedMatrix& matrix) {
        std::vector<std::byte> bytes(matrix.rows * matrix.columns / blockTypeInfo(matrix.type).blockElements *
                                     blockTypeInfo(matrix.type).blockBytes);
        matrix.reader(0, bytes);
        std::vector<float> values(matrix.rows * matrix.columns);
        dequantizeRow(matrix.type, bytes, values);
        return values;
    }

private slots:
    void bitsCrossBytes() {
        const std::array<std::byte, 2> bytes{std::byte{0b10110101}, std::byte{0b00000110}};
        QCOMPARE(bitsAt(bytes, 0, 4), 0b0101U);
        QCOMPARE(bitsAt(bytes, 6, 5), 0b11010U);
        QCOMPARE(bitsAt(bytes, 8, 8), 0b110U);
    }

    void codesLessTheirZeroAreKept_data() {
        QTest::addColumn<int>("zero");
        QTest::addColumn<bool>("ordered");
        QTest::newRow("lowest") << 0 << true;
        QTest::newRow("middle") << 16 << true;
        QTest::newRow("highest") << 31 << true;
        QTest::newRow("out of order") << 7 << false;
    }
    void codesLessTheirZeroAreKept() {
        QFETCH(int, zero);
        QFETCH(bool, ordered);
        Packing made = packing(static_cast<uint16_t>(zero));
        if (!ordered) made.groupColumns = 8;
        const UnpackedMatrix matrix = unpackedOf(std::move(made), m_readers);
        QCOMPARE(matrix.type, ordered ? BlockType::Q8_0 : BlockType::F16);
        const std::vector<float> values = valuesOf(matrix);
        for (int i = 0; i < 32; ++i)
            QCOMPARE(values[static_cast<size_t>(i)], static_cast<float>(2 * (i - zero)));
        QCOMPARE(valuesOf(matrix), values);  // given up after a whole read, and made again
    }

    // The processor's weights are packed by its threads; a read may find the matrix given up by another's.
    void severalThreadsMayRead() {
        const UnpackedMatrix matrix = unpackedOf(packing(7), m_readers);
        const std::vector<float> expected = valuesOf(matrix);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&] {
                    for (int i = 0; i < 200; ++i)
                        if (valuesOf(matrix) != expected) ++wrong;
                });
        }
        QCOMPARE(wrong.load(), 0);
    }

    void scalesHaveTheShapeOfTheGroups() {
        Packing made = packing(0);
        made.matrix.rows = 2;
        const std::array<float, 6> scales{1, 2, 3, 4, 5, 1e9F};
        m_readers = {[scales](uint64_t offset, std::span<std::byte> out) {
            std::memcpy(out.data(), reinterpret_cast<const std::byte*>(scales.data()) + offset, out.size());
        }};
        const auto read = [&](std::vector<uint64_t> shape, uint64_t groups, bool rowsFirst,
                              uint64_t from = 0) {
            uint64_t bytes = 4;
            for (const uint64_t side : shape) bytes *= side;
            readScales(made,
                       {.name = "scales",
                        .type = "F32",
                        .shape = std::move(shape),
                        .offset = from * 4,
                        .sizeBytes = bytes},
                       groups, rowsFirst, m_readers);
            return made.matrix.scales;
        };
        QCOMPARE(read({2, 2}, 2, true), (std::vector<float>{1, 3, 2, 4}));
        QCOMPARE(read({2, 2}, 2, false), (std::vector<float>{1, 2, 3, 4}));
        QCOMPARE(read({1}, 1, true), (std::vector<float>{1, 1}));
        QVERIFY_THROWS_EXCEPTION(Error, read({4}, 2, true));
        QVERIFY_THROWS_EXCEPTION(Error, read({1}, 2, true));
        QVERIFY_THROWS_EXCEPTION(Error, read({2, 1}, 1, true, 4));  // would overflow
    }
};

QTEST_APPLESS_MAIN(TestCodeMatrix)
#include "tst_code_matrix.moc"
