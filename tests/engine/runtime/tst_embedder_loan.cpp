#include "hearth/embedder_loan.h"

#include <QtTest>
#include <thread>

#include "runtime/runtime_errors.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace std::chrono_literals;

class TestEmbedderLoan : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EmbedderScript> m_script;
    std::unique_ptr<ModelHost> m_host;

private slots:
    void init() {
        m_script = std::make_shared<test::EmbedderScript>();
        m_host = std::make_unique<ModelHost>(ModelHost::Options());
        ModelSource source;
        source.loadEmbedder = [script = m_script](const std::stop_token& stop) {
            return test::scriptedEmbedders(script)({}, stop);
        };
        m_host->add("e", source);
    }

    void theWorkIsDoneByWhoAsks() {
        std::thread::id worker;
        m_script->beforeText = [&worker] { worker = std::this_thread::get_id(); };
        EmbedderLoan loan(*m_host, "e", Priority::Background);
        Embedder* const embedder = loan.wait({});
        QVERIFY(embedder);
        QCOMPARE(
            embedder->embed(std::vector<std::string>{"ship"}, EmbeddingKind::Plain, loan.stop(), {}).size(),
            size_t(1));
        QVERIFY(worker == std::this_thread::get_id());
    }
    void onlyOneHasItAtATime() {
        auto first = std::make_unique<EmbedderLoan>(*m_host, "e", Priority::Background);
        QVERIFY(first->wait({}));
        EmbedderLoan second(*m_host, "e", Priority::Reading);
        QVERIFY(second.wait({}, 100ms) == nullptr);
        first.reset();
        QVERIFY(second.wait({}));
        QCOMPARE(m_script->loads.load(), 1);
    }
    void oneThatIsNotWaitedForIsNotLent() {
        auto first = std::make_unique<EmbedderLoan>(*m_host, "e", Priority::Background);
        QVERIFY(first->wait({}));
        std::stop_source stop;
        stop.request_stop();
        {
            EmbedderLoan second(*m_host, "e", Priority::Reading);
            QVERIFY(second.wait(stop.get_token()) == nullptr);
        }
        first.reset();
        EmbedderLoan third(*m_host, "e", Priority::Background);
        QVERIFY(third.wait({}));
    }
    void aStopCountsThoughItWasLent() {
        EmbedderLoan loan(*m_host, "e", Priority::Background);
        QVERIFY(loan.wait({}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(loan.wait(stop.get_token()) == nullptr);
    }
    void whyThereIsNoneIsSaid() {
        m_script->failure = "It is damaged.";
        EmbedderLoan loan(*m_host, "e", Priority::Chat);
        QVERIFY_EXCEPTION_THROWN((void)loan.wait({}), Error);
        EmbedderLoan other(*m_host, "unknown", Priority::Chat);
        QVERIFY_EXCEPTION_THROWN((void)other.wait({}), Error);
    }
    void itEndsWithItsModel() {
        std::thread closing;
        {
            EmbedderLoan loan(*m_host, "e", Priority::Chat);
            QVERIFY(loan.wait({}));
            closing = std::thread([this] { m_host->closeAndWait({"e"}); });
            QTRY_VERIFY(loan.stop().stop_requested());
        }
        closing.join();
    }
};

QTEST_GUILESS_MAIN(TestEmbedderLoan)
#include "tst_embedder_loan.moc"
