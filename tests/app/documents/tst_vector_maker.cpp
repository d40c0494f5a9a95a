#include "documents/vector_maker.h"

#include <QtTest>

#include "hearth/error.h"
#include "store/database.h"
#include "store/document_schema.h"
#include "store/document_table.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;
using namespace hearth::app::store;

class TestVectorMaker : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;
    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};
    std::unique_ptr<SharedEmbedder> m_embedder;
    std::vector<VectorProgress> m_told;

    void addDocument(const QString& path, int passages) {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/a");
        document.path = path;
        std::vector<PassageRecord> texts(static_cast<size_t>(passages));
        for (int i = 0; i < passages; ++i) {
            texts[static_cast<size_t>(i)].number = i;
            texts[static_cast<size_t>(i)].text = QStringLiteral("a ship %1").arg(i);
        }
        table.put(document, texts);
    }
    qint64 vectors() { return VectorTable(*m_database).count(); }
    VectorMaker::Hooks hooks(int most = 1000) {
        m_told.clear();
        return {[most, asked = 0]() mutable { return asked++ < most; },
                [this](const VectorProgress& progress) { m_told.push_back(progress); }};
    }

private slots:
    void init() {
        m_database = Database::inMemory();
        migrateDocuments(*m_database);
        m_script = std::make_shared<test::EmbedderScript>();
        m_embedder = std::make_unique<SharedEmbedder>(m_host, test::scriptedEmbedders(m_script));
        m_embedder->setModel("/a");
    }

    void everyPassageGetsOne() {
        addDocument("a.txt", 50);
        VectorMaker maker(*m_database, *m_embedder);
        QVERIFY(maker.update(hooks()));
        QCOMPARE(vectors(), qint64{50});
        QCOMPARE(m_told.front().done, qint64{0});
        QCOMPARE(m_told.back().done, qint64{50});
        QCOMPARE(m_told.back().total, qint64{50});
        QVERIFY(m_told.back().perS > 0);
        QCOMPARE(m_script->passages, 50);
        // Only what is new is read, also by another start.
        addDocument("b.txt", 3);
        QVERIFY(maker.update(hooks()));
        QVERIFY(VectorMaker(*m_database, *m_embedder).update(hooks()));
        QCOMPARE(m_script->passages, 53);
        QCOMPARE(vectors(), qint64{53});
    }

    void itGoesOnWhereItWas() {
        addDocument("a.txt", 50);
        VectorMaker maker(*m_database, *m_embedder);
        QVERIFY(!maker.update(hooks(1)));
        QVERIFY(vectors() > 0 && vectors() < 50);
        QVERIFY(maker.update(hooks()));
        QCOMPARE(m_script->passages, 50);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!maker.update(hooks(), stop.get_token()));
    }

    void anotherModelReadsAllAnew() {
        addDocument("a.txt", 20);
        VectorMaker maker(*m_database, *m_embedder);
        QVERIFY(maker.update(hooks()));
        m_script->hash = "other";
        m_embedder->setModel("/b");
        QVERIFY(maker.update(hooks()));
        QCOMPARE(m_script->passages, 40);
        QCOMPARE(vectors(), qint64{20});
        QCOMPARE(m_told.front().done, qint64{0});
    }

    void damagedOnesAreMadeAnew() {
        addDocument("a.txt", 20);
        VectorMaker maker(*m_database, *m_embedder);
        QVERIFY(maker.update(hooks()));
        maker.makeAnew({2, 5});
        QCOMPARE(vectors(), qint64{18});
        QVERIFY(maker.update(hooks()));
        QCOMPARE(vectors(), qint64{20});
        QCOMPARE(m_script->passages, 22);
    }

    void aModelThatCannotBeLoadedIsSaid() {
        m_script->failure = "broken";
        VectorMaker maker(*m_database, *m_embedder);
        QVERIFY_EXCEPTION_THROWN(maker.update(hooks()), Error);
    }
};

QTEST_APPLESS_MAIN(TestVectorMaker)
#include "tst_vector_maker.moc"
