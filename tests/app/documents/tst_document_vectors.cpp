#include "documents/document_vectors.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "documents/document_search.h"
#include "store/database.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;

class TestDocumentVectors : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<store::Store> m_store;
    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};
    std::shared_ptr<SharedEmbedder> m_embedder;
    std::unique_ptr<DocumentLibrary> m_library;

    void write(const QString& name, const QByteArray& bytes) const {
        QDir().mkpath(m_folder->filePath("docs"));
        QFile file(m_folder->filePath("docs/" + name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }
    void addDocs() { m_library->add(QUrl::fromLocalFile(m_folder->filePath("docs"))); }
    static bool says(const DocumentVectors& vectors, const QString& status) {
        return QTest::qWaitFor([&] { return vectors.status().contains(status); }, 30000);
    }
    QString firstFound(DocumentSearch& search, const QString& question) {
        QString text;
        bool done = false;
        search.find({question, {}, 1}, [&](const std::vector<FoundPassage>& found) {
            done = true;
            if (!found.empty()) text = found[0].passage.text;
        });
        return QTest::qWaitFor([&] { return done; }, 30000) ? text : QStringLiteral("nothing came");
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = store::Store::inMemory();
        m_script = std::make_shared<test::EmbedderScript>();
        m_embedder = std::make_shared<SharedEmbedder>(m_host, test::scriptedEmbedders(m_script));
        m_library = std::make_unique<DocumentLibrary>(*m_store, m_folder->filePath("documents.db"),
                                                      DocumentReader(), m_embedder);
    }

    void withoutAModelItSaysSo() {
        DocumentVectors vectors(*m_store, *m_library, m_embedder);
        QCOMPARE(vectors.names(), (QStringList{"None: by words alone"}));
        QCOMPARE(vectors.current(), 0);
        QVERIFY(vectors.status().contains("no embedding model is installed"));
        QCOMPARE(vectors.fraction(), -1.0);
        QVERIFY(!vectors.hasFailed());
    }

    void theFirstThatIsInstalledDoesUntilOneIsChosen() {
        {
            DocumentVectors vectors(*m_store, *m_library, m_embedder);
            vectors.setModels({{"/m", "M"}, {"/n", "N"}});
            QCOMPARE(vectors.names(), (QStringList{"None: by words alone", "M", "N"}));
            QCOMPARE(vectors.current(), 1);
            QCOMPARE(m_embedder->model(), QStringLiteral("/m"));
            QVERIFY(vectors.status().contains("once there are documents"));
            vectors.setCurrent(2);
            QCOMPARE(m_embedder->model(), QStringLiteral("/n"));
            vectors.setCurrent(7);
            QCOMPARE(vectors.current(), 2);
            QCOMPARE(vectors.path(), QStringLiteral("/n"));
            vectors.use("/m");
            QCOMPARE(m_embedder->model(), QStringLiteral("/m"));
            vectors.use("/nowhere");
            QCOMPARE(vectors.path(), QStringLiteral("/m"));
            vectors.use("/n");
        }
        DocumentVectors again(*m_store, *m_library, m_embedder);
        // It is kept, also while it is not there.
        QCOMPARE(again.names(), (QStringList{"None: by words alone", "n"}));
        QCOMPARE(again.current(), 1);
        again.setModels({{"/m", "M"}});
        QCOMPARE(again.current(), 2);
        again.setCurrent(0);
        QVERIFY(!m_embedder->hasModel());
        QCOMPARE(again.status(), QStringLiteral("Passages are found by their words alone."));
        DocumentVectors none(*m_store, *m_library, m_embedder);
        none.setModels({{"/m", "M"}});
        QCOMPARE(none.current(), 0);
    }

    void documentsAreFoundByWhatTheyMean() {
        write("a.txt", "the boat leaves");
        write("b.txt", "a loaf");
        DocumentVectors vectors(*m_store, *m_library, m_embedder);
        DocumentSearch search(m_library->file(), m_embedder);
        m_script->place = "Here.";
        addDocs();
        QTRY_COMPARE(m_library->passages(), 2);
        QCOMPARE(vectors.placeNote(), QString());
        QCOMPARE(firstFound(search, "ship"), QString());
        vectors.setModels({{"/m", "M"}});
        QVERIFY(says(vectors, "All passages are found by their words and by what they mean: 2"));
        QCOMPARE(vectors.placeNote(), QStringLiteral("Here."));
        QCOMPARE(firstFound(search, "ship"), QStringLiteral("the boat leaves"));
        write("c.txt", "rain tomorrow");
        m_library->look(0);
        QVERIFY(says(vectors, "mean: 3"));
        QCOMPARE(firstFound(search, "storm"), QStringLiteral("rain tomorrow"));
        m_library->remove(0);
        QTRY_COMPARE(firstFound(search, "storm"), QString());
    }

    void whyItDoesNotWorkIsSaid() {
        write("a.txt", "the boat leaves");
        m_script->failure = "It is broken.";
        DocumentVectors vectors(*m_store, *m_library, m_embedder);
        vectors.setModels({{"/m", "M"}});
        addDocs();
        QVERIFY(says(vectors, "Passages are found by their words alone. It is broken."));
        QVERIFY(vectors.hasFailed());
        m_script->failure.clear();
        vectors.setCurrent(0);
        QVERIFY(!vectors.hasFailed());
        vectors.setCurrent(1);
        QVERIFY(says(vectors, "mean: 1"));
    }

    void repliesGoBefore() {
        for (int i = 0; i < 40; ++i) write(QStringLiteral("%1.txt").arg(i), "a boat");
        m_script->textTime = std::chrono::milliseconds(10);
        DocumentVectors vectors(*m_store, *m_library, m_embedder);
        addDocs();
        vectors.setModels({{"/m", "M"}});
        QVERIFY(says(vectors, "Reading what passages mean: "));
        QVERIFY(vectors.fraction() >= 0 && vectors.fraction() < 1);
        m_library->setHeld(true);
        QVERIFY(says(vectors, "Waiting."));
        const int before = m_script->passages;
        QTest::qWait(100);
        QCOMPARE(m_script->passages.load(), before);
        m_library->setHeld(false);
        QVERIFY(says(vectors, "mean: 40"));
    }

    void damagedVectorsAreMadeAnew() {
        write("a.txt", "the boat leaves");
        DocumentVectors vectors(*m_store, *m_library, m_embedder);
        DocumentSearch search(m_library->file(), m_embedder);
        connect(&search, &DocumentSearch::vectorsDamaged, m_library.get(), &DocumentLibrary::makeVectors);
        vectors.setModels({{"/m", "M"}});
        addDocs();
        QVERIFY(says(vectors, "mean: 1"));
        store::Database::openAgain(m_library->file().toStdString())
            ->execute("UPDATE passage_vector SET codes = zeroblob(4)");
        QTRY_COMPARE(firstFound(search, "ship"), QStringLiteral("the boat leaves"));
        QCOMPARE(m_script->passages.load(), 2);
    }
};

QTEST_GUILESS_MAIN(TestDocumentVectors)
#include "tst_document_vectors.moc"
