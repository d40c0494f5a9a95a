#include "documents/meaning_search.h"

#include <QtTest>

#include "documents/passage_finder.h"
#include "documents/vector_maker.h"
#include "store/database.h"
#include "store/document_schema.h"
#include "store/document_table.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;
using namespace hearth::app::store;

class TestMeaningSearch : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;
    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};
    std::shared_ptr<SharedEmbedder> m_embedder;
    std::unique_ptr<MeaningSearch> m_search;

    void add(const QString& source, const QString& text) {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf(source);
        document.path = text;
        PassageRecord passage;
        passage.text = text;
        table.put(document, {passage});
    }
    void makeVectors() { VectorMaker(*m_database, *m_embedder).update({}); }
    QStringList found(const QString& question, int limit = 10, const std::vector<qint64>& sources = {}) {
        QStringList texts;
        for (const PassageHit& hit : m_search->find(*m_database, question, limit, sources))
            texts += DocumentTable(*m_database).passage(hit.passageId)->text;
        return texts;
    }

private slots:
    void init() {
        m_database = Database::inMemory();
        migrateDocuments(*m_database);
        m_script = std::make_shared<test::EmbedderScript>();
        m_embedder = std::make_shared<SharedEmbedder>(m_host, test::scriptedEmbedders(m_script));
        m_search = std::make_unique<MeaningSearch>(m_embedder);
        add("/a", "the boat leaves");
        add("/a", "a loaf");
        add("/b", "one vessel");
    }

    void whatMeansTheSameIsFound() {
        m_embedder->setModel("/m");
        makeVectors();
        QCOMPARE(found("ship", 2), (QStringList{"the boat leaves", "one vessel"}));
        QCOMPARE(found("bread", 1), (QStringList{"a loaf"}));
        QCOMPARE(found("ship", 1, {DocumentTable(*m_database).sourceOf("/b")}), (QStringList{"one vessel"}));
        QVERIFY(m_search->sizeBytes() > 0);
        const auto hits = m_search->find(*m_database, "ship", 1);
        QVERIFY(hits[0].score > 0.98 && hits[0].score < 1.02);
    }

    void withoutAModelNothingIs() {
        QVERIFY(found("ship").isEmpty());
        QVERIFY(MeaningSearch(nullptr).find(*m_database, "ship", 3).empty());
        m_embedder->setModel("/m");
        // No vectors: the model is not even loaded.
        QVERIFY(found("ship").isEmpty());
        QCOMPARE(m_script->loads, 0);
        makeVectors();
        QVERIFY(found(" ").isEmpty());
        m_script->failure = "broken";
        m_embedder->setModel("/n");
        QVERIFY(found("ship").isEmpty());
    }

    void changesAreFollowed() {
        m_embedder->setModel("/m");
        makeVectors();
        QCOMPARE(found("ship", 1), (QStringList{"the boat leaves"}));
        add("/a", "rain for a ship");
        makeVectors();
        QCOMPARE(found("rain", 1), (QStringList{"rain for a ship"}));
        DocumentTable(*m_database).remove(1);
        QCOMPARE(found("ship", 1), (QStringList{"one vessel"}));
        // Vectors of another model are of no use until they have been made.
        m_script->hash = "other";
        m_script->meanings.push_back({"pear"});
        m_embedder->setModel("/n");
        QVERIFY(found("ship").isEmpty());
        makeVectors();
        QCOMPARE(found("ship", 1), (QStringList{"one vessel"}));
    }

    void damagedVectorsAreToldAndLeftOut() {
        m_embedder->setModel("/m");
        makeVectors();
        m_database->execute("UPDATE passage_vector SET codes = zeroblob(4) WHERE passage_id = 1");
        QCOMPARE(found("ship", 1), (QStringList{"one vessel"}));
        QCOMPARE(m_search->takeDamaged(), std::vector<qint64>{1});
        QVERIFY(m_search->takeDamaged().empty());
        VectorMaker maker(*m_database, *m_embedder);
        maker.makeAnew({1});
        maker.update({});
        QCOMPARE(found("ship", 1), (QStringList{"the boat leaves"}));
    }

    void itIsOneOfTheWaysOfFinding() {
        m_embedder->setModel("/m");
        makeVectors();
        const auto both = findPassages(
            *m_database, {"ship leaves", {}, 10},
            [this](Database& database, const QString& question, const std::vector<qint64>& sources,
                   int limit) { return m_search->find(database, question, limit, sources); });
        QVERIFY(both.size() >= 2);
        QCOMPARE(both[0].passage.text, QStringLiteral("the boat leaves"));
        QCOMPARE(both[0].rank.ranks, (std::vector<int>{1, 1}));
        QCOMPARE(both[1].passage.text, QStringLiteral("one vessel"));
        QCOMPARE(both[1].rank.ranks, (std::vector<int>{0, 2}));
    }
};

QTEST_APPLESS_MAIN(TestMeaningSearch)
#include "tst_meaning_search.moc"
