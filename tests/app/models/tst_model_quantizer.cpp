#include "models/model_quantizer.h"

#include <QFile>
#include <QFileInfo>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "runtime/processor_turns.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::app;

class TestModelQuantizer : public QObject {
    Q_OBJECT

    static QString model(const char* name) {
        return QString::fromStdString((test::tinyModelsFolder() / (std::string(name) + ".gguf")).string());
    }
    static ModelComparison compared(const std::filesystem::path&, const std::filesystem::path&,
                                    const ComparisonOptions&, const std::function<void(double)>& progress,
                                    const std::stop_token&) {
        progress(0.5);
        return {.tokens = 40,
                .meanKl = 0.0123,
                .largestKl = 0.1,
                .sameTopToken = 0.925,
                .perplexityBefore = 17.5,
                .perplexityAfter = 18.25};
    }
    /// Stands in for the calibration. Refuses texts shorter than the tests' smallest.
    static WeightImportance weighed(const std::filesystem::path&, const CalibrationOptions& options,
                                    const std::function<void(double)>& progress, const std::stop_token&) {
        if (options.text.size() < 100) throw Error(ErrorCode::BadInput, "It is too short.");
        progress(0.5);
        const GgufFile file = GgufFile::open(model("llama-f32").toStdString());
        std::vector<float> columns(file.findTensor("blk.0.attn_q.weight")->shape[0], 1);
        columns[0] = 1000;
        return {.columns = {{"blk.0.attn_q.weight", columns}}, .tokens = 200};
    }
    static void choose(ModelQuantizer& quantizer, const QString& path) {
        quantizer.setPath(path);
        QTRY_COMPARE(quantizer.choices().size(), 7);
    }

private slots:
    void knowsWhatAModelCanBecome() {
        const std::vector<SmallerType> types = smallerTypes(model("llama-f32"), headerHere);
        QCOMPARE(types.size(), size_t(7));
        QCOMPARE(types.front().type, BlockType::Q8_0);
        QVERIFY(types.back().sizeBytes < types.front().sizeBytes);
        QVERIFY2(smallerTypes(model("llama-mixed"), headerHere).empty(),
                 "Its weights are quantised already.");
        QVERIFY(smallerTypes(QStringLiteral("/no/such.gguf"), headerHere).empty());
    }

