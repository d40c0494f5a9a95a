#include <QtTest>
#include <limits>

#include "block_vectors.h"
#include "hearth/error.h"
#include "hearth/quantize.h"

using namespace hearth;

namespace {

std::optional<ErrorCode> refusal(BlockType type, std::span<const float> values, size_t bytes,
                                 std::span<const float> importance = {}) {
    std::vector<std::byte> blocks(bytes);
    try {
        quantizeRow(type, values, blocks, importance);
    } catch (const Error& error) {
        return error.code();
    }
    return std::nullopt;
}

}  // namespace

class QuantizeTest : public QObject {
    Q_OBJECT

private slots:
    void typesThatAreNotWrittenSaySo() {
        const std::vector<float> values(256, 1);
        for (const auto& info : allBlockTypes()) {
            if (canQuantize(info.type)) continue;
            QCOMPARE(refusal(info.type, values, info.blockBytes), ErrorCode::Unsupported);
        }
        QVERIFY(canQuantize(BlockType::Q4_K) && !canQuantize(BlockType::IQ1_S) &&
                !canQuantize(BlockType::Q8_K));
    }

    void wrongSizesAreRefused() {
        const std::vector<float> values(64, 1);
        QVERIFY(!refusal(BlockType::Q8_0, values, 68));
        QCOMPARE(refusal(BlockType::Q8_0, values, 67), ErrorCode::BadInput);
        QCOMPARE(refusal(BlockType::Q8_0, values, 34), ErrorCode::BadInput);
        QCOMPARE(refusal(BlockType::Q8_0, std::span(values).first(63), 68), ErrorCode::BadInput);
        QCOMPARE(refusal(BlockType::Q8_0, values, 68, std::span(values).first(63)), ErrorCode::BadInput);
    }

    void valuesThatDoNotFitAreRefused() {
        for (const float bad :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
              -std::numeric_limits<float>::infinity(), 65600.0F}) {
            std::vector<float> values(256, 1);
            values[200] = bad;
            for (const auto& info : allBlockTypes()) {
                if (!canQuantize(info.type)) continue;
                const bool wide = info.type == BlockType::F32 || info.type == BlockType::BF16 ||
                                  info.type == BlockType::MXFP4;
                if (wide && bad == 65600.0F) continue;
                QCOMPARE(refusal(info.type, values, 256 / info.blockElements * info.blockBytes),
                         ErrorCode::BadInput);
            }
        }
        const std::vector<float> values(32, 1);
        for (const float bad : {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN()})
            QCOMPARE(refusal(BlockType::Q8_0, values, 34, std::vector<float>(32, bad)), ErrorCode::BadInput);
    }

    /// Zeros, single values, subnormal and the largest numbers come back as near as the type can hold them.
    void extremeRowsSurvive() {
        for (const auto& info : allBlockTypes()) {
            if (!canQuantize(info.type)) continue;
            for (const float value : {0.0F, -0.0F, 1e-42F, -1e-42F, 1e-30F, 1.0F, -3.0F, 65504.0F, -65504.0F})
                for (const size_t filled : {size_t{1}, size_t{256}}) {
                    std::vector<float> values(256, 0);
                    std::fill_n(values.begin(), filled, value);
                    std::vector<std::byte> blocks(256 / info.blockElements * info.blockBytes);
                    quantizeRow(info.type, values, blocks);
                    std::vector<float> back(256);
                    dequantizeRow(info.type, blocks, back);
                    // Eight levels each way at the coarsest, and steps below the least half are lost.
                    // Codebooks have no zero: a value alone is met half-way.
                    const bool noZero = info.name.starts_with("IQ2") || info.name.starts_with("IQ3");
                    const float tolerance = noZero && filled == 1           ? 0.6F
                                            : info.type == BlockType::MXFP4 ? 0.26F
                                                                            : 0.13F;
                    for (size_t i = 0; i < 256; ++i)
                        QVERIFY2(std::abs(back[i] - values[i]) <= tolerance * std::abs(value) + 1e-6F,
                                 qPrintable(QString("%1: %2 became %3")
                                                .arg(QString::fromStdString(std::string(info.name)))
                                                .arg(values[i])
                                                .arg(back[i])));
                }
        }
    }
};

QTEST_APPLESS_MAIN(QuantizeTest)
#include "tst_quantize.moc"
