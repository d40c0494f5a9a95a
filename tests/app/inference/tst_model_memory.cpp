#include "inference/model_memory.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelMemory : public QObject {
    Q_OBJECT

private slots:
    void plansTheCacheOfAnotherContext() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 4096;
        script->kvBytes = 6400;
        script->freeBytes = uint64_t{1} << 40U;
        script->kv = KvCost({{.kvHeads = 1, .keyDim = 32, .valueDim = 32, .group = 0}}, {0}, 0);
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QCOMPARE(status.memory()->kvBytesAt(8192, "f16"), 0.0);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        // The current bytes, the bytes that would be reserved, and the share of one conversation.
        QCOMPARE(status.memory()->kvBytesAt(4096, "f16"), 6400.0);
        const double block = 32 * 2 * 32 * 2;
        QCOMPARE(status.memory()->kvBytesAt(8192, "f16"), 4 * 256 * block);
        QCOMPARE(status.memory()->kvConversationBytesAt(8192, "f16"), 257 * block);
        // Keys and values of a block: 1,088 bytes each with q8_0, 608 and 640 with q4_0; eight blocks of keys
        // are open, in halves.
        const double open = 8 * block / 2;
        QCOMPARE(status.memory()->kvConversationBytesAt(8192, "q8_0"), 257.0 * (1088 + 1088) + open);
        QCOMPARE(status.memory()->kvConversationBytesAt(8192, "q4_0"), 257.0 * (608 + 640) + open);
        status.reloadWith(8192, "q8_0");
        QVERIFY(ready.wait());
        QCOMPARE(status.context()->kvType(), QString("q8_0"));
        // The model keeps it, and no other has it.
        QCOMPARE(settings.engineOptions("/models/tiny-Q4_1.gguf").contextLength, 8192);
        QCOMPARE(settings.engineOptions("/models/other.gguf").kvType, KvType::F16);
    }

    void plansTheSameHoweverFullTheCacheIs() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 4096;
        script->kvBytes = 1 << 20;
        script->freeBytes = 4 << 20;
        script->kv = KvCost({{.kvHeads = 1, .keyDim = 32, .valueDim = 32, .group = 0}}, {0}, 0);
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady), changed(&status, &EngineStatus::changed);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        const double planned = status.memory()->kvBytesAt(512, "f16"), free = status.memory()->freeBytes();
        QCOMPARE(status.memory()->kvTakenBytes(), 0.0);
        changed.clear();
        inference.generate({});
        QVERIFY(changed.wait());
        QCOMPARE(status.memory()->kvTakenBytes(), status.memory()->kvBytes());
        QCOMPARE(status.memory()->freeBytes(), free - status.memory()->kvBytes());
        QCOMPARE(status.memory()->kvBytesAt(512, "f16"), planned);
    }

    void saysHowManyExpertsWereOnTheCard() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->experts = {.experts = 16, .onGpu = 4, .hostBytes = 1000};
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady), changed(&status, &EngineStatus::changed);
        QCOMPARE(status.memory()->expertCount(), 0);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(status.memory()->expertCount(), 16);
        QCOMPARE(status.memory()->expertsOnCard(), 4);
        QCOMPARE(status.memory()->expertBytes(), 1000.0);
        QCOMPARE(status.memory()->expertHitRate(), -1.0);
        script->experts.hits = 3;
        script->experts.misses = 1;
        script->experts.copiedBytes = 70;
        changed.clear();
        inference.generate({});
        QTRY_COMPARE(status.memory()->expertHitRate(), 0.75);
        QVERIFY(!changed.isEmpty());
        QCOMPARE(status.memory()->expertCopiedBytes(), 70.0);
    }
};

QTEST_GUILESS_MAIN(TestModelMemory)

#include "tst_model_memory.moc"
