#include <cmath>
#include <random>

#include "block_vectors.h"

using namespace hearth;

namespace {

std::vector<float> throughBlocks(BlockType type, std::span<const float> values,
                                 std::span<const float> importance = {}) {
    const auto& info = blockTypeInfo(type);
    std::vector<std::byte> blocks(values.size() / info.blockElements * info.blockBytes);
    quantizeRow(type, values, blocks, importance);
    std::vector<float> back(values.size());
    dequantizeRow(type, blocks, back);
    return back;
}

double squaredError(std::span<const float> a, std::span<const float> b, std::span<const float> weights = {}) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double difference = static_cast<double>(a[i]) - b[i];
        sum += (weights.empty() ? 1.0 : weights[i]) * difference * difference;
    }
    return sum;
}

std::vector<float> normals(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (auto& value : values) value = normal(random);
    return values;
}

}  // namespace

class TableWritersTest : public QObject {
    Q_OBJECT

private slots:
    /// Blocks of any bits, read and written again: what a block can say exactly is found again almost
    /// exactly.
    void readableRowsAreFoundAgain_data() { test::addTypeRows({"IQ4_NL", "IQ4_XS"}); }
    void readableRowsAreFoundAgain() {
        QFETCH(QString, name);
        const auto type = findBlockType(name.toStdString())->type;
        for (const auto& entry : test::blockVectors()["read"].at(name.toStdString())) {
            const auto values = test::floatsFromHex(entry["values"]);
            const std::vector<float> zeros(values.size());
            QVERIFY(squaredError(throughBlocks(type, values), values) < 2e-3 * squaredError(values, zeros));
        }
    }

    /// Values that are spread as weights are come out closer than with equal steps.
    void normalValuesAreCloserThanWithEqualSteps() {
        const std::vector<float> values = normals(8192, 3);
        const double equal = squaredError(throughBlocks(BlockType::Q4_0, values), values);
        QVERIFY(squaredError(throughBlocks(BlockType::IQ4_NL, values), values) < 0.85 * equal);
        QVERIFY(squaredError(throughBlocks(BlockType::IQ4_XS, values), values) < 0.9 * equal);
        const std::vector<float> zeros(256);
        for (const BlockType type : {BlockType::IQ4_NL, BlockType::IQ4_XS})
            QCOMPARE(throughBlocks(type, zeros), zeros);
    }

    void importanceMovesTheError_data() {
        test::addTypeRows({"IQ4_NL", "IQ4_XS", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0"});
    }
    void importanceMovesTheError() {
        QFETCH(QString, name);
        const auto type = findBlockType(name.toStdString())->type;
        const std::vector<float> values = normals(4096, 5);
        std::vector<float> importance = normals(4096, 6);
        for (auto& weight : importance) weight = std::exp(2 * weight);
        const double plain = squaredError(throughBlocks(type, values), values, importance);
        const double weighted = squaredError(throughBlocks(type, values, importance), values, importance);
        QVERIFY2(weighted < (name == "Q8_0" ? 1.0 : 0.97) * plain,
                 qPrintable(QString("%1 against %2").arg(weighted).arg(plain)));
    }
};

QTEST_APPLESS_MAIN(TableWritersTest)
#include "tst_table_writers.moc"