    void namesCopies_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "/m/Tiny.gguf"
                               << "Tiny.Q4_K.gguf";
        QTest::newRow("precision") << "/m/Qwen3-0.6B-BF16.gguf"
                                   << "Qwen3-0.6B.Q4_K.gguf";
        QTest::newRow("dot") << "/m/llama-3.2.f16.gguf"
                             << "llama-3.2.Q4_K.gguf";
        QTest::newRow("parts") << "/m/Big-F16-00001-of-00003.gguf"
                               << "Big.Q4_K.gguf";
    }
    void namesCopies() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        QCOMPARE(smallerCopyName(path, BlockType::Q4_K), name);
    }

    void makesACopyAndSaysWhatItCost() {
        QTemporaryDir folder;
        ModelQuantizer quantizer(folder.filePath("models"), {compared, weighed});
        QSignalSpy made(&quantizer, &ModelQuantizer::made);
        choose(quantizer, model("llama-f32"));
        QVERIFY2(quantizer.choices().first().startsWith("Q8_0, "), qPrintable(quantizer.choices().first()));
        quantizer.start(0);
        QVERIFY(quantizer.isRunning());
        QTRY_VERIFY(!quantizer.isRunning());
        QVERIFY2(!quantizer.hasFailed(), qPrintable(quantizer.status()));
        QVERIFY2(quantizer.status().endsWith("On 40 tokens: perplexity 18.25 instead of 17.50, KL divergence "
                                             "0.012, the same first choice for 93 % of tokens."),
                 qPrintable(quantizer.status()));
        const QString copy = folder.filePath("models/llama.Q8_0.gguf");
        QCOMPARE(made.size(), 1);
        QCOMPARE(made[0][0].toString(), copy);
        QCOMPARE(GgufFile::open(copy.toStdString()).findTensor("blk.0.attn_q.weight")->type, BlockType::Q8_0);
        // The result is reported at its own model only.
        quantizer.setPath(model("llama-mixed"));
        QVERIFY(quantizer.status().isEmpty());
        // An existing copy is not overwritten.
        const QByteArray before = QFileInfo(copy).lastModified().toString(Qt::ISODateWithMs).toUtf8();
        choose(quantizer, model("llama-f32"));
        quantizer.start(0);
        QVERIFY(!quantizer.isRunning() && quantizer.hasFailed());
        QVERIFY(quantizer.status().contains("already exists"));
        QCOMPARE(QFileInfo(copy).lastModified().toString(Qt::ISODateWithMs).toUtf8(), before);
    }

    void aTextWeighsTheErrors() {
        QTemporaryDir folder;
        ModelQuantizer quantizer(folder.filePath("models"), {compared, weighed});
        choose(quantizer, model("llama-f32"));
        const QString text = folder.filePath("words.txt");
        const auto write = [&](const QByteArray& bytes) {
            QFile file(text);
            return file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size();
        };
        const auto make = [&] {
            QFile::remove(folder.filePath("models/llama.Q4_0.gguf"));
            quantizer.start(4);
            [&] { QTRY_VERIFY_WITH_TIMEOUT(!quantizer.isRunning(), 30000); }();
            QFile file(folder.filePath("models/llama.Q4_0.gguf"));
            return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray plain = make();
        QVERIFY(!plain.isEmpty());
        quantizer.calibrateWith(QUrl::fromLocalFile(text));
        QCOMPARE(quantizer.calibrationName(), QStringLiteral("words.txt"));
        // An unusable text is reported, and no copy is written.
        QVERIFY(make().isEmpty());
        QVERIFY2(quantizer.hasFailed() && quantizer.status().contains("words.txt"),
                 qPrintable(quantizer.status()));
        QVERIFY(write("too short"));
        QVERIFY(make().isEmpty());
        QVERIFY(quantizer.hasFailed());
        QVERIFY(write(QByteArray("ab ba abc cab bac. ").repeated(100)));
        const QByteArray weighed = make();
        QVERIFY2(!quantizer.hasFailed(), qPrintable(quantizer.status()));
        QVERIFY(!weighed.isEmpty());
        QVERIFY(weighed != plain);
        quantizer.calibrateWith({});
        QVERIFY(quantizer.calibrationName().isEmpty());
        QCOMPARE(make(), plain);
    }

    void aComparisonThatFailsKeepsTheCopy() {
        QTemporaryDir folder;
        ModelQuantizer quantizer(
            folder.path(),
            {[](const auto&, const auto&, const auto&, const auto&, const auto&) -> ModelComparison {
                 throw Error(ErrorCode::OutOfMemory, "There is not enough memory.");
             },
             weighed});
        choose(quantizer, model("llama-f32"));
        quantizer.start(4);
        QTRY_VERIFY(!quantizer.isRunning());
        QVERIFY(!quantizer.hasFailed());
        QVERIFY(quantizer.status().endsWith("Its cost is not known: There is not enough memory."));
        QVERIFY(QFile::exists(folder.filePath("llama.Q4_0.gguf")));
    }

    void cancelIsAtOnce() {
        QTemporaryDir folder;
        QSemaphore comparing;
        ModelQuantizer quantizer(folder.path(),
                                 {[&](const auto&, const auto&, const auto&, const auto&, const auto& stop) {
                                      comparing.release();
                                      while (!stop.stop_requested()) QThread::msleep(1);
                                      return ModelComparison();
                                  },
                                  weighed});
        choose(quantizer, model("llama-f32"));
        quantizer.cancel();  // nothing to cancel
        quantizer.start(1);
        QVERIFY(comparing.tryAcquire(1, 10000));
        QTRY_VERIFY(QFile::exists(folder.filePath("llama.Q6_K.gguf")));
        QCoreApplication::processEvents();
        quantizer.cancel();
        QVERIFY(!quantizer.isRunning());
        QVERIFY2(quantizer.status().contains(" instead of "), qPrintable(quantizer.status()));
        // And before the copy is complete.
        quantizer.start(0);
        quantizer.cancel();
        QVERIFY(!quantizer.isRunning());
        QCOMPARE(quantizer.status(), QStringLiteral("Cancelled. Nothing was kept."));
    }

    void repliesGoFirst() {
        QTemporaryDir folder;
        const auto turns = std::make_shared<ProcessorTurns>();
        ModelQuantizer quantizer(folder.path(), {compared, weighed}, turns);
        choose(quantizer, model("llama-f32"));
        ProcessorTurns::Seat reply(*turns, [] {});
        QVERIFY(reply.begin(Priority::Reading));
        quantizer.start(0);
        QTest::qWait(50);
        QVERIFY(quantizer.isRunning());
        QVERIFY(QDir(folder.path()).isEmpty());
        reply.leave();
        QTRY_VERIFY(!quantizer.isRunning());
        QVERIFY2(!quantizer.hasFailed(), qPrintable(quantizer.status()));
        QVERIFY(QFile::exists(folder.filePath("llama.Q8_0.gguf")));
        // A copy that waits can be cancelled.
        QVERIFY(reply.begin(Priority::Reading));
        quantizer.start(1);
        QTest::qWait(50);
        quantizer.cancel();
        QVERIFY(!quantizer.isRunning());
        reply.leave();
        QVERIFY(!QFile::exists(folder.filePath("llama.Q6_K.gguf")));
    }

    void badInputIsOneSentence() {
        QTemporaryDir folder;
        const QString broken = folder.filePath("broken-f16.gguf");
        QVERIFY(QFile::copy(model("llama-f32"), broken));
        ModelQuantizer quantizer(folder.path(), {compared, weighed});
        choose(quantizer, broken);
        QFile::resize(broken, 3000);  // its header was read; its weights are gone
        quantizer.start(0);
        QTRY_VERIFY(!quantizer.isRunning());
        QVERIFY(quantizer.hasFailed());
        QVERIFY2(quantizer.status().endsWith('.') && !quantizer.status().contains('\n'),
                 qPrintable(quantizer.status()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("broken-f16.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestModelQuantizer)
#include "tst_model_quantizer.moc"
