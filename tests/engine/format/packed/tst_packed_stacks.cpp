#include "format/packed/packed_stacks.h"

#include <QtTest>
#include <array>
#include <cmath>

#include "hearth/block_type.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

class TestPackedStacks : public QObject {
    Q_OBJECT

    /// Two experts of two rows of 64: byte i of the codes is i * 7, scale j is 2^(j - 3).
    std::vector<std::byte> m_codes = std::vector<std::byte>(2 * 2 * 2 * 16),
                           m_scales = std::vector<std::byte>(2 * 2 * 2);

    std::vector<BytesReader> readers() const {
        const auto from = [](const std::vector<std::byte>& bytes) {
            return [&bytes](uint64_t offset, std::span<std::byte> out) {
                std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
            };
        };
        return {from(m_codes), from(m_scales)};
    }
    static std::vector<SafeTensor> parts() {
        return {
            {.name = "down_proj_blocks", .type = "U8", .shape = {2, 2, 2, 16}, .sizeBytes = 128, .file = 0},
            {.name = "other", .type = "F32", .shape = {1}, .sizeBytes = 4, .file = 0},
            {.name = "down_proj_scales", .type = "U8", .shape = {2, 2, 2}, .sizeBytes = 8, .file = 1}};
    }

private slots:
    void initTestCase() {
        for (size_t i = 0; i < m_codes.size(); ++i) m_codes[i] = static_cast<std::byte>(i * 7);
        for (size_t j = 0; j < m_scales.size(); ++j) m_scales[j] = static_cast<std::byte>(124 + j);
    }

    /// Against the numbers of the microscaling standard: E2M1 codes, neighbours in a byte, the first below.
    void keepsEveryNumber() {
        static constexpr std::array<float, 8> numbers = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
        auto tensors = parts();
        auto all = readers();
        unpackStacks(tensors, all);
        QCOMPARE(tensors.size(), size_t{2});
        QCOMPARE(tensors[0].name, std::string("other"));
        const SafeTensor& stack = tensors[1];
        QCOMPARE(stack.name, std::string("down_proj"));
        QCOMPARE(stack.shape, (std::vector<uint64_t>{2, 2, 64}));
        std::vector<std::byte> blocks(stack.sizeBytes);
        all[stack.file](0, blocks);
        std::vector<float> values(2 * 2 * 64);
        dequantizeRow(BlockType::MXFP4, blocks, values);
        for (size_t i = 0; i < values.size(); ++i) {
            const auto both = static_cast<unsigned>(m_codes[i / 2]);
            const unsigned code = i % 2 == 0 ? both & 15U : both >> 4U;
            const float number = code & 8U ? -numbers[code & 7U] : numbers[code];
            QCOMPARE(values[i], std::ldexp(number, static_cast<int>(i / 32) - 3));
        }
        // Any part of the bytes is the same as in the whole.
        std::vector<std::byte> some(20);
        all[stack.file](10, some);
        QVERIFY(std::equal(some.begin(), some.end(), blocks.begin() + 10));
    }

    void badInputIsRefused() {
        const auto refuses = [&](auto change) {
            auto tensors = parts();
            change(tensors);
            auto all = readers();
            QVERIFY_EXCEPTION_THROWN(unpackStacks(tensors, all), Error);
        };
        refuses([](auto& tensors) { tensors.pop_back(); });
        refuses([](auto& tensors) { tensors.erase(tensors.begin()); });
        refuses([](auto& tensors) { tensors[0].type = "F32"; });
        refuses([](auto& tensors) { tensors[0].shape = {2, 2, 4, 8}; });
        refuses([](auto& tensors) { tensors[2].shape = {2, 2, 3}; });
        refuses([](auto& tensors) { tensors[2].shape = {2, 2}; });
    }
};

QTEST_GUILESS_MAIN(TestPackedStacks)
#include "tst_packed_stacks.moc"
