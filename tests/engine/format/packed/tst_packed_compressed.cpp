#include "format/packed/packed_compressed.h"

#include <QtTest>
#include <cstring>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// A row of 32 codes of 4 bits, all 0; whole checkpoints are compared with what compressed-tensors itself
/// makes of them in tst_packed_checkpoint.cpp.
class TestPackedCompressed : public QObject {
    Q_OBJECT

    std::vector<BytesReader> m_readers{[](uint64_t offset, std::span<std::byte> out) {
        // 0: zeros; 1024: the shape; 2048: a scale; 3072: an order
        std::vector<std::byte> bytes(4096);
        const std::array<int64_t, 2> shape{1, 32};
        const float scale = 0.5F;
        std::memcpy(bytes.data() + 1024, shape.data(), sizeof shape);
        std::memcpy(bytes.data() + 2048, &scale, sizeof scale);
        std::fill(bytes.begin() + 3072, bytes.end(), std::byte{0xFF});
        std::memcpy(out.data(), bytes.data() + offset, out.size());
    }};
    nlohmann::json m_settings;
    PackedParts m_parts;

    static SafeTensor tensor(const char* type, std::vector<uint64_t> shape, uint64_t elementBytes,
                             uint64_t at) {
        uint64_t bytes = elementBytes;
        for (const uint64_t side : shape) bytes *= side;
        return {.name = "x", .type = type, .shape = std::move(shape), .offset = at, .sizeBytes = bytes};
    }
    UnpackedMatrix unpack() const { return unpackCompressed("x", m_parts, m_settings, m_readers); }
    bool refuses(ErrorCode code) const {
        try {
            (void)unpack();
        } catch (const Error& error) {
            qInfo("%s", error.what());
            return error.code() == code;
        }
        return false;
    }

private slots:
    void init() {
        m_settings = nlohmann::json::parse(
            R"({"config_groups": {"a": {"weights": {"num_bits": 8}}, "b": {"weights": {"num_bits": 4}}}})");
        m_parts = {{"weight_packed", tensor("I32", {1, 4}, 4, 0)},
                   {"weight_shape", tensor("I64", {2}, 8, 1024)},
                   {"weight_scale", tensor("F32", {1, 1}, 4, 2048)}};
    }

    void theWidthThatFitsTheWordsCounts() {
        const UnpackedMatrix matrix = unpack();
        QCOMPARE(matrix.type, BlockType::Q4_0);
        QCOMPARE(matrix.columns, uint64_t{32});
        m_settings["config_groups"].erase("b");
        QVERIFY(refuses(ErrorCode::BadFile));
    }

    void zerosMayBeBytes() {
        m_parts["weight_zero_point"] = tensor("I8", {1, 1}, 1, 0);
        QCOMPARE(unpack().type, BlockType::Q4_0);  // 0 is the middle
        m_parts["weight_zero_point"] = tensor("I8", {1, 1}, 1, 3072);
        QCOMPARE(unpack().type, BlockType::Q5_0);
        m_parts["weight_zero_point"] = tensor("I32", {1, 1}, 4, 0);
        QCOMPARE(unpack().type, BlockType::Q5_0);
    }

    void anOrderThatIsNotUsedIsNone() {
        m_parts["weight_g_idx"] = tensor("I32", {32}, 4, 3072);
        QCOMPARE(unpack().type, BlockType::Q4_0);
        m_parts["weight_g_idx"] = tensor("I32", {16}, 4, 3072);
        QVERIFY(refuses(ErrorCode::BadFile));
        m_parts["weight_g_idx"] = tensor("I32", {32}, 4, 2048);  // the first is a group of 2^30 and so on
        QVERIFY(refuses(ErrorCode::BadFile));
    }

    void saysWhatDoesNotFit() {
        m_parts["weight_zero_point"] = tensor("I32", {2, 1}, 4, 0);
        QVERIFY(refuses(ErrorCode::BadFile));
        init();
        m_parts["weight_shape"] = tensor("I64", {2}, 8, 0);
        QVERIFY(refuses(ErrorCode::BadFile));
        init();
        m_parts["weight_scale"] = tensor("F32", {1, 3}, 4, 0);
        QVERIFY(refuses(ErrorCode::BadFile));
        init();
        m_parts["weight_packed"] = tensor("U8", {1, 16}, 1, 0);
        QVERIFY(refuses(ErrorCode::Unsupported));
        m_parts["weight_packed"] = tensor("I32", {4}, 4, 0);
        QVERIFY(refuses(ErrorCode::BadFile));
        m_parts.erase("weight_packed");
        QVERIFY(refuses(ErrorCode::BadFile));
    }
};

QTEST_APPLESS_MAIN(TestPackedCompressed)
#include "tst_packed_compressed.moc"
