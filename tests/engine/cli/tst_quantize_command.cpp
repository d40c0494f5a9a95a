#include <sys/stat.h>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "command_line.h"
#include "hearth/gguf.h"
#include "hearth/quantize.h"
#include "tiny_reference.h"

using namespace hearth;
using namespace hearth::test;
using Json = nlohmann::json;

class QuantizeCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(name); }

    static std::vector<float> logitsOf(const QString& model, const QString& ids, const QString& out) {
        const auto result =
            runCommand({"logits", "-m", model, "--tokens", ids, "--all", "--kv", "f32", "--out", out});
        if (result.status != 0) qFatal("%s", result.error.constData());
        const std::vector<std::byte> bytes = readBytes(out.toStdString());
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

    /// Straight from the definition, in another order than the command's.
    static double divergence(const float* p, const float* q, size_t count) {
        double sumP = 0, sumQ = 0, result = 0;
        for (size_t i = 0; i < count; ++i) sumP += std::exp(double{p[i]}), sumQ += std::exp(double{q[i]});
        for (size_t i = 0; i < count; ++i) {
            const double a = std::exp(double{p[i]}) / sumP, b = std::exp(double{q[i]}) / sumQ;
            result += a * std::log(a / b);
        }
        return result;
    }

private slots:
    void reportsWhatItCosts_data() {
        QTest::addColumn<QString>("type");
        for (const char* type : {"Q8_0", "Q4_0", "Q5_1"}) QTest::addRow("%s", type) << type;
    }
    void reportsWhatItCosts() {
        QFETCH(QString, type);
        const auto result = runCommand(
            {"quantize", tinyModel(), path("out.gguf"), type, "--force", "--json", "--tokens", "40"});
        QVERIFY2(result.status == 0, result.error);
        const Json report = Json::parse(result.output.toStdString());
        QCOMPARE(report.at("input_bytes").get<qint64>(), QFileInfo(tinyModel()).size());
        QCOMPARE(report.at("output_bytes").get<qint64>(), QFileInfo(path("out.gguf")).size());
        QVERIFY(report.at("output_bytes") < report.at("input_bytes"));
        // Two matrices have rows of 48 numbers, which are no whole blocks.
        QCOMPARE(report.at("converted").get<int>(), 15);
        QCOMPARE(report.at("of_type").get<int>(), 13);
        QVERIFY(!QFileInfo::exists(path("out.gguf.part")));
    }

    /// Rows of 32 and 48 numbers have no room for blocks of 256.
    void whatHasAnotherTypeIsNotCounted() {
        const auto result =
            runCommand({"quantize", tinyModel(), path("k.gguf"), "Q2_K", "--json", "--no-report"});
        QVERIFY2(result.status == 0, result.error);
        const Json report = Json::parse(result.output.toStdString());
        QVERIFY(report.at("converted").get<int>() > 0);
        QCOMPARE(report.at("of_type").get<int>(), 0);
    }

    void theDivergenceIsWhatTheLogitsSay() {
        QFile text(path("text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray::fromStdString(tinyReference().at("perplexity").at("text")));
        text.close();
        const auto result = runCommand({"quantize", tinyModel(), path("q4.gguf"), "q4_0", "--json", "-f",
                                        text.fileName(), "--tokens", "24"});
        QVERIFY2(result.status == 0, result.error);
        const Json report = Json::parse(result.output.toStdString());
        const auto tokens =
            runCommand({"tokenize", "-m", tinyModel(), "--bos", "--ids"},
                       QByteArray::fromStdString(tinyReference().at("perplexity").at("text")));
        Json ids = Json::parse(tokens.output.toStdString());
        if (ids.size() > 24) ids.erase(ids.begin() + 24, ids.end());
        QCOMPARE(report.at("tokens").get<size_t>(), ids.size());
        const auto exact = logitsOf(tinyModel(), joinedIds(ids), path("a")),
                   other = logitsOf(path("q4.gguf"), joinedIds(ids), path("b"));
        QCOMPARE(exact.size(), other.size());
        const size_t vocabulary = exact.size() / ids.size();
        double sum = 0, before = 0, after = 0;
        for (size_t i = 0; i < ids.size(); ++i) {
            const float *p = &exact[i * vocabulary], *q = &other[i * vocabulary];
            sum += divergence(p, q, vocabulary);
            if (i + 1 == ids.size()) break;
            double sumP = 0, sumQ = 0;
            for (size_t k = 0; k < vocabulary; ++k)
                sumP += std::exp(double{p[k]}), sumQ += std::exp(double{q[k]});
            before += std::log(sumP) - p[ids[i + 1].get<size_t>()];
            after += std::log(sumQ) - q[ids[i + 1].get<size_t>()];
        }
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-4 * std::abs(b) + 1e-7; };
        QVERIFY(sum > 0);
        QVERIFY(near(report.at("kl_mean"), sum / static_cast<double>(ids.size())));
        QVERIFY(near(report.at("perplexity_before"), std::exp(before / static_cast<double>(ids.size() - 1))));
        QVERIFY(near(report.at("perplexity_after"), std::exp(after / static_cast<double>(ids.size() - 1))));
    }

    /// quantizeRow is held against gguf-py in tst_quantize; here: every matrix went through it, the rest
    /// stayed.
    void everyMatrixIsConverted() {
        QCOMPARE(runCommand({"quantize", tinyModel(), path("q8.gguf"), "Q8_0", "--no-report"}).status, 0);
        const GgufFile in = GgufFile::open(tinyModel().toStdString()),
                       out = GgufFile::open(path("q8.gguf").toStdString());
        QCOMPARE(out.tensors().size(), in.tensors().size());
        for (const GgufTensor& tensor : in.tensors()) {
            const GgufTensor* written = out.findTensor(tensor.name);
            QVERIFY(written != nullptr);
            QCOMPARE(written->shape, tensor.shape);
            std::vector<std::byte> was(tensor.sizeBytes), is(written->sizeBytes), wanted(is.size());
            in.read(tensor, 0, was);
            out.read(*written, 0, is);
            if (tensor.shape.size() == 1) {
                QVERIFY(is == was);
                continue;
            }
            if (tensor.shape[0] % 32 != 0) continue;
            QCOMPARE(written->type, BlockType::Q8_0);
            std::vector<float> values(tensor.elements());
            std::memcpy(values.data(), was.data(), was.size());
            quantizeRow(BlockType::Q8_0, values, wanted);
            QVERIFY2(is == wanted, tensor.name.c_str());
        }
        for (const auto& [key, value] : in.metadata()) {
            if (key == "general.file_type" || key == "general.quantization_version") continue;
            const GgufValue* copied = out.find(key);
            QVERIFY2(copied != nullptr && copied->storage() == value.storage(), key.c_str());
        }
        QCOMPARE(out.getUint("general.file_type").value_or(0), uint64_t{7});
    }

    /// The effect of calibration is reported next to the cost of the type without it.
    void calibrationIsReported() {
        QFile text(path("calibration.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 300; ++i) text.write(QByteArray::number(i * 7919 % 1000) + " words, ");
        text.close();
        const auto result = runCommand({"quantize", tinyModel(), path("iq4.gguf"), "IQ4_NL", "--json",
                                        "--tokens", "40", "--calibrate", text.fileName()});
        QVERIFY2(result.status == 0, result.error);
        const Json report = Json::parse(result.output.toStdString());
        QVERIFY(report.at("calibration_tokens") >= 128);
        QVERIFY(report.at("kl_mean") > 0);
        QVERIFY(report.at("uncalibrated").at("kl_mean") > 0);
        QVERIFY(report.at("kl_mean") != report.at("uncalibrated").at("kl_mean"));
        QVERIFY(!QFileInfo::exists(path("iq4.gguf.uncalibrated")));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), path("x"), "Q4_0", "--calibrate",
                                             text.fileName(), "-f", text.fileName()}),
                                 2));
        QFile binary(path("binary"));
        QVERIFY(binary.open(QIODevice::WriteOnly));
        binary.write(QByteArray(5000, '\1') + QByteArray(1, '\0'));
        binary.close();
        for (const QString& bad : {binary.fileName(), path("nowhere")})
            QVERIFY(isOneLineFailure(
                runCommand({"quantize", tinyModel(), path("x"), "Q4_0", "--calibrate", bad}), 1));
        QVERIFY(!QFileInfo::exists(path("x")));
    }

    void whatExistsIsReplacedOnRequestAlone() {
        const QString out = path("there.gguf");
        QFile file(out);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("a diary") > 0);
        file.close();
        const QStringList words{"quantize", tinyModel(), out, "Q8_0", "--no-report"};
        const auto refused = runCommand(words);
        QVERIFY(isOneLineFailure(refused, 1));
        QVERIFY(refused.error.contains("--force") && refused.error.contains("there.gguf"));
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a diary"));
        file.close();
        // Files left by an aborted run are not an obstacle.
        QVERIFY(QFile::copy(out, out + ".part"));
        QCOMPARE(runCommand(words + QStringList{"--force"}).status, 0);
        QVERIFY(QFileInfo(out).size() > 1000 && !QFileInfo::exists(out + ".part"));
    }

    /// Not with --force either: neither a link nor a pipe nor a device, and not what one of them leads to.
    void nothingButFilesIsReplaced() {
        const QString target = path("target"), link = path("link"), pipe = path("pipe");
        QFile file(target);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("a diary") > 0);
        file.close();
        QVERIFY(QFile::link(target, link));
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        QVERIFY(QDir(m_folder.path()).mkdir("folder"));
        for (const QString& out : {link, pipe, path("folder"), QStringLiteral("/dev/full")}) {
            const auto result = runCommand({"quantize", tinyModel(), out, "Q8_0", "--force", "--no-report"});
            QVERIFY2(isOneLineFailure(result, 1) && result.error.contains("not an ordinary file"),
                     result.error);
        }
        // Nor is one written into by another name.
        QVERIFY(QFile::link(target, path("new.gguf.part")));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), path("new.gguf"), "Q8_0"}), 1));
        struct stat status {};
        QCOMPARE(lstat(qPrintable(link), &status), 0);
        QVERIFY(S_ISLNK(status.st_mode));
        QCOMPARE(lstat(qPrintable(pipe), &status), 0);
        QVERIFY(S_ISFIFO(status.st_mode));
        QCOMPARE(stat("/dev/full", &status), 0);
        QVERIFY(S_ISCHR(status.st_mode));
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a diary"));
    }

    /// A comparison without calibration needs a temporary file of its own.
    void filesBesideItStay() {
        const QString beside = path("iq.gguf.uncalibrated");
        QFile file(beside);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("a diary") > 0);
        file.close();
        QFile text(path("calibration.txt"));
        QVERIFY(text.open(QFile::WriteOnly) &&
                text.write(QByteArray("some words to read ").repeated(40)) > 0);
        text.close();
        QCOMPARE(runCommand({"quantize", tinyModel(), path("iq.gguf"), "IQ4_NL", "--tokens", "20",
                             "--calibrate", text.fileName()})
                     .status,
                 0);
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a diary"));
        QCOMPARE(QDir(m_folder.path()).entryList({"iq.gguf*"}).size(), 2);
    }

    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel()}), 2));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), path("x"), "Q9_9"}), 2));
    }

    void badInputIsStatusOneAndLeavesNothing() {
        QVERIFY(isOneLineFailure(runCommand({"quantize", "none", path("x"), "Q8_0"}), 1));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), path("x"), "IQ1_M"}), 1));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), tinyModel(), "Q8_0"}), 1));
        QVERIFY(isOneLineFailure(runCommand({"quantize", tinyModel(), path("no/such/x"), "Q8_0"}), 1));
        QCOMPARE(runCommand({"quantize", tinyModel(), path("q.gguf"), "Q8_0", "--no-report"}).status, 0);
        QVERIFY(isOneLineFailure(runCommand({"quantize", path("q.gguf"), path("x"), "Q4_0"}), 1));
        QVERIFY(!QFileInfo::exists(path("x")) && !QFileInfo::exists(path("x.part")));
    }
};

QTEST_GUILESS_MAIN(QuantizeCommandTest)
#include "tst_quantize_command.moc"
