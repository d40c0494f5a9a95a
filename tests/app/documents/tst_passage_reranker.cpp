#include "documents/passage_reranker.h"

#include <QElapsedTimer>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <thread>

#include "inference/message_translation.h"
#include "support/reference_pack.h"
#include "support/scripted_embedder.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

class TestPassageReranker : public QObject {
    Q_OBJECT

    const std::vector<std::string> m_texts{"a loaf", "the boat leaves", "rain"};
    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};

    PassageReranker made(std::chrono::milliseconds longest = 60s) {
        return PassageReranker(m_host, test::scriptedEmbedders(m_script), longest);
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
        QCOMPARE(reranker.status(), (RerankerStatus{RerankerStatus::Ready, {}, 3, 3}));
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
        // A request that is no longer awaited ends.
        QTRY_COMPARE(m_script->cancelled.load(), 1);
        m_script->textTime = 0ms;
        QTRY_COMPARE(reranker.scores("ship", m_texts).size(), size_t{3});
        QCOMPARE(reranker.status().phase, RerankerStatus::Ready);
    }

    // By the clock of the test: two seconds, of what is left of which nine tenths count.
    void asManyAsThereIsTimeForAreRead_data() {
        QTest::addColumn<int>("passageMs");
        QTest::addColumn<int>("scored");
        QTest::addColumn<QList<int>>("together");
        QTest::newRow("all") << 10 << 24 << QList<int>{4, 4, 4, 4, 4, 4};
        QTest::newRow("some") << 100 << 19 << QList<int>{4, 4, 4, 4, 3};
        QTest::newRow("the first ones") << 300 << 6 << QList<int>{4, 2};
    }
    void asManyAsThereIsTimeForAreRead() {
        QFETCH(int, passageMs);
        QFETCH(int, scored);
        QFETCH(QList<int>, together);
        std::atomic<int> ms = 0;
        QList<int> asked;
        m_script->beforeRanking = [&](size_t passages) {
            asked += static_cast<int>(passages);
            ms += passageMs * asked.last();
        };
        PassageReranker reranker(m_host, test::scriptedEmbedders(m_script), 2s,
                                 [&ms] { return std::chrono::milliseconds(ms); });
        reranker.setModel("/a");
        std::vector<std::string> texts(24, "a loaf");
        texts[1] = "a boat";
        const std::vector<double> scores = reranker.scores("ship", texts);
        QCOMPARE(static_cast<int>(scores.size()), scored);
        QCOMPARE(asked, together);
        QVERIFY(scores[1] > scores[0]);
        QCOMPARE(reranker.status(), (RerankerStatus{RerankerStatus::Ready, {}, scored, 24}));
        QVERIFY(ms <= 2000);
    }

    void aSlowOneIsAskedForFewerNextTime() {
        std::atomic<int> ms = 0;
        QList<int> asked;
        m_script->beforeRanking = [&](size_t passages) {
            asked += static_cast<int>(passages);
            ms += 2500 * asked.last();
        };
        PassageReranker reranker(m_host, test::scriptedEmbedders(m_script), 2s,
                                 [&ms] { return std::chrono::milliseconds(ms); });
        reranker.setModel("/a");
        const std::vector<std::string> texts(24, "a boat");
        QCOMPARE(reranker.scores("ship", texts).size(), size_t{4});
        // One is tried in any case.
        QCOMPARE(reranker.scores("ship", texts).size(), size_t{1});
        QCOMPARE(asked, (QList<int>{4, 1}));
        // It was so beside a reply; what takes no time any more is read as a whole again.
        m_script->beforeRanking = [](size_t) {};
        QCOMPARE(reranker.scores("ship", texts).size(), size_t{24});
    }

    void whatWasReadWhenTheTimeEndsCounts() {
        PassageReranker reranker = made(1s);
        std::atomic<int> read = 0;
        m_script->beforeText = [&] {
            // The question and four passages, and the question again; then it hangs.
            if (++read > 6) m_script->textTime = 60s;
        };
        reranker.setModel("/a");
        const std::vector<double> scores =
            reranker.scores("ship", {"a boat", "a loaf", "a loaf", "a loaf", "a boat", "a boat"});
        QCOMPARE(scores.size(), size_t{4});
        QVERIFY(scores[0] > scores[1]);
        QCOMPARE(reranker.status(), (RerankerStatus{RerankerStatus::Ready, {}, 4, 6}));
        QTRY_COMPARE(m_script->cancelled.load(), 1);
    }

    void loadingGoesOnBehindIt() {
        std::atomic<bool> may = false;
        PassageReranker reranker(
            m_host,
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

    void whatIsWrongWithModelsIsSaidInTheLanguageOfTheWindow() {
        const QTemporaryDir folder;
        const auto said = [](const std::filesystem::path& model) {
            try {
                const auto embedder = Embedder::load({.model = model, .backend = "cpu", .threads = 1});
                (void)embedder->embed(std::vector<std::string>{"cat"});
                return QStringLiteral("nothing");
            } catch (const Error& error) {
                return translated(error);
            }
        };
        const auto tiny = test::tinyModelsFolder();
        QCOMPARE(said(tiny / "llama-f32.gguf"),
                 QString("This model writes replies and makes no embeddings; choose an embedding model."));
        QVERIFY(said(tiny.parent_path() / "embeddings" / "bert-reranker").contains("scores pairs of texts"));
        const std::filesystem::path path = folder.filePath("sorts.gguf").toStdString();
        test::tinyLlamaGguf().u32("llama.pooling_type", 4).save(path);
        QVERIFY(said(path).contains("sorts texts into classes"));
        test::tinyLlamaGguf()
            .u32("llama.pooling_type", 4)
            .text("tokenizer.chat_template.rerank", "Is {query} answered?")
            .tensorF32("cls.output.weight", {32, 1}, std::vector<float>(32, 1.0F))
            .save(path);
        QVERIFY2(said(path).contains("no place for the question or for the passage"), qPrintable(said(path)));
    }

    // Against the scores of transformers; the folder says that they are left as they are.
    void realScoresAreThoseOfTheModel() {
        const auto folder = test::tinyModelsFolder().parent_path() / "embeddings" / "bert-reranker";
        const auto expected = nlohmann::json::parse(std::ifstream(folder / "expected.json"));
        PassageReranker reranker(
            m_host,
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
