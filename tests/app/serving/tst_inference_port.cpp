#include "serving/inference_port.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <future>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace hearth::test;

class TestInferencePort : public QObject {
    Q_OBJECT
private slots:
    void tasksRunWhereTheEngineIs() {
        const auto script = std::make_shared<EngineScript>();
        InferenceThread inference(scripted(script));
        InferencePort port(inference);
        std::atomic<int> state = 0;
        port.post([&](Engine* engine, const Error* problem) {
            state = engine == nullptr && problem != nullptr ? 1 : 2;
        });
        QTRY_COMPARE(state.load(), 1);
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        inference.load({});
        QVERIFY(loaded.wait());
        port.post([&](Engine* engine, const Error* problem) {
            state = engine != nullptr && problem == nullptr ? 3 : 4;
        });
        QTRY_COMPARE(state.load(), 3);
    }
    void workBesideDoesNotHoldUpTheEngine() {
        std::atomic<int> ended = 0, ran = 0;
        {
            InferenceThread inference(scripted(std::make_shared<EngineScript>()));
            InferencePort port(inference);
            QSignalSpy loaded(&inference, &InferenceThread::loaded);
            inference.load({});
            QVERIFY(loaded.wait());
            std::promise<void> begun;
            port.beside([&](const std::stop_token& stop) {
                begun.set_value();
                while (!stop.stop_requested()) QThread::msleep(1);
                ++ended;
            });
            begun.get_future().wait();
            port.beside([&](const std::stop_token&) { ++ran; });
            std::atomic<bool> posted = false;
            port.post([&](Engine*, const Error*) { posted = true; });
            QTRY_VERIFY(posted.load());
        }
        QCOMPARE(ended.load(), 1);
        QCOMPARE(ran.load(), 0);
    }
    void everyEngineThatGoesIsTold() {
        struct Watcher final : EngineWatcher {
            void engineGone(const Error&) override { ++gone; }
            std::atomic<int> gone = 0;
        };
        const auto watcher = std::make_shared<Watcher>();
        InferenceThread inference(scripted(std::make_shared<EngineScript>()));
        InferencePort port(inference);
        port.watch(watcher);
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        for (int model = 0; model < 3; ++model) {
            inference.load({});
            QVERIFY(loaded.wait());
            QCOMPARE(watcher->gone.load(), model);
            port.post([](Engine*, const Error*) {});
        }
    }
    void aModelOfAnotherComputerIsNone() {
        const auto script = std::make_shared<EngineScript>();
        script->serverHost = "rack.lan";
        InferenceThread inference(scripted(script));
        InferencePort port(inference);
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        inference.load({});
        QVERIFY(loaded.wait());
        std::atomic<int> state = 0;
        port.post([&](Engine* engine, const Error*) { state = engine == nullptr ? 1 : 2; });
        QTRY_COMPARE(state.load(), 1);
    }
};

QTEST_GUILESS_MAIN(TestInferencePort)
#include "tst_inference_port.moc"
