#include <random>

#include "block_vectors.h"
#include "hearth/gguf.h"

using namespace hearth;

namespace {

std::vector<float> readTensor(const GgufFile& file, const GgufTensor& tensor) {
    std::vector<std::byte> blocks(tensor.sizeBytes);
    file.read(tensor, 0, blocks);
    std::vector<float> values(tensor.elements());
    dequantizeRow(tensor.type, blocks, values);
    return values;
}

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

}  // namespace

class SuperBlockWritersTest : public QObject {
    Q_OBJECT

private slots:
    /// Blocks of any bits, read and written again: what a block can say exactly is found again almost
    /// exactly.
    void readableRowsAreFoundAgain_data() { test::addTypeRows({"Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"}); }
    void readableRowsAreFoundAgain() {
        QFETCH(QString, name);
        const auto type = findBlockType(name.toStdString())->type;
        for (const auto& entry : test::blockVectors()["read"].at(name.toStdString())) {
            const auto values = test::floatsFromHex(entry["values"]);
            const std::vector<float> zeros(values.size());
            QVERIFY(squaredError(throughBlocks(type, values), values) < 2e-3 * squaredError(values, zeros));
        }
    }

    /// The same weights as in a file that llama.cpp quantised: our squared error is not larger than its.
    void errorsAreNotAboveThoseOfTheReferenceFiles_data() { test::addTypeRows({"Q4_K", "Q5_K", "Q6_K"}); }
    void errorsAreNotAboveThoseOfTheReferenceFiles() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        const auto type = findBlockType(name.toStdString())->type;
        const auto original = GgufFile::open(pack / "quant" / "qbase-f32.gguf");
        const auto quantised =
            GgufFile::open(pack / "quant" / ("qbase-" + name.toLower().toStdString() + ".gguf"));
        double ours = 0;
        double theirs = 0;
        for (const auto& tensor : quantised.tensors()) {
            if (tensor.type != type) continue;
            const auto values = readTensor(original, *original.findTensor(tensor.name));
            theirs += squaredError(readTensor(quantised, tensor), values);
            ours += squaredError(throughBlocks(type, values), values);
        }
        QVERIFY(theirs > 0);
        QVERIFY2(ours <= theirs, qPrintable(QString("%1 against %2").arg(ours).arg(theirs)));
        qInfo("squared error against llama.cpp's: %.4f", ours / theirs);
    }

    void importanceMovesTheError_data() { test::addTypeRows({"Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"}); }
    void importanceMovesTheError() {
        QFETCH(QString, name);
        const auto type = findBlockType(name.toStdString())->type;
        std::mt19937 random(5);
        std::normal_distribution<float> normal;
        std::vector<float> values(4096);
        std::vector<float> importance(4096);
        for (auto& value : values) value = normal(random);
        for (auto& weight : importance) weight = std::exp(2 * normal(random));
        const double plain = squaredError(throughBlocks(type, values), values, importance);
        const double weighted = squaredError(throughBlocks(type, values, importance), values, importance);
        QVERIFY2(weighted < 0.95 * plain, qPrintable(QString("%1 against %2").arg(weighted).arg(plain)));
    }
};

QTEST_APPLESS_MAIN(SuperBlockWritersTest)
#include "tst_super_block_writers.moc"
