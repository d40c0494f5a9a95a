#include "models/load_options.h"

#include <QSignalSpy>
#include <QTemporaryFile>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestLoadOptions : public QObject {
    Q_OBJECT

    QTemporaryFile m_file;

private slots:
    void initTestCase() { QVERIFY(m_file.open()); }

    void whatIsChosenIsPlannedKeptAndUsed() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(test::scripted(script));
        EngineStatus engine(inference, settings);
        LoadOptions options(settings, engine, [](const EngineOptions& wanted) {
            MemoryPlan plan;
            plan.weightsBytes = 1000;
            plan.contextLength = wanted.contextLength > 0 ? wanted.contextLength : 8192;
            plan.kvConversationBytes = static_cast<uint64_t>(plan.contextLength);
            plan.kvBytes = 4 * plan.kvConversationBytes;
            plan.deviceFreeBytes = 20000;
            plan.layers = 30;
            plan.training.length = 8192;
            plan.kv = KvCost({{1, 64, 64, 0}}, {0}, 0);
            return plan;
        });
        options.setPath(m_file.fileName());
        QTRY_VERIFY(options.isKnown());
        QCOMPARE(options.contextLength(), 8192);
        QCOMPARE(options.totalBytes(), 1000.0 + 4 * 8192);
        QCOMPARE(options.lackingBytes(), 0.0);
        const QVariantMap bytes = options.kvTypeBytes();
        QCOMPARE(bytes.keys(), QStringList({"f16", "q4_0", "q8_0", "q8_0:q4_0"}));
        const double share = bytes["q8_0"].toDouble() / bytes["f16"].toDouble();
        QVERIFY2(share > 0.5 && share < 0.55, qPrintable(QString::number(share)));
        QVERIFY(!options.isOwn() && options.note().isEmpty());
        options.setContextLength(32768);
        options.setKvType(QStringLiteral("q8_0"));
        options.setThreads(3);
        options.setGpuLayers(7);
        QVERIFY(options.isOwn() && options.isGpuThere());
        QTRY_COMPARE(options.kvConversationBytes(), 32768.0);
        QCOMPARE(options.lackingBytes(), 1000.0 + 32768 - 20000);
        QVERIFY2(options.note().contains("8,192"), qPrintable(options.note()));
        const EngineOptions wanted = settings.engineOptions(m_file.fileName());
        QCOMPARE(wanted.contextLength, 32768);
        QVERIFY(wanted.kvType == KvType::Q8_0);
        QCOMPARE(wanted.threads, 3);
        QCOMPARE(wanted.gpuLayers, 7);
        QCOMPARE(settings.engineOptions("/other.gguf").gpuLayers, -1);
        // Nonsense is not kept.
        options.setKvType(QStringLiteral("f8"));
        QCOMPARE(options.kvType(), QStringLiteral("f16"));
        // They go with the file, and over a restart.
        settings.models->moveDraftModels([&](const QString& path) { return path + ".moved"; });
        QCOMPARE(settings.engineOptions(m_file.fileName() + ".moved").threads, 3);
        settings.flush();
        AppSettings again(*store);
        QCOMPARE(again.engineOptions(m_file.fileName() + ".moved").contextLength, 32768);
        settings.models->moveDraftModels([](const QString& path) { return QString(path).remove(".moved"); });
        options.reset();
        QVERIFY(!options.isOwn());
        QCOMPARE(settings.engineOptions(m_file.fileName()).contextLength, 0);
        QTRY_COMPARE(options.contextLength(), 8192);
    }

    void theModelInUseWaitsForANewLoad() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(test::scripted(script));
        EngineStatus engine(inference, settings);
        LoadOptions options(settings, engine, [](const EngineOptions&) { return MemoryPlan(); });
        QSignalSpy ready(&engine, &EngineStatus::becameReady);
        engine.load(m_file.fileName());
        QVERIFY(ready.wait());
        options.setPath(m_file.fileName());
        QVERIFY(!options.waits());
        options.setThreads(2);
        QVERIFY(options.waits());
        options.apply();
        QVERIFY(ready.wait());
        QVERIFY(!options.waits());
        QCOMPARE(engine.model().options.threads, 2);
    }
};

QTEST_GUILESS_MAIN(TestLoadOptions)
#include "tst_load_options.moc"
