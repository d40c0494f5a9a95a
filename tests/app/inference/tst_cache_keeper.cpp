#include "inference/cache_keeper.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

namespace {

/// A model that was used, so that there is a cache to keep.
struct Fixture {
    explicit Fixture(bool withModel = true) {
        inference.caches().keepPrefixes(data.filePath("prefixes"), true);
        if (!withModel) return;
        QSignalSpy loaded(&engine, &EngineStatus::becameReady);
        engine.load("tiny.gguf");
        if (!loaded.wait()) qFatal("the model does not load");
        QSignalSpy finished(&inference, &InferenceThread::finished);
        inference.generate({});
        if (!finished.wait()) qFatal("no reply");
    }

    QTemporaryDir data;
    std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
    std::unique_ptr<store::Store> store = store::Store::inMemory();
    AppSettings settings{*store};
    InferenceThread inference{test::scripted(script)};
    EngineStatus engine{inference, settings};
    CacheKeeper keeper{inference, engine};
    QSignalSpy ready{&keeper, &CacheKeeper::readyToClose};
};

}  // namespace

class TestCacheKeeper : public QObject {
    Q_OBJECT

private slots:
    void withoutAModelTheWindowClosesAtOnce() {
        Fixture f(false);
        QVERIFY(f.keeper.mayClose());
        QVERIFY(!f.keeper.isClosing());
    }

    void theWindowClosesWhenTheCacheIsKept() {
        Fixture f;
        f.script->saveStep = 5ms;
        f.script->saveSteps = 10;
        QList<double> shares;
        QObject::connect(&f.keeper, &CacheKeeper::changed, &f.keeper, [&] {
            if (f.keeper.isKeeping()) shares += f.keeper.fraction();
        });
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.keeper.isClosing());
        QVERIFY(f.ready.wait());
        QVERIFY(!f.keeper.isKeeping());
        QCOMPARE(shares.size(), 11);
        QCOMPARE(shares.last(), 1.0);
        QVERIFY(f.keeper.mayClose());
        QCOMPARE(f.script->savedPrefixes, 1);
    }

    void closingAgainDropsTheRest() {
        Fixture f;
        f.script->saveStep = 20ms;
        f.script->saveSteps = 5000;
        QVERIFY(!f.keeper.mayClose());
        QTRY_VERIFY(f.keeper.isKeeping());
        QVERIFY(f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        QCOMPARE(f.script->savedPrefixes, 0);
    }

    void aCacheThatTakesLongIsCutShort() {
        Fixture f;
        f.script->saveStep = 20ms;
        f.script->saveSteps = 5000;
        QElapsedTimer time;
        time.start();
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        QVERIFY2(time.elapsed() < CacheKeeper::longestMs + 300, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(f.ready[0][0].toBool(), false);
        QVERIFY(f.keeper.mayClose());
        // After staying there is still a cache to keep.
        f.keeper.stay();
        f.script->saveSteps = 2;
        QSignalSpy finished(&f.inference, &InferenceThread::finished);
        f.inference.generate({});
        QVERIFY(finished.wait());
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        QCOMPARE(f.script->savedPrefixes, 1);
    }

    void whatDoesNotAnswerIsNotWaitedFor() {
        Fixture f;
        f.script->deaf = 3000ms;
        f.inference.generate({});
        // Before its turn has come a reply ends at once.
        QTest::qWait(200);
        QElapsedTimer time;
        time.start();
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        QVERIFY2(time.elapsed() < CacheKeeper::longestMs + 300, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(f.ready[0][0].toBool(), true);
        QVERIFY(f.keeper.mayClose());
    }

    void whatRunsIsStopped() {
        Fixture f;
        f.script->pieces.assign(10000, "word ");
        f.script->tokenStep = 5ms;
        QSignalSpy text(&f.inference, &InferenceThread::textReady);
        QSignalSpy finished(&f.inference, &InferenceThread::finished);
        f.inference.generate({});
        QVERIFY(text.wait());
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        // The reply's end is heard before, so that it can be stored.
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
        QCOMPARE(f.script->savedPrefixes, 1);
    }

    void whoStaysCanAskAgain() {
        Fixture f;
        QVERIFY(!f.keeper.mayClose());
        f.keeper.stay();
        QTRY_COMPARE(f.script->savedPrefixes, 1);
        QSignalSpy finished(&f.inference, &InferenceThread::finished);
        f.inference.generate({});
        QVERIFY(finished.wait());
        QCOMPARE(f.ready.count(), 0);
        QVERIFY(!f.keeper.mayClose());
        QVERIFY(f.ready.wait());
        QCOMPARE(f.script->savedPrefixes, 2);
    }

    void aModelThatGoesIsNoReasonToClose() {
        Fixture f;
        f.engine.unload();
        QVERIFY(!f.engine.isReady());
        QTRY_COMPARE(f.script->savedPrefixes, 1);
        QTRY_VERIFY(!f.keeper.isKeeping());
        QCOMPARE(f.ready.count(), 0);
        QVERIFY(f.keeper.mayClose());
    }
};

QTEST_GUILESS_MAIN(TestCacheKeeper)
#include "tst_cache_keeper.moc"
