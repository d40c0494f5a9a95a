#include "format/packed/packed_checkpoint.h"

#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::format;
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

    /// Largest difference of logits from those of transformers when `chunk` tokens are processed at once.
    static double differenceOf(const std::filesystem::path& folder, std::unique_ptr<Backend> backend,
                               size_t chunk) {
        const auto facts = readJson(folder / "expected.json");
        const auto positions = facts.at("positions").at("").get<std::vector<size_t>>();
        const NpyArray expected = readNpy(folder / "expected.npy");
        TinyModel model(folder, std::move(backend), KvType::F32, 128);
        const std::vector<float> logits = model.logits(facts.at("tokens").get<std::vector<TokenId>>(), chunk);
        double difference = 0;
        for (size_t i = 0; i < positions.size(); ++i) {
            const auto row = std::span(logits).subspan(positions[i] * model.vocabSize(), model.vocabSize());
            difference = std::max(difference, largestDifference(row, expected.row(i)));
        }
        return difference;
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
        const double difference = differenceOf(folder, std::make_unique<ReferenceBackend>(1), 512);
        qInfo("%s: %.3g", qPrintable(name), difference);
        QVERIFY2(difference <= tolerance, qPrintable(QString::number(difference)));
        if (!type.startsWith("FP8")) return;
        // Floats as they are stored meet activations in floats; tiles round both to 8 bits of mantissa.
        for (const size_t chunk : {size_t{1}, size_t{512}}) {
            const double quick =
                differenceOf(folder, std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), chunk);
            qInfo("%s on the CPU backend, %zu at once: %.3g", qPrintable(name), chunk, quick);
            QVERIFY2(quick <= (chunk == 1 ? 1e-3 : 6e-2), qPrintable(QString::number(quick)));
        }
    }

    /// Whole mixtures whose experts are stacks.
    void stacksMatchTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("experts");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("qwen3_moe") << "fp8-stacks"
                                   << "blk.0.ffn_down_exps.weight" << 1e-4;
        // Its matrices of keys and values change their layout, and are float16 then.
        QTest::newRow("deepseek_v3") << "fp8-stacks-latent"
                                     << "blk.1.ffn_down_exps.weight" << 5e-3;
    }
    void stacksMatchTransformers() {
        QFETCH(QString, name);
        QFETCH(QString, experts);
        QFETCH(double, tolerance);
        const auto folder = fixtures / name.toStdString();
        const GgufFile file = GgufFile::open(folder);
        const GgufTensor* stack = file.findTensor(experts.toStdString());
        QVERIFY(stack != nullptr);
        QCOMPARE(QString::fromUtf8(blockTypeInfo(stack->type).name.data()), QString("FP8_E4M3"));
        QCOMPARE(stack->shape, (std::vector<uint64_t>{128, 128, 4}));
        const double difference = differenceOf(folder, std::make_unique<ReferenceBackend>(1), 512);
        const double quick = differenceOf(folder, std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), 1);
        qInfo("%s: %.3g, on the CPU backend %.3g", qPrintable(name), difference, quick);
        QVERIFY2(difference <= tolerance, qPrintable(QString::number(difference)));
        QVERIFY2(quick <= std::max(1e-3, tolerance), qPrintable(QString::number(quick)));
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

    /// Experts one behind the other are what each of them is alone.
    void stacksAreTheirMatrices_data() {
        QTest::addColumn<uint64_t>("columns");
        QTest::addColumn<QList<int>>("scales");  // of a matrix
        QTest::newRow("blocks") << uint64_t{256} << QList{2, 2};
        QTest::newRow("blocks, widened") << uint64_t{192} << QList{2, 2};
        QTest::newRow("rows") << uint64_t{256} << QList{160, 1};
        QTest::newRow("wholes") << uint64_t{256} << QList{1, 1};
    }
    void stacksAreTheirMatrices() {
        QFETCH(uint64_t, columns);
        QFETCH(QList<int>, scales);
        constexpr uint64_t experts = 3, rows = 160;
        const auto rowsOfScales = static_cast<uint64_t>(scales[0]),
                   scalesInRow = static_cast<uint64_t>(scales[1]);
        std::vector<std::byte> codes(experts * rows * columns);
        for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::byte>(i * 37 % 127);
        std::vector<float> factors(experts * rowsOfScales * scalesInRow);
        for (size_t i = 0; i < factors.size(); ++i) factors[i] = 0.01F * static_cast<float>(i + 1);
        const auto from = [](std::span<const std::byte> bytes) {
            return [bytes](uint64_t offset, std::span<std::byte> out) {
                std::ranges::copy(bytes.subspan(offset, out.size()), out.begin());
            };
        };
        const std::vector<BytesReader> files{from(codes), from(std::as_bytes(std::span(factors)))};
        const nlohmann::json how{{"quant_method", "fp8"}};
        const auto unpack = [&](std::vector<SafeTensor> tensors, const std::string& name,
                                const std::vector<uint64_t>& shape) {
            std::vector<BytesReader> readers = files;
            unpackCheckpoint(how, tensors, readers);
            std::vector<std::byte> bytes;
            [&] {
                QCOMPARE(tensors.size(), size_t{1});
                QCOMPARE(tensors[0].name, name);
                QCOMPARE(tensors[0].shape, shape);
                QCOMPARE(QString::fromStdString(tensors[0].type),
                         QString(columns % 128 == 0 ? "FP8_E4M3" : "F16"));
                bytes.resize(tensors[0].sizeBytes);
                readers[tensors[0].file](0, bytes);
            }();
            return bytes;
        };
        const auto tensor = [](std::string name, const char* type, std::vector<uint64_t> shape,
                               uint64_t offset, uint32_t file) {
            SafeTensor made{.name = std::move(name), .type = type, .shape = std::move(shape)};
            made.offset = offset, made.file = file;
            made.sizeBytes = made.elements() * (file == 0 ? 1 : sizeof(float));
            return made;
        };
        const std::string stem = "model.layers.0.mlp.experts.gate_up_proj";
        const std::vector<std::byte> all =
            unpack({tensor(stem, "F8_E4M3", {experts, rows, columns}, 0, 0),
                    tensor(stem + "_scale_inv", "F32", {experts, rowsOfScales, scalesInRow}, 0, 1)},
                   stem, {experts, rows, columns});
        std::vector<std::byte> each;
        for (uint64_t i = 0; i < experts; ++i) {
            const std::vector<std::byte> one =
                unpack({tensor("one.weight", "F8_E4M3", {rows, columns}, i * rows * columns, 0),
                        tensor("one.weight_scale_inv", "F32", {rowsOfScales, scalesInRow},
                               i * rowsOfScales * scalesInRow * sizeof(float), 1)},
                       "one.weight", {rows, columns});
            each.insert(each.end(), one.begin(), one.end());
        }
        QVERIFY(!all.empty() && all == each);
        std::vector<SafeTensor> other{
            tensor(stem, "F8_E4M3", {experts, rows, columns}, 0, 0),
            tensor(stem + "_scale_inv", "F32", {experts - 1, rowsOfScales, scalesInRow}, 0, 1)};
        std::vector<BytesReader> readers = files;
        QVERIFY_THROWS_EXCEPTION(Error, unpackCheckpoint(how, other, readers));
    }

    /// Of E4M3 the largest code, of E5M2 also infinities.
    void codesOfNoNumberAreRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("code");
        QTest::newRow("kept") << "fp8-blocks" << 0x7F;
        QTest::newRow("negative") << "fp8-blocks" << 0xFF;
        QTest::newRow("widened") << "fp8" << 0x7F;
        QTest::newRow("E5M2") << "compressed-e5m2" << 0x7C;
    }
    void codesOfNoNumberAreRefused() {
        QFETCH(QString, name);
        QFETCH(int, code);
        const auto folder = fixtures / name.toStdString();
        write("config.json", contents(folder / "config.json"));
        QByteArray weights = contents(folder / "model.safetensors");
        const qsizetype header = static_cast<qsizetype>(qFromLittleEndian<quint64>(weights.constData())) + 8;
        const auto facts = nlohmann::json::parse(weights.mid(8, header - 8).toStdString());
        const std::string tensor = "model.layers.0.mlp.down_proj.weight";
        weights[header + facts.at(tensor).at("data_offsets")[0].get<qsizetype>() + 5] =
            static_cast<char>(code);
        write("model.safetensors", weights);
        const GgufFile file = GgufFile::open(m_folder.path().toStdString());
        const GgufTensor* down = file.findTensor("blk.0.ffn_down.weight");
        QVERIFY(down != nullptr);
        std::vector<std::byte> bytes(down->sizeBytes);
        QString said;
        try {
            file.read(*down, 0, bytes);
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadFile);
            said = QString::fromUtf8(error.what());
        }
        QVERIFY2(said.endsWith(
                     "cannot be used: its weights \"model.layers.0.mlp.down_proj\" hold a code that is not a "
                     "number; download it again."),
                 qPrintable(said));
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
