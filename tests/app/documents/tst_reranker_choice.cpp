#include "documents/reranker_choice.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "documents/document_library.h"
#include "documents/document_search.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;

class TestRerankerChoice : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};
    std::shared_ptr<PassageReranker> m_reranker;

    QStringList found(DocumentSearch& search, const QString& question) {
        QStringList texts;
        bool done = false;
        search.find({question, {}, 2}, [&](const std::vector<FoundPassage>& all) {
            done = true;
            for (const FoundPassage& one : all) texts += one.passage.text;
        });
        return QTest::qWaitFor([&] { return done; }, 30000) ? texts : QStringList{"nothing came"};
    }

private slots:
    void init() {
        m_store = store::Store::inMemory();
        m_script = std::make_shared<test::EmbedderScript>();
        m_reranker = std::make_shared<PassageReranker>(m_host, test::scriptedEmbedders(m_script));
    }

    void noneIsTakenUnlessItIsChosen() {
        RerankerChoice choice(*m_store, m_reranker);
        QCOMPARE(choice.names(), (QStringList{"None: as they were found"}));
        QVERIFY(choice.status().contains("no reranker is installed"));
        choice.setModels({{"/m", "M", 2'000'000}, {"/n", "N", 90'000'000}});
        QCOMPARE(choice.names(), (QStringList{"None: as they were found", "M", "N"}));
        QCOMPARE(choice.current(), 0);
        QCOMPARE(choice.status(), QStringLiteral("Passages stay in the order in which they were found."));
        QCOMPARE(m_reranker->model(), QString());
        QVERIFY(!choice.hasFailed());
        RerankerChoice without(*m_store, {});
        QCOMPARE(without.current(), 0);
        QVERIFY(!without.hasFailed());
    }

    void theChosenOneIsKept() {
        {
            RerankerChoice choice(*m_store, m_reranker);
            choice.setModels({{"/m", "M", 2'000'000}, {"/n", "N", 90'000'000}});
            choice.use("/m");
            QCOMPARE(m_reranker->model(), QStringLiteral("/m"));
            choice.use("/nowhere");
            QCOMPARE(choice.path(), QStringLiteral("/m"));
            choice.setCurrent(2);
            choice.setCurrent(7);
            QCOMPARE(choice.current(), 2);
            QCOMPARE(m_reranker->model(), QStringLiteral("/n"));
            QVERIFY2(choice.status().contains("takes about 90.0 MB of memory"), qPrintable(choice.status()));
        }
        m_reranker->setModel({});
        RerankerChoice again(*m_store, m_reranker);
        QCOMPARE(again.names(), (QStringList{"None: as they were found", "n"}));
        QCOMPARE(again.current(), 1);
        again.setModels({{"/m", "M", 1}});
        QCOMPARE(again.current(), 2);
        QVERIFY(again.status().contains("not installed any longer"));
        // A missing model is not loaded.
        QCOMPARE(m_reranker->model(), QString());
        again.setModels({{"/n", "N", 1}});
        QCOMPARE(m_reranker->model(), QStringLiteral("/n"));
        again.setCurrent(0);
        QCOMPARE(m_reranker->model(), QString());
    }

    void howItIsIsSaid() {
        RerankerChoice choice(*m_store, m_reranker);
        choice.setModels({{"/m", "M", 1}, {"/n", "N", 1}});
        choice.setCurrent(1);
        m_script->place = "Here.";
        QCOMPARE(choice.placeNote(), QString());
        const QSignalSpy changes(&choice, &RerankerChoice::changed);
        QCOMPARE(m_reranker->scores("ship", {"boat"}).size(), size_t{1});
        QTRY_VERIFY(!changes.isEmpty());
        QCOMPARE(choice.placeNote(), QStringLiteral("Here."));
        QVERIFY(
            choice.status().startsWith("The best 24 passages are read with the question. The model takes"));
        m_script->failure = "It is broken.";
        choice.setCurrent(2);
        m_reranker->scores("ship", {"boat"});
        QVERIFY(choice.hasFailed());
        QVERIFY(choice.status().endsWith(" It is broken."));
    }

    void whatThereWasNoTimeForIsSaid() {
        std::atomic<int> ms = 0;
        m_script->beforeRanking = [&ms](size_t passages) { ms += 300 * static_cast<int>(passages); };
        m_reranker = std::make_shared<PassageReranker>(m_host, test::scriptedEmbedders(m_script),
                                                       std::chrono::milliseconds(2000),
                                                       [&ms] { return std::chrono::milliseconds(ms); });
        RerankerChoice choice(*m_store, m_reranker);
        choice.setModels({{"/m", "M", 1}});
        choice.setCurrent(1);
        QCOMPARE(m_reranker->scores("ship", std::vector<std::string>(24, "boat")).size(), size_t{6});
        QVERIFY2(choice.status().startsWith("Of the best 24 passages there was time to read 6 with"),
                 qPrintable(choice.status()));
        m_reranker.reset();
    }

    void slownessIsSaid() {
        m_reranker = std::make_shared<PassageReranker>(m_host, test::scriptedEmbedders(m_script),
                                                       std::chrono::milliseconds(200));
        RerankerChoice choice(*m_store, m_reranker);
        choice.setModels({{"/m", "M", 1}});
        choice.setCurrent(1);
        QTRY_VERIFY(!m_reranker->scores("ship", {"boat"}).empty());
        m_script->textTime = std::chrono::seconds(60);
        QVERIFY(m_reranker->scores("ship", {"boat"}).empty());
        QVERIFY2(choice.status().contains("read none of them in 2 s"), qPrintable(choice.status()));
    }

    void passagesComeInItsOrder() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("docs"));
        for (const auto& [name, text] :
             {std::pair{"docs/a.txt", "ship, of bread: a loaf"},
              std::pair{"docs/b.txt", "the vessel is no toy, and it is at sea today"}}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) > 0);
        }
        DocumentLibrary library(*m_store, folder.filePath("documents.db"));
        DocumentSearch search(library.file(), {}, m_reranker);
        library.add(QUrl::fromLocalFile(folder.filePath("docs")));
        QTRY_COMPARE(library.passages(), 2);
        const QString question = QStringLiteral("ship sea");
        const QStringList before = found(search, question);
        QCOMPARE(before.size(), 2);
        RerankerChoice choice(*m_store, m_reranker);
        choice.setModels({{"/m", "M", 1}});
        choice.setCurrent(1);
        // The other one has more of what the model is told to look for.
        m_script->meanings = {{before[1].toStdString(), "ship sea"}};
        QCOMPARE(found(search, question), (QStringList{before[1], before[0]}));
        choice.setCurrent(0);
        QCOMPARE(found(search, question), before);
    }
};

QTEST_GUILESS_MAIN(TestRerankerChoice)
#include "tst_reranker_choice.moc"
