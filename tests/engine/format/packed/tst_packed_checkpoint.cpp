#include "format/packed/packed_checkpoint.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/packed";

}  // namespace

/// Checkpoints of GPTQ, AWQ, FP8 and compressed-tensors against transformers' logits of the weights that they
/// stand for (tests/reference/make_packed_models.py).
class TestPackedCheckpoint : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(bytes);
    }
    static QByteArray contents(const std::filesystem::path& path) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read");
        return file.readAll();
    }
    /// The code of the error that opening the folder gives, and its sentence.
    std::optional<ErrorCode> problem() const {
        try {
            (void)GgufFile::open(m_folder.path().toStdString());
        } catch (const Error& error) {
            qInfo("%s", error.what());
            return error.code();
        }
        return std::nullopt;
    }

private slots:
    void matchesTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        QTest::addColumn<double>("tolerance");
        // Exact types differ by rounding alone; the others round each weight to float16.
        QTest::addRow("gptq") << "gptq"
                              << "Q4_0" << 1e-4;
        QTest::addRow("gptq-8bit") << "gptq-8bit"
                                   << "Q8_0" << 1e-4;
        QTest::addRow("compressed-int4") << "compressed-int4"
                                         << "Q4_0" << 1e-4;
        for (const char* name : {"compressed-zeros", "compressed-rows", "compressed-3bit"})
            QTest::addRow("%s", name) << name << "Q5_0" << 1e-4;
        for (const char* name : {"compressed-8bit", "compressed-bytes"})
            QTest::addRow("%s", name) << name << "Q8_0" << 1e-4;
        for (const char* name : {"compressed-8bit-zeros", "compressed-reordered"})
            QTest::addRow("%s", name) << name << "F16" << 5e-3;
        QTest::addRow("gptq-zeros") << "gptq-zeros"
                                    << "Q5_0" << 1e-4;
        QTest::addRow("gptq-v2") << "gptq-v2"
                                 << "Q5_0" << 1e-4;
        QTest::addRow("awq") << "awq"
                             << "Q5_0" << 1e-4;
        QTest::addRow("gptq-reordered") << "gptq-reordered"
                                        << "F16" << 5e-3;
        QTest::addRow("fp8") << "fp8"
                             << "F16" << 5e-3;
        QTest::addRow("compressed-fp8") << "compressed-fp8"
                                        << "F16" << 5e-3;
        for (const char* name : {"fp8-blocks", "compressed-fp8-rows"})
            QTest::addRow("%s", name) << name << "FP8_E4M3" << 1e-4;
        QTest::addRow("compressed-e5m2") << "compressed-e5m2"
                                         << "FP8_E5M2" << 1e-4;
    }
    void matchesTransformers() {
        QFETCH(QString, name);
        QFETCH(QString, type);
        QFETCH(double, tolerance);
        const auto folder = fixtures / name.toStdString();
        const GgufFile file = GgufFile::open(folder);
        const GgufTensor* tensor = file.findTensor("blk.0.ffn_down.weight");
        QVERIFY(tensor != nullptr);
        QCOMPARE(QString::fromUtf8(blockTypeInfo(tensor->type).name.data()), type);
        const auto sizes = readJson(folder / "config.json");
        QCOMPARE(tensor->shape, (std::vector<uint64_t>{sizes.at("intermediate_size").get<uint64_t>(),
                                                       sizes.at("hidden_size").get<uint64_t>()}));
        const auto facts = readJson(folder / "expected.json");
        const auto positions = facts.at("positions").at("").get<std::vector<size_t>>();
        const NpyArray expected = readNpy(folder / "expected.npy");
        const auto tokens = facts.at("tokens").get<std::vector<TokenId>>();
        const auto differenceOf = [&](std::unique_ptr<Backend> backend, size_t chunk) {
            TinyModel model(folder, std::move(backend), KvType::F32, 128);
            const std::vector<float> logits = model.logits(tokens, chunk);
            double difference = 0;
            for (size_t i = 0; i < positions.size(); ++i) {
                const auto row =
                    std::span(logits).subspan(positions[i] * model.vocabSize(), model.vocabSize());
                difference = std::max(difference, largestDifference(row, expected.row(i)));
            }
            return difference;
        };
        const double difference = differenceOf(std::make_unique<ReferenceBackend>(1), 512);
        qInfo("%s: %.3g", qPrintable(name), difference);
        QVERIFY2(difference <= tolerance, qPrintable(QString::number(difference)));
        if (!type.startsWith("FP8")) return;
        // Floats as they are stored meet activations in floats; tiles round both to 8 bits of mantissa.
        for (const size_t chunk : {size_t{1}, size_t{512}}) {
            const double quick = differenceOf(std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), chunk);
            qInfo("%s on the CPU backend, %zu at once: %.3g", qPrintable(name), chunk, quick);
            QVERIFY2(quick <= (chunk == 1 ? 1e-3 : 6e-2), qPrintable(QString::number(quick)));
        }
    }

    void partsOfAMatrixAreThoseOfTheWhole() {
        for (const char* name : {"awq", "fp8", "fp8-blocks"}) {
            const GgufFile file = GgufFile::open(fixtures / name);
            const GgufTensor* tensor = file.findTensor("blk.0.attn_q.weight");
            QVERIFY(tensor != nullptr);
            std::vector<std::byte> whole(tensor->sizeBytes), again(tensor->sizeBytes);
            file.read(*tensor, 0, whole);
            for (uint64_t offset = 0, step = 1; offset < whole.size(); offset += step, step = step * 2 + 1) {
                step = std::min(step, whole.size() - offset);
                file.read(*tensor, offset, std::span(again).subspan(offset, step));
            }
            QVERIFY(whole == again);
        }
    }

    void saysWhatIsWrong() {
        const QByteArray config = contents(fixtures / "gptq/config.json");
        const QByteArray weights = contents(fixtures / "gptq/model.safetensors");
        write("config.json", config);
        write("model.safetensors", weights);
        QVERIFY(!problem());
        for (const auto& [from, to] :
             {std::pair{"\"quant_method\": \"gptq\"", "\"quant_method\": \"bitsandbytes\""},
              std::pair{"\"bits\": 4", "\"bits\": 5"}}) {
            QVERIFY(config.contains(from));
            write("config.json", QByteArray(config).replace(from, to));
            QCOMPARE(problem(), std::optional(ErrorCode::Unsupported));
        }
        write("config.json", QByteArray(config).replace("\"group_size\": 32", "\"group_size\": 16"));
        QCOMPARE(problem(), std::optional(ErrorCode::BadFile));  // other scales
        write("config.json", config);
        // Names of the same length: the header stays whole.
        for (const auto& [from, to] : {std::pair{"self_attn.q_proj.scales", "self_attn.q_proj.scalez"},
                                       std::pair{"self_attn.q_proj.qzeros", "self_attn.q_proj.qzeroz"},
                                       std::pair{"self_attn.q_proj.qweight", "self_attn.q_proj.qweighz"}}) {
            QVERIFY(weights.contains(from));
            write("model.safetensors", QByteArray(weights).replace(from, to));
            QCOMPARE(problem(), std::optional(ErrorCode::BadFile));
        }
    }
};

QTEST_GUILESS_MAIN(TestPackedCheckpoint)
#include "tst_packed_checkpoint.moc"
