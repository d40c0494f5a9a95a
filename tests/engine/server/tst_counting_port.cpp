#include "server/counting_port.h"

#include <QtTest>
#include <future>

#include "engine/runtime/hosted.h"
#include "engine/runtime/served_script.h"
#include "runtime/runtime_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestCountingPort : public QObject {
    Q_OBJECT

    std::unique_ptr<ModelHost> m_host;
    std::shared_ptr<TaskCount> m_count;
    std::shared_ptr<CountingPort> m_port;

private slots:
    void init() {
        const auto script = std::make_shared<test::EngineScript>();
        m_host = test::hosted("model", [script](const std::stop_token& stop) {
            return test::ScriptedEngine::load(script, {}, stop);
        });
        m_count = std::make_shared<TaskCount>();
        m_port = std::make_shared<CountingPort>(m_host->find("model"), m_count);
    }
    void cleanup() {
        m_port.reset();
        m_host.reset();
    }

    void tasksAreOpenUntilWhatTheyHoldHasGone() {
        std::promise<void> begun, mayEnd;
        const auto held = std::make_shared<int>();
        m_port->post([&, held](Engine* engine, const Error* problem) {
            QVERIFY(engine != nullptr && problem == nullptr);
            begun.set_value();
            mayEnd.get_future().wait();
        });
        begun.get_future().wait();
        QCOMPARE(m_count->open(), 1);
        QCOMPARE(m_count->posted(), uint64_t(1));
        mayEnd.set_value();
        QTRY_COMPARE(m_count->open(), 0);
        QCOMPARE(held.use_count(), 1L);
        QCOMPARE(m_count->posted(), uint64_t(1));
    }
    void aTaskThatThrowsIsOpenNoMore() {
        m_port->post([](Engine*, const Error*) { throw Error(ErrorCode::Io, "It broke."); });
        QTRY_COMPARE(m_count->open(), 0);
    }
    void everyKindOfTaskIsForwarded() {
        std::promise<bool> ifLoaded, beside;
        m_port->postIfLoaded([&](Engine* engine, const Error*) {
            ifLoaded.set_value(engine != nullptr && m_count->open() > 0);
        });
        QVERIFY(ifLoaded.get_future().get());
        m_port->beside([&](const std::stop_token&) { beside.set_value(m_count->open() > 0); });
        QVERIFY(beside.get_future().get());
        std::atomic<bool> wasIdle = false;
        // The engine may still be at a step.
        for (int attempt = 0; attempt < 1000 && !wasIdle; ++attempt) {
            std::promise<void> ran;
            m_port->postIdle([&](Engine* engine, const std::stop_token&) {
                wasIdle = engine != nullptr && m_count->open() > 0;
                ran.set_value();
            });
            ran.get_future().wait();
        }
        QVERIFY(wasIdle);
        QTRY_COMPARE(m_count->open(), 0);
        QVERIFY(m_count->posted() >= 3);
    }
    void requestsAreCancelledAndEndsAreHeardOf() {
        struct Watcher final : EngineWatcher {
            void engineGone(const Error&) override { gone = true; }
            std::atomic<bool> gone = false;
        };
        const auto watcher = std::make_shared<Watcher>();
        m_port->watch(watcher);
        m_port->replyFailed(Error(ErrorCode::Io, "It broke."), false);
        m_port->cancel(1);
        m_host->close("model");
        QTRY_VERIFY(watcher->gone.load());
    }
    void tasksOfAModelThatIsClosedHearSo() {
        m_host->close("model");
        std::promise<bool> refused;
        m_port->post([&](Engine* engine, const Error* problem) {
            refused.set_value(engine == nullptr && problem->is(errors::serverStopped));
        });
        QVERIFY(refused.get_future().get());
        QTRY_COMPARE(m_count->open(), 0);
    }
    /// The owner of a port can release it without waiting for its tasks.
    void tasksKeepThePortAndTheModel() {
        const std::weak_ptr<CountingPort> port = m_port;
        const std::weak_ptr<HostedModel> model = m_host->find("model");
        std::promise<void> begun, mayEnd;
        m_port->post([&, again = port](Engine*, const Error*) {
            begun.set_value();
            mayEnd.get_future().wait();
            again.lock()->post([](Engine*, const Error*) {});
        });
        m_port.reset();
        begun.get_future().wait();
        QVERIFY(!port.expired());
        m_host->close("model");
        QVERIFY(!model.expired());
        mayEnd.set_value();
        QTRY_VERIFY(port.expired());
        QCOMPARE(m_count->open(), 0);
        QCOMPARE(m_count->posted(), uint64_t(2));
    }
};

QTEST_GUILESS_MAIN(TestCountingPort)
#include "tst_counting_port.moc"
