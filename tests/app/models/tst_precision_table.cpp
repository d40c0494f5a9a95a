#include "models/precision_table.h"

#include <QSignalSpy>
#include <QtTest>

#include "hearth/host_resources.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

namespace {

struct Fixture {
    std::unique_ptr<store::Store> store = store::Store::inMemory();
    std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
    AppSettings settings{*store};
    InferenceThread inference{test::scripted(script)};
    EngineStatus engine{inference, settings};
    PrecisionTable table{engine, [] {
                             return std::vector<MemoryPlace>{{{}, 32ULL << 30U}, {"NVIDIA L4", 12ULL << 30U}};
                         }};

    void load(const char* path) {
        QSignalSpy ready(&engine, &EngineStatus::becameReady);
        engine.load(QString::fromUtf8(path));
        QVERIFY(ready.wait());
    }
    QVariantMap row(const QString& precision) const {
        for (const QVariant& one : table.rows())
            if (one.toMap()["precision"].toString() == precision) return one.toMap();
        return {};
    }
    QVariantMap cell(const QString& precision, int context) const {
        return row(precision)["cells"].toList()[context].toMap();
    }
};

}  // namespace

class TestPrecisionTable : public QObject {
    Q_OBJECT

private slots:
    // 7B in 16 bits: 12.6 GiB, and 2 GiB of cache at 4k (Llama 2's own context).
    void publishedModelsNeedNoModel() {
        Fixture f;
        QCOMPARE(f.table.subjects(), (QStringList{"Llama 2 7B", "Llama 2 13B", "Llama 2 70B"}));
        f.table.setShown(true);
        QTRY_COMPARE(f.table.places().size(), 2);
        QCOMPARE(f.row("FP16, BF16")["weights"].toString(), QString("12.6"));
        QCOMPARE(f.cell("FP16, BF16", 0)["text"].toString(), QString("14.6"));
        QCOMPARE(f.cell("FP16, BF16", 0)["fits"].toInt(), 1);  // not on the card, in the computer's memory
        QCOMPARE(f.cell("INT4", 0)["fits"].toInt(), 0);
        QCOMPARE(f.cell("INT4", 3)["fits"].toInt(), 2);  // 64 GiB of cache at 128k
        QCOMPARE(f.table.cacheRows()[0].toMap()["cells"].toStringList()[0], QString("2.02"));
        QVERIFY(f.table.places()[1].toMap()["text"].toString().startsWith("up to INT8, "));
        QVERIFY(f.table.parametersText().startsWith("Llama 2 7B: 6.74 "));
        f.table.setSubject(2);
        QVERIFY(f.table.places()[1].toMap()["text"].toString().startsWith("none fits"));
        QCOMPARE(f.table.places()[1].toMap()["fits"].toInt(), 2);
        f.table.setSubject(7);
        QCOMPARE(f.table.subject(), 2);
    }

    void theModelInUseComesFirstWithItsFile() {
        Fixture f;
        f.table.setShown(true);
        f.load(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf");
        QTRY_COMPARE(f.table.subjects().size(), 4);
        QCOMPARE(f.table.subject(), 0);
        int own = 0;
        for (const QVariant& row : f.table.rows()) own += row.toMap()["thisFile"].toBool() ? 1 : 0;
        QCOMPARE(own, 1);
        f.engine.unload();
        QTRY_COMPARE(f.table.subjects().size(), 3);
        // A missing file is left out.
        f.load("/nowhere/model.gguf");
        QTest::qWait(50);
        QCOMPARE(f.table.subjects().size(), 3);
    }

    void placesAreTheComputerAndItsCards() {
        const auto places = placesHere([] { return std::vector<ListedGpu>{{0, "NVIDIA L4", 22ULL << 30U}}; });
        QCOMPARE(places.size(), size_t{2});
        QCOMPARE(places[0].bytes, totalMemoryBytes());
        QCOMPARE(places[1].name, QString("NVIDIA L4"));
        QCOMPARE(placesHere({}).size(), size_t{1});
    }
};

QTEST_MAIN(TestPrecisionTable)
#include "tst_precision_table.moc"
