#include "hearth/quantize_model.h"

#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <random>

#include "format/gguf/gguf_output.h"
#include "hearth/gguf.h"
#include "hearth/quantize.h"

using namespace hearth;
using namespace hearth::format;

namespace {

std::vector<float> floatsOf(const GgufFile& file, const GgufTensor& tensor) {
    std::vector<std::byte> bytes(tensor.sizeBytes);
    file.read(tensor, 0, bytes);
    std::vector<float> values(tensor.elements());
    dequantizeRow(tensor.type, bytes, values);
    return values;
}

}  // namespace

/// Whole models go through tst_quantize_command; here: which type each matrix gets where types have blocks of
/// 256, which the tiny models' rows are too short for.
class QuantizeModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private slots:
    void initTestCase() {
        const std::vector<OutputTensor> tensors = {
            {"token_embd.weight", BlockType::F32, {256, 4}},
            {"blk.0.attn_norm.weight", BlockType::F32, {256}},
            {"blk.0.attn_q.weight", BlockType::F32, {256, 8}},
            {"blk.0.attn_v.weight", BlockType::F32, {256, 8}},
            {"blk.0.attn_output.weight", BlockType::F32, {256, 8}},
            {"blk.0.ffn_down.weight", BlockType::F32, {96, 8}},
            {"output.weight", BlockType::F32, {256, 4}},
        };
        const std::vector<RawPair> metadata{rawPair("general.architecture", GgufValue(std::string("llama")))};
        GgufOutput out(path("in.gguf"), metadata, tensors, 32);
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        for (const OutputTensor& tensor : tensors) {
            std::vector<float> values(tensor.sizeBytes() / sizeof(float));
            for (float& value : values) value = normal(random);
            out.beginTensor();
            out.write(std::as_bytes(std::span(values)));
        }
        out.finish();
    }

    void whatErrorsHurtMostGetsMore_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("fileType");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("back");
        QTest::addColumn<QString>("embeddings");
        // The numbers are those of llama.cpp's llama_ftype.
        QTest::newRow("Q2_K") << "Q2_K" << 10 << "Q4_K"
                              << "Q3_K"
                              << "Q2_K";
        QTest::newRow("IQ2_XXS") << "IQ2_XXS" << 19 << "Q4_K"
                                 << "Q3_K"
                                 << "Q3_K";
        QTest::newRow("IQ2_XS") << "IQ2_XS" << 20 << "Q4_K"
                                << "Q3_K"
                                << "Q3_K";
        QTest::newRow("IQ2_S") << "IQ2_S" << 28 << "Q4_K"
                               << "Q3_K"
                               << "Q3_K";
        QTest::newRow("IQ3_XXS") << "IQ3_XXS" << 23 << "Q5_K"
                                 << "Q4_K"
                                 << "Q4_K";
        QTest::newRow("IQ3_S") << "IQ3_S" << 26 << "Q5_K"
                               << "Q4_K"
                               << "Q4_K";
    }
    void whatErrorsHurtMostGetsMore() {
        QFETCH(QString, name);
        QFETCH(int, fileType);
        QFETCH(QString, values);
        QFETCH(QString, back);
        QFETCH(QString, embeddings);
        quantizeModel(path("in.gguf"), path("out.gguf"), findBlockType(name.toStdString())->type);
        const GgufFile in = GgufFile::open(path("in.gguf")), out = GgufFile::open(path("out.gguf"));
        QCOMPARE(out.getUint("general.file_type").value_or(0), static_cast<uint64_t>(fileType));
        const std::map<std::string, QString> types{
            {"token_embd.weight", embeddings},  {"blk.0.attn_norm.weight", "F32"},
            {"blk.0.attn_q.weight", name},      {"blk.0.attn_v.weight", values},
            {"blk.0.attn_output.weight", back}, {"blk.0.ffn_down.weight", back == "Q3_K" ? "IQ4_NL" : "Q5_0"},
            {"output.weight", "Q6_K"},
        };
        for (const GgufTensor& tensor : out.tensors()) {
            QCOMPARE(QString::fromStdString(std::string(blockTypeInfo(tensor.type).name)),
                     types.at(tensor.name));
            const std::vector<float> was = floatsOf(in, *in.findTensor(tensor.name)),
                                     is = floatsOf(out, tensor);
            double lost = 0, all = 0;
            for (size_t i = 0; i < was.size(); ++i) {
                lost += (is[i] - was[i]) * (is[i] - was[i]);
                all += was[i] * was[i];
            }
            QVERIFY2(lost < 0.13 * all, tensor.name.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(QuantizeModelTest)
#include "tst_quantize_model.moc"
