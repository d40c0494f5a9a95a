#include "documents/passage_reranker.h"

#include <QElapsedTimer>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <thread>

#include "support/reference_pack.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

class TestPassageReranker : public QObject {
    Q_OBJECT

    const std::vector<std::string> m_texts{"a loaf", "the boat leaves", "rain"};
    std::shared_ptr<test::EmbedderScript> m_script;

    PassageReranker made(std::chrono::milliseconds longest = 60s) const {
        return PassageReranker(test::scriptedEmbedders(m_script), longest);
    }

private slots:
    void init() { m_script = std::make_shared<test::EmbedderScript>(); }

    void itIsLoadedOnceAndWhenNeeded() {
        PassageReranker reranker = made();
        QVERIFY(reranker.scores("ship", m_texts).empty());
        reranker.setModel("/a");
        QVERIFY(reranker.scores("ship", {}).empty());
        QCOMPARE(m_script->loads.load(), 0);
        QCOMPARE(reranker.status().phase, RerankerStatus::None);
        const std::vector<double> scores = reranker.scores("ship", m_texts);
        QCOMPARE(scores.size(), size_t{3});
        QVERIFY(scores[1] > scores[0] && scores[1] > scores[2]);
        QCOMPARE(reranker.status().phase, RerankerStatus::Ready);
        QVERIFY(reranker.scores("bread", m_texts)[0] > 0.5);
        QCOMPARE(m_script->loads.load(), 1);
        reranker.setModel("/b");
        QCOMPARE(reranker.model(), QStringLiteral("/b"));
        QCOMPARE(reranker.status().phase, RerankerStatus::None);
        QCOMPARE(reranker.scores("ship", m_texts).size(), size_t{3});
        QCOMPARE(m_script->loads.load(), 2);
        reranker.setModel({});
        QVERIFY(reranker.scores("ship", m_texts).empty());
    }

    void whyItCannotBeLoadedIsSaid() {
        PassageReranker reranker = made();
        m_script->failure = "It is broken.";
        reranker.setModel("/a");
        QVERIFY(reranker.scores("ship", m_texts).empty());
        QVERIFY(reranker.scores("ship", m_texts).empty());
        QCOMPARE(reranker.status(), (RerankerStatus{RerankerStatus::Failed, "It is broken."}));
        QCOMPARE(m_script->loads.load(), 1);
        // Chosen again, it is tried again.
        m_script->failure.clear();
        reranker.setModel("/a");
        QCOMPARE(reranker.scores("ship", m_texts).size(), size_t{3});
        QCOMPARE(reranker.status(), (RerankerStatus{RerankerStatus::Ready, {}}));
    }

    void itsTimeIsBounded() {
        PassageReranker reranker = made(1s);
        m_script->textTime = 60s;
        reranker.setModel("/a");
        QElapsedTimer time;
        time.start();
        QVERIFY(reranker.scores("ship", m_texts).empty());
        QVERIFY2(time.elapsed() < 20000, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(reranker.status().phase, RerankerStatus::Slow);
        // What nobody waits for any more ends.
        QTRY_COMPARE(m_script->cancelled.load(), 1);
        m_script->textTime = 0ms;
        QTRY_COMPARE(reranker.scores("ship", m_texts).size(), size_t{3});
        QCOMPARE(reranker.status().phase, RerankerStatus::Ready);
    }

    void loadingGoesOnBehindIt() {
        std::atomic<bool> may = false;
        PassageReranker reranker(
            [this, &may](const EmbedderOptions& options, const std::stop_token& stop) {
                while (!may) std::this_thread::sleep_for(1ms);
                return test::scriptedEmbedders(m_script)(options, stop);
            },
            1s);
        reranker.setModel("/a");
        QVERIFY(reranker.scores("ship", m_texts).empty());
        QCOMPARE(reranker.status().phase, RerankerStatus::Loading);
        may = true;
        QTRY_COMPARE(reranker.status().phase, RerankerStatus::Ready);
        QTRY_COMPARE(reranker.scores("ship", m_texts).size(), size_t{3});
        QCOMPARE(m_script->loads.load(), 1);
    }

    void whoWaitsCanGiveUp() {
        PassageReranker reranker = made();
        m_script->textTime = 60s;
        for (const bool another : {false, true}) {
            reranker.setModel("/a");
            std::vector<double> scores{1};
            QElapsedTimer time;
            time.start();
            std::thread asking([&] { scores = reranker.scores("ship", m_texts); });
            QTRY_COMPARE(reranker.status().phase, RerankerStatus::Ready);
            if (another)
                reranker.setModel("/b");
            else
                reranker.giveUp();
            asking.join();
            QVERIFY(scores.empty());
            QVERIFY2(time.elapsed() < 20000, qPrintable(QString::number(time.elapsed())));
        }
        reranker.giveUp();
    }

    // Against the scores of transformers; the folder says that they are left as they are.
    void realScoresAreThoseOfTheModel() {
        const auto folder = test::tinyModelsFolder().parent_path() / "embeddings" / "bert-reranker";
        const auto expected = nlohmann::json::parse(std::ifstream(folder / "expected.json"));
        PassageReranker reranker(
            [](const EmbedderOptions& options, const std::stop_token& stop) {
                return Embedder::load(options, {}, stop);
            },
            60s);
        reranker.setModel(QString::fromStdString(folder.string()));
        for (size_t i = 0; i < expected.at("pairs").size(); ++i) {
            const auto pair = expected.at("pairs")[i].get<std::vector<std::string>>();
            const double wanted = expected.at("scores")[i].get<double>();
            const std::vector<double> scores =
                reranker.scores(QString::fromStdString(pair[0]), {pair[1], "dog"});
            QVERIFY2(reranker.status().problem.isEmpty(), qPrintable(reranker.status().problem));
            QCOMPARE(scores.size(), size_t{2});
            QVERIFY2(std::abs(scores[0] - wanted) < 2e-3, qPrintable(QString::number(scores[0])));
        }
    }
};

QTEST_GUILESS_MAIN(TestPassageReranker)
#include "tst_passage_reranker.moc"
