#include "models/kv_costs.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <cmath>
#include <thread>

#include "hearth/error.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

namespace {

constexpr KvCosts::Waits noWaits{.first = 1, .again = 1};

/// An hour's work, of which a stop request is heard.
std::vector<KvTypeCost> untilStopped(const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    throw Error(ErrorCode::Cancelled, "It was cancelled.");
}

}  // namespace

class TestKvCosts : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    std::shared_ptr<test::EngineScript> m_script;
    std::atomic<int> m_measured = 0;
    std::atomic<bool> m_held = false;  ///< a measurement waits

    KvTypeMeasurer measurer() {
        return [this](Engine&, std::span<const KvTypes> types, const std::stop_token& stop) {
            while (m_held && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
            ++m_measured;
            std::vector<KvTypeCost> costs;
            for (const KvTypes& both : types)
                costs.push_back({.tokens = 500, .divergence = both.value == KvType::Q8_0 ? 0.25 : 0.5});
            return costs;
        };
    }
    static QVariantMap ofModel(const KvCosts& costs, const char* path) {
        return costs.known().value(QLatin1String(path)).toMap();
    }

private slots:
    void init() {
        m_store = store::Store::inMemory();
        m_script = std::make_shared<test::EngineScript>();
        m_script->weightsHash = "one";
        m_measured = 0;
    }

    void aModelIsMeasuredOnceEver() {
        const QVariantMap measured{
            {"q8_0", std::expm1(0.25)}, {"q8_0:q4_0", std::expm1(0.5)}, {"q4_0", std::expm1(0.5)}};
        {
            AppSettings settings(*m_store);
            InferenceThread inference(test::scripted(m_script));
            EngineStatus engine(inference, settings);
            KvCosts costs(settings, engine, inference, measurer(), noWaits);
            QVERIFY(costs.known().isEmpty() && costs.path().isEmpty() && !costs.isPending());
            engine.load("/a.gguf");
            QTRY_COMPARE(ofModel(costs, "/a.gguf"), measured);
            QVERIFY(!costs.isPending() && costs.problem().isEmpty());
            QCOMPARE(costs.path(), QStringLiteral("/a.gguf"));
            engine.reload();
            QTRY_VERIFY(costs.path().isEmpty());
            QTRY_VERIFY(engine.isReady());
            settings.flush();
        }
        AppSettings settings(*m_store);
        InferenceThread inference(test::scripted(m_script));
        EngineStatus engine(inference, settings);
        KvCosts costs(settings, engine, inference, measurer(), noWaits);
        QCOMPARE(ofModel(costs, "/a.gguf"), measured);
        // The same weights elsewhere are known as well.
        engine.load("/copy.gguf");
        QTRY_COMPARE(costs.path(), QStringLiteral("/copy.gguf"));
        QVERIFY(!costs.isPending());
        QCOMPARE(ofModel(costs, "/copy.gguf"), measured);
        QCOMPARE(m_measured.load(), 1);
        settings.models->moveDraftModels([](const QString& path) { return path + ".moved"; });
        QCOMPARE(ofModel(costs, "/a.gguf.moved"), measured);
        // Other weights in the place of a file are not what was measured.
        m_script->weightsHash = "two";
        m_held = true;
        QSignalSpy changed(&costs, &KvCosts::changed);
        engine.load("/copy.gguf.moved");
        QTRY_VERIFY(engine.isReady() && costs.isPending());
        QVERIFY(ofModel(costs, "/copy.gguf.moved").isEmpty());
        m_held = false;
        QTRY_COMPARE(ofModel(costs, "/copy.gguf.moved"), measured);
        QCOMPARE(m_measured.load(), 2);
        QVERIFY(!changed.isEmpty());
    }

    void whoeverAsksComesFirst() {
        AppSettings settings(*m_store);
        InferenceThread inference(test::scripted(m_script));
        EngineStatus engine(inference, settings);
        std::atomic<int> begun = 0;
        KvCosts costs(
            settings, engine, inference,
            [&, measure = measurer()](Engine& used, std::span<const KvTypes> types,
                                      const std::stop_token& stop) {
                return ++begun == 1 ? untilStopped(stop) : measure(used, types, stop);
            },
            noWaits);
        engine.load("/a.gguf");
        QTRY_COMPARE(begun.load(), 1);
        QSignalSpy finished(&inference, &InferenceThread::finished);
        QElapsedTimer time;
        time.start();
        inference.generate({});
        QVERIFY(finished.wait());
        QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
        // It is tried again when the model rests.
        QTRY_VERIFY(!ofModel(costs, "/a.gguf").isEmpty());
        QVERIFY(costs.problem().isEmpty() && !costs.isPending());
    }

    void whatCannotBeMeasuredIsSaid() {
        AppSettings settings(*m_store);
        InferenceThread inference(test::scripted(m_script));
        EngineStatus engine(inference, settings);
        KvCosts costs(
            settings, engine, inference,
            [](Engine&, std::span<const KvTypes>, const std::stop_token&) -> std::vector<KvTypeCost> {
                throw Error(ErrorCode::OutOfMemory, "There is not enough memory.");
            },
            noWaits);
        engine.load("/a.gguf");
        QTRY_COMPARE(costs.problem(), QStringLiteral("There is not enough memory."));
        QVERIFY(!costs.isPending() && costs.known().isEmpty());
        // Of another model nothing is known yet.
        m_script->serverHost = "rack.lan";
        engine.load("/b.gguf");
        QTRY_COMPARE(costs.path(), QStringLiteral("/b.gguf"));
        QVERIFY(costs.problem().isEmpty());
        // A server's cache is its own affair.
        QVERIFY(!costs.isPending());
    }

    void nonsenseInTheSettingsIsLeftOut() {
        AppSettings settings(*m_store);
        settings.models->setKvCosts("/a.gguf", {{"q8_0", "much"}, {"q4_0", 0.5}, {"f8", 1.0}});
        settings.models->setKvCosts("/b.gguf", {{"q8_0", true}});
        InferenceThread inference(test::scripted(m_script));
        EngineStatus engine(inference, settings);
        const KvCosts costs(settings, engine, inference, {}, noWaits);
        QCOMPARE(costs.known(), QVariantMap({{"/a.gguf", QVariantMap{{"q4_0", 0.5}}}}));
    }
};

QTEST_GUILESS_MAIN(TestKvCosts)
#include "tst_kv_costs.moc"
