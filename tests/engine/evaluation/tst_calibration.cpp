#include "hearth/calibration.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <map>

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/model_comparison.h"
#include "hearth/quantize.h"
#include "model/model.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path model(const char* name) {
    return tinyModelsFolder() / (std::string(name) + ".gguf");
}

/// Words in no order that ever comes again.
std::string manyWords(size_t count) {
    std::string text;
    uint32_t state = 7;
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 5; ++k) {
            state = state * 1664525U + 1013904223U;
            text += static_cast<char>('a' + (state >> 24U) % 26);
        }
        text += i % 9 == 8 ? ". " : " ";
    }
    return text;
}

/// Sums squares of what products read, from their definition: the reference backend's operations, the input
/// normalised by its own norm. Experts are left to what their inputs are.
class SquaringBackend final : public ReferenceBackend {
public:
    using ReferenceBackend::ReferenceBackend;
    void linear(const LinearArgs& args) override {
        const uint64_t rows = args.rows == RowSet::All ? m_rows : 0;
        if (rows > 0) {
            const auto normalized = allocate(rows, args.in.columns);
            norm({.in = args.in, .norm = args.norm, .out = {normalized.get(), 0, args.in.columns}});
            std::vector<float> values(rows * args.in.columns);
            download({normalized.get(), 0, args.in.columns}, rows, values);
            for (const LinearPart& part : args.parts) {
                std::vector<double>& sum = sums[part.weight];
                sum.resize(args.in.columns);
                for (size_t i = 0; i < values.size(); ++i)
                    sum[i % args.in.columns] += double{values[i]} * values[i];
            }
        }
        ReferenceBackend::linear(args);
    }
    void beginBatch(const Batch& batch) override {
        m_rows = batch.rows.size();
        ReferenceBackend::beginBatch(batch);
    }
    std::map<const Weight*, std::vector<double>> sums;

private:
    uint64_t m_rows = 0;
};

}  // namespace

class CalibrationTest : public QObject {
    Q_OBJECT
private slots:
    void givesWayWithinPasses() {
        struct Share final : ProcessorShare {
            void giveWay() override { ++asked; }
            void leave() override { QCOMPARE(asked, 0); }
            int asked = 0;
        } share;
        const std::string text = manyWords(120);
        const WeightImportance plain =
            calibrate(model("llama-f32"), {.text = text, .tokens = 256, .threads = 1});
        const WeightImportance shared =
            calibrate(model("llama-f32"), {.text = text, .tokens = 256, .threads = 1, .processor = &share});
        // At least once in each of two passes.
        QVERIFY2(share.asked >= 2, qPrintable(QString::number(share.asked)));
        QVERIFY(shared.columns == plain.columns);
    }

