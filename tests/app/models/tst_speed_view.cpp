#include "models/speed_view.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Ten tokens a second, as in tst_speed_book, of 1.0625 GB each at 20 GB/s.
struct Fixture {
    std::unique_ptr<store::Store> store = store::Store::inMemory();
    std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
    AppSettings settings{*store};
    InferenceThread inference{test::scripted(script)};
    EngineStatus engine{inference, settings};
    SpeedBook book{*store,
                   [](const std::string& backend, int, std::span<const BlockType> types, std::stop_token) {
                       DeviceSpeed speed;
                       speed.backend = backend;
                       speed.readBytesPerS = 20e9;
                       speed.operationS = 1e-9;
                       for (const BlockType type : types)
                           speed.products.push_back({type, {10e9, 5e9, 2.5e9, 0.1e9}});
                       return speed;
                   },
                   {}};
    SpeedView view{book, engine, inference, [](const QString&) {
                       TokenWork work;
                       work.products = {{BlockType::Q8_0, 1'000'000'000, 1'062'500'000, 0}};
                       work.parameters = 3'000'000'000;
                       work.activeParameters = 1'000'000'000;
                       work.layers = 1;
                       return work;
                   }};

    void load() {
        QSignalSpy ready(&engine, &EngineStatus::becameReady);
        engine.load(QStringLiteral("model.gguf"));
        QVERIFY(ready.wait());
    }
    void reply(float ms, int tokens) {
        script->interTokenMs = ms;
        script->pieces.assign(static_cast<size_t>(tokens), "word ");
        QSignalSpy finished(&inference, &InferenceThread::finished);
        GenerationRequest request;
        ChatMessage message;
        message.role = "user";
        message.content = "Hello";
        request.messages = {message};
        inference.generate(request);
        QVERIFY(finished.wait());
    }
};

}  // namespace

class TestSpeedView : public QObject {
    Q_OBJECT

private slots:
    void withoutAModelItSaysSo() {
        Fixture f;
        f.view.setShown(true);
        QCOMPARE(f.view.note(), QString("Load a model to see what bounds its speed."));
        QVERIFY(f.view.points().isEmpty());
        QVERIFY(f.view.facts().isEmpty());
    }

    void theModelInUseStandsBelowTheRoofs() {
        Fixture f;
        f.load();
        f.view.setShown(true);
        QTRY_COMPARE(f.view.points().size(), 4);
        QCOMPARE(f.view.note(), QString());
        QCOMPARE(f.view.memoryRoof(), 20.0);
        QVERIFY(qAbs(f.view.arithmeticRoof() - 51.2) < 0.01);
        QCOMPARE(f.view.points()[0].toMap()["name"].toString(), QString("One reply"));
        QVERIFY(f.view.points()[0].toMap()["memoryBound"].toBool());
        QVERIFY(!f.view.points()[3].toMap()["memoryBound"].toBool());
        QCOMPARE(f.view.facts()[1].toMap()["text"].toString(), QString("1.00 billion"));
        QCOMPARE(f.view.sentence(), QString());
    }

    // 125 ms a token: 8 tokens/s of 1.06 GB, 42 % of 20 GB/s, and 20 % less than the 10 that were expected.
    void aReplyIsHeldAgainstTheGuess() {
        Fixture f;
        f.load();
        f.view.setShown(true);
        QTRY_COMPARE(f.view.points().size(), 4);
        f.reply(125, 40);
        QTRY_COMPARE(f.view.told().size(), 1);
        QCOMPARE(f.view.told()[0].toMap()["expected"].toString(), QString("10.0"));
        QCOMPARE(f.view.told()[0].toMap()["measured"].toString(), QString("8.0"));
        QVERIFY(f.view.told()[0].toMap()["off"].toString().contains("20"));
        QVERIFY(f.view.sentence().contains("8.0 tokens/s"));
        QVERIFY2(f.view.sentence().contains("43 %") || f.view.sentence().contains("42 %"),
                 qPrintable(f.view.sentence()));
        QCOMPARE(f.view.points().size(), 5);
        QVERIFY(f.view.points()[4].toMap()["measured"].toBool());
        // Short ones say little.
        f.reply(1, 3);
        QCOMPARE(f.view.told()[0].toMap()["measured"].toString(), QString("8.0"));
        f.engine.unload();
        QTRY_COMPARE(f.view.sentence(), QString());
    }
};

QTEST_MAIN(TestSpeedView)
#include "tst_speed_view.moc"
