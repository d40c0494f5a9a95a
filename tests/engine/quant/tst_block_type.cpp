#include <QtTest>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "hearth/block_type.h"
#include "hearth/error.h"
#include "quant/half_float.h"
#include "support/reference_pack.h"

using namespace hearth;

namespace {

/// The code of the Error that the action throws; nullopt when it throws none.
template <typename Action>
std::optional<ErrorCode> errorOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.code();
    }
    return std::nullopt;
}

}  // namespace

class BlockTypeTest : public QObject {
    Q_OBJECT

private slots:
    void everyRowIsFoundByIdAndName() {
        std::set<uint32_t> ids;
        for (const auto& info : allBlockTypes()) {
            const auto id = static_cast<uint32_t>(info.type);
            QVERIFY(ids.empty() || id > *ids.rbegin());
            ids.insert(id);
            QCOMPARE(findBlockType(id), id < firstOwnBlockType ? &info : nullptr);  // no file has the others
            QCOMPARE(findBlockType(info.name), &info);
            QCOMPARE(&blockTypeInfo(info.type), &info);
        }
        QCOMPARE(ids.size(), size_t{37});
        QCOMPARE(findBlockType("q4_k")->type, BlockType::Q4_K);
    }

    void withdrawnAndUnknownTypesAreNotFound() {
        for (const uint32_t id : {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 1000U, 1001U, 0xFFFFFFFFU})
            QCOMPARE(findBlockType(id), nullptr);
        for (const auto* name : {"", "Q4", "Q4_K_M", "Q4_KK"})
            QCOMPARE(findBlockType(std::string_view(name)), nullptr);
    }

    void wrongSizesAreRefused() {
        std::vector<std::byte> blocks(36);
        std::vector<float> values(64);
        const std::span out(values);
        const std::span in(blocks);
        QVERIFY(!errorOf([&] { dequantizeRow(BlockType::Q4_0, in, out); }));
        QVERIFY(!errorOf([&] { dequantizeRow(BlockType::Q4_0, in.first(0), out.first(0)); }));
        QCOMPARE(errorOf([&] { dequantizeRow(BlockType::Q4_0, in, out.first(63)); }), ErrorCode::BadInput);
        QCOMPARE(errorOf([&] { dequantizeRow(BlockType::Q4_0, in, out.first(32)); }), ErrorCode::BadInput);
        QCOMPARE(errorOf([&] { dequantizeRow(BlockType::Q4_0, in.first(35), out); }), ErrorCode::BadInput);
        QCOMPARE(errorOf([&] { dequantizeRow(BlockType::Q4_0, in.first(18), out); }), ErrorCode::BadInput);
        QCOMPARE(errorOf([&] { dequantizeRow(static_cast<BlockType>(4), in, out); }), ErrorCode::Unsupported);
    }

    void everyTypeIsReadable() {
        for (const auto& info : allBlockTypes()) {
            QVERIFY(info.readable);
            const std::vector<std::byte> blocks(3 * info.blockBytes);
            std::vector<float> values(3 * info.blockElements, 7);
            dequantizeRow(info.type, blocks, values);
            // Zero bytes are small numbers in every type, and every element was written.
            for (const float value : values) QVERIFY(std::abs(value) < 1e-30F);
        }
    }

    /// Every half against the value its bits spell (IEEE 754-2019, 3.4), and back.
    void everyHalfConvertsBothWays() {
        for (uint32_t bits = 0; bits < 65536; ++bits) {
            const int exponent = static_cast<int>((bits >> 10) & 31U);
            const double fraction = bits & 1023U;
            const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
            const float value = halfToFloat(static_cast<uint16_t>(bits));
            if (exponent == 31 && fraction != 0) {
                QVERIFY(std::isnan(value));
                QVERIFY((floatToHalf(value) & 0x7FFFU) > 0x7C00U);
                continue;
            }
            double expected = std::numeric_limits<double>::infinity();
            if (exponent == 0)
                expected = std::ldexp(fraction, -24);
            else if (exponent < 31)
                expected = std::ldexp(1024 + fraction, exponent - 25);
            QCOMPARE(std::bit_cast<uint32_t>(value),
                     std::bit_cast<uint32_t>(static_cast<float>(sign * expected)));
            QCOMPARE(uint32_t{floatToHalf(value)}, bits);
        }
    }

    /// Between two neighbouring halves the nearer one is taken and the even one at the middle.
    void floatsRoundToTheNearestHalf() {
        for (uint32_t bits = 0; bits < 0x7BFFU; ++bits) {
            const float low = halfToFloat(static_cast<uint16_t>(bits));
            const float high = halfToFloat(static_cast<uint16_t>(bits + 1));
            const float middle = low + (high - low) / 2;
            QCOMPARE(uint32_t{floatToHalf(middle)}, bits + (bits & 1U));
            QCOMPARE(uint32_t{floatToHalf(std::nextafter(middle, 0.0F))}, bits);
            QCOMPARE(uint32_t{floatToHalf(std::nextafter(middle, 1e9F))}, bits + 1);
        }
        QCOMPARE(uint32_t{floatToHalf(65519.996F)}, 0x7BFFU);
        QCOMPARE(uint32_t{floatToHalf(65520.0F)}, 0x7C00U);
        QCOMPARE(uint32_t{floatToHalf(-1e30F)}, 0xFC00U);
    }

    void blocksMatchTheReferencePackToTheBit() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto reference = test::readJson(pack / "quant" / "blocks.json");
        QVERIFY(reference.size() >= 18);
        for (const auto& [name, entry] : reference.items()) compareWithPack(name, entry);
    }

private:
    static void compareWithPack(const std::string& name, const nlohmann::json& entry) {
        const auto* info = findBlockType(name);
        QVERIFY(info != nullptr);
        QCOMPARE(static_cast<uint32_t>(info->type), entry["ggml_type_id"].get<uint32_t>());
        QCOMPARE(info->blockElements, entry["block_elems"].get<uint32_t>());
        QCOMPARE(info->blockBytes, entry["block_bytes"].get<uint32_t>());
        for (const auto& block : entry["blocks"]) {
            const auto bytes = test::bytesFromHex(block["hex"]);
            const auto expected = block["values"].get<std::vector<double>>();
            std::vector<float> values(expected.size());
            dequantizeRow(info->type, bytes, values);
            for (size_t i = 0; i < values.size(); ++i) QCOMPARE(values[i], static_cast<float>(expected[i]));
        }
    }
};

QTEST_APPLESS_MAIN(BlockTypeTest)
#include "tst_block_type.moc"