    /// Against the reference backend, whose inputs are read off between its operations.
    void squaresAreThoseOfTheInputs() {
        const std::string text = manyWords(120);
        const WeightImportance found =
            calibrate(model("llama-f32"), {.text = text, .tokens = 128, .threads = 1});
        QCOMPARE(found.tokens, size_t{128});
        const GgufFile file = GgufFile::open(model("llama-f32"));
        std::vector<TokenId> tokens = Tokenizer::fromGguf(file)->encode(text, {.addSpecial = true});
        tokens.resize(128);
        SquaringBackend backend(2);
        const auto reference = Model::load(file, backend, 128, {.rows = 128, .logitRows = 128});
        const auto kv = reference->makePagedKvCache(KvType::F32, 4);
        Batch batch;
        batch.sequences.push_back({.blockTables = {{0, 1, 2, 3}}});
        for (size_t i = 0; i < tokens.size(); ++i)
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true});
        (void)reference->forward(batch, *kv);
        size_t compared = 0;
        for (const auto& [weight, sums] : backend.sums) {
            const auto own = found.columns.find(reference->nameOf(*weight));
            QVERIFY(own != found.columns.end());
            QCOMPARE(own->second.size(), sums.size());
            double mean = 0;
            for (const double sum : sums) mean += sum / 128 / static_cast<double>(sums.size());
            for (size_t i = 0; i < sums.size(); ++i) {
                const double expected = std::max(sums[i] / 128, 1e-3 * mean);
                QVERIFY2(std::abs(double{own->second[i]} - expected) < 0.02 * expected + 1e-3 * mean,
                         qPrintable(QString("%1: %2 against %3")
                                        .arg(QString::fromStdString(own->first))
                                        .arg(double{own->second[i]})
                                        .arg(expected)));
            }
            ++compared;
        }
        QVERIFY(compared >= 12);
    }

    /// Each expert by the rows that chose it.
    void expertsCountAlone() {
        const std::string text = manyWords(200);
        const WeightImportance found =
            calibrate(model("llama-moe"), {.text = text, .tokens = 256, .threads = 2});
        const GgufFile file = GgufFile::open(model("llama-moe"));
        size_t stacked = 0;
        for (const GgufTensor& tensor : file.tensors()) {
            if (tensor.name.find("_exps.weight") == std::string::npos) continue;
            ++stacked;
            const auto own = found.columns.find(tensor.name);
            QVERIFY(own != found.columns.end());
            QCOMPARE(own->second.size(), tensor.shape[0] * tensor.shape[2]);
            const auto first = std::span(own->second).first(tensor.shape[0]);
            const auto second = std::span(own->second).subspan(tensor.shape[0], tensor.shape[0]);
            QVERIFY(!std::equal(first.begin(), first.end(), second.begin()));
        }
        QVERIFY(stacked >= 3);
    }

    /// Weighted errors fall, and the metadata says why.
    void quantisingUsesIt() {
        QTemporaryDir folder;
        const std::filesystem::path plain = folder.filePath("plain.gguf").toStdString(),
                                    careful = folder.filePath("careful.gguf").toStdString();
        const WeightImportance found = calibrate(model("llama-f32"), {.text = manyWords(400), .tokens = 512});
        const GgufFile original = GgufFile::open(model("llama-f32"));
        for (const BlockType type : {BlockType::Q4_0, BlockType::IQ4_NL, BlockType::Q5_1}) {
            quantizeModel(model("llama-f32"), plain, type);
            quantizeModel(model("llama-f32"), careful, type, {}, {}, found);
            const GgufFile without = GgufFile::open(plain), with = GgufFile::open(careful);
            QVERIFY(with.getUint("quantize.imatrix.entries_count").value_or(0) == found.columns.size());
            QVERIFY(!without.getUint("quantize.imatrix.entries_count"));
            double errorWithout = 0, errorWith = 0;
            for (const GgufTensor& tensor : original.tensors()) {
                const auto columns = found.columns.find(tensor.name);
                if (columns == found.columns.end() || with.findTensor(tensor.name)->type != type) continue;
                const auto values = [&](const GgufFile& file) {
                    const GgufTensor& own = *file.findTensor(tensor.name);
                    std::vector<std::byte> bytes(own.sizeBytes);
                    file.read(own, 0, bytes);
                    std::vector<float> out(own.elements());
                    dequantizeRow(own.type, bytes, out);
                    return out;
                };
                const std::vector<float> exact = values(original), a = values(without), b = values(with);
                for (size_t i = 0; i < exact.size(); ++i) {
                    const double weight = columns->second[i % tensor.shape[0]];
                    errorWithout += weight * (a[i] - exact[i]) * (a[i] - exact[i]);
                    errorWith += weight * (b[i] - exact[i]) * (b[i] - exact[i]);
                }
            }
            QVERIFY2(errorWith < 0.97 * errorWithout,
                     qPrintable(QString("%1 against %2").arg(errorWith).arg(errorWithout)));
        }
        // Written again without, it is not said any more.
        QVERIFY(compareModels(model("llama-f32"), careful, {.tokens = 40}).meanKl > 0);
    }

    void badTextIsOneSentence_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("short") << QByteArray("Too short.");
        QTest::newRow("binary") << QByteArray(4096, '\0');
        QTest::newRow("no UTF-8") << QByteArray(4096, '\xff');
    }
    void badTextIsOneSentence() {
        QFETCH(QByteArray, text);
        try {
            (void)calibrate(model("llama-f32"), {.text = text.toStdString()});
            QFAIL("It was taken.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
            const QString sentence = QString::fromUtf8(error.what());
            QVERIFY2(sentence.endsWith('.') && sentence.count(". ") == 0, qPrintable(sentence));
        }
    }

    void stops() {
        std::stop_source source;
        source.request_stop();
        const std::string text = manyWords(300);
        QVERIFY_EXCEPTION_THROWN((void)calibrate(model("llama-f32"), {.text = text}, {}, source.get_token()),
                                 Error);
    }
};

QTEST_GUILESS_MAIN(CalibrationTest)
#include "tst_calibration.moc"
