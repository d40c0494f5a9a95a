#include "store/vector_table.h"

#include <QTemporaryDir>
#include <QtTest>
#include <map>

#include "store/database.h"
#include "store/document_schema.h"
#include "store/document_table.h"

using namespace hearth::app::store;

class TestVectorTable : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Database> m_database;
    std::map<qint64, QByteArray> m_known;  ///< what a follower has
    int m_restarts = 0;
    VectorMark m_mark;

    static PassageVector vectorOf(qint64 passage, qint64 source, char first) {
        return {passage, source, 0.5F, QByteArray(3, first)};
    }
    /// Three passages in each of two documents of one source.
    qint64 addDocument(const QString& path, int passages = 3) {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/a");
        document.path = path;
        std::vector<PassageRecord> texts(static_cast<size_t>(passages));
        for (int i = 0; i < passages; ++i) {
            texts[static_cast<size_t>(i)].number = i;
            texts[static_cast<size_t>(i)].text = QStringLiteral("%1 %2").arg(path).arg(i);
            texts[static_cast<size_t>(i)].headings = "Top";
        }
        table.put(document, texts);
        return document.id;
    }
    std::vector<qint64> follow(qint64 model, int dimensions = 3) {
        return VectorTable(*m_database)
            .follow(m_mark, model, dimensions,
                    {.restart =
                         [this] {
                             ++m_restarts;
                             m_known.clear();
                         },
                     .gone =
                         [this](const std::vector<qint64>& passages) {
                             for (const qint64 id : passages) m_known.erase(id);
                         },
                     .added =
                         [this](qint64 passage, qint64 source, float scale, const qint8* codes) {
                             QCOMPARE(source, qint64{1});
                             QCOMPARE(scale, 0.5F);
                             m_known[passage] = QByteArray(reinterpret_cast<const char*>(codes), 3);
                         }});
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_database = Database::open(m_folder->filePath("documents.db").toStdString());
        migrateDocuments(*m_database);
        m_known.clear();
        m_mark = {};
        m_restarts = 0;
    }

    void passagesWithoutAreToldUntilTheyHaveOne() {
        addDocument("a.txt");
        VectorTable table(*m_database);
        QVERIFY(!table.hasAny());
        const auto without = table.without(0, 2);
        QCOMPARE(without.size(), size_t{2});
        QCOMPARE(without[0].path, QStringLiteral("a.txt"));
        QCOMPARE(without[0].text, QStringLiteral("a.txt 0"));
        QCOMPARE(without[0].headings, QStringLiteral("Top"));
        QCOMPARE(table.without(without[1].passageId, 2).size(), size_t{1});
        const qint64 model = table.modelOf("one", 3);
        QCOMPARE(table.modelOf("one", 3), model);
        QCOMPARE(table.findModel("one"), std::optional<qint64>(model));
        QVERIFY(!table.findModel("other"));
        // The last of them is no passage.
        table.put(model, {vectorOf(without[0].passageId, 1, 1), vectorOf(without[1].passageId, 1, 2),
                          vectorOf(12345, 1, 3)});
        QVERIFY(table.hasAny());
        QCOMPARE(table.count(), qint64{2});
        QCOMPARE(table.without(0, 10).size(), size_t{1});
    }

    void whoFollowsHearsEveryChangeOnce() {
        const qint64 first = addDocument("a.txt");
        VectorTable table(*m_database);
        const qint64 model = table.modelOf("one", 3);
        table.put(model, {vectorOf(1, 1, 1), vectorOf(2, 1, 2)});
        QVERIFY(follow(model).empty());
        QCOMPARE(m_restarts, 1);
        QCOMPARE(m_known, (std::map<qint64, QByteArray>{{1, QByteArray(3, 1)}, {2, QByteArray(3, 2)}}));
        table.put(model, {vectorOf(3, 1, 3)});
        table.remove({1});
        QVERIFY(follow(model).empty());
        QCOMPARE(m_known, (std::map<qint64, QByteArray>{{2, QByteArray(3, 2)}, {3, QByteArray(3, 3)}}));
        // Made again, and gone with its document.
        table.put(model, {vectorOf(1, 1, 9)});
        follow(model);
        QCOMPARE(m_known.size(), size_t{3});
        QCOMPARE(m_known[1], QByteArray(3, 9));
        DocumentTable(*m_database).remove(first);
        QVERIFY(!table.hasAny());
        follow(model);
        QVERIFY(m_known.empty());
        QCOMPARE(m_restarts, 1);
    }

    void whoHasMissedSomeBeginsAnew() {
        addDocument("a.txt");
        VectorTable table(*m_database);
        const qint64 model = table.modelOf("one", 3);
        table.put(model, {vectorOf(1, 1, 1), vectorOf(2, 1, 2)});
        follow(model);
        table.remove({1});
        table.forgetGone();
        follow(model);
        QCOMPARE(m_restarts, 2);
        QCOMPARE(m_known.size(), size_t{1});
        // Vectors that were forgotten before the first look are not a reason.
        table.forgetGone();
        follow(model);
        QCOMPARE(m_restarts, 2);
    }

    void vectorsOfAnotherModelNeverMix() {
        addDocument("a.txt");
        VectorTable table(*m_database);
        const qint64 one = table.modelOf("one", 3);
        table.put(one, {vectorOf(1, 1, 1), vectorOf(2, 1, 2), vectorOf(3, 1, 3)});
        follow(one);
        const qint64 other = table.modelOf("other", 3);
        QVERIFY(other != one);
        follow(other);
        QVERIFY(m_known.empty());
        QVERIFY(table.removeOthers(other, 2));
        QVERIFY(table.removeOthers(other, 2));
        QVERIFY(!table.removeOthers(other, 2));
        QVERIFY(!table.removeOthers(other, 2));
        QVERIFY(!table.findModel("one"));
        table.put(other, {vectorOf(2, 1, 7)});
        follow(other);
        QCOMPARE(m_known, (std::map<qint64, QByteArray>{{2, QByteArray(3, 7)}}));
    }

    void damagedOnesAreToldApart() {
        addDocument("a.txt");
        VectorTable table(*m_database);
        const qint64 model = table.modelOf("one", 3);
        table.put(model, {vectorOf(1, 1, 1), vectorOf(2, 1, 2), vectorOf(3, 1, 3)});
        m_database->execute("UPDATE passage_vector SET codes = x'010102' WHERE passage_id = 1");
        m_database->execute("UPDATE passage_vector SET codes = x'02' WHERE passage_id = 2");
        QCOMPARE(follow(model), (std::vector<qint64>{1, 2}));
        QCOMPARE(m_known.size(), size_t{1});
        m_database->execute("UPDATE passage_vector SET scale = -1 WHERE passage_id = 3");
        m_mark = {};
        QCOMPARE(follow(model).size(), size_t{3});
    }

    void anotherConnectionFollows() {
        addDocument("a.txt");
        VectorTable table(*m_database);
        const qint64 model = table.modelOf("one", 3);
        const auto reader = Database::openAgain(m_folder->filePath("documents.db").toStdString());
        VectorMark mark;
        int heard = 0;
        const VectorTable::Follower follower{
            .restart = [] {},
            .gone = [](const std::vector<qint64>&) {},
            .added = [&heard](qint64, qint64, float, const qint8*) { ++heard; }};
        VectorTable(*reader).follow(mark, model, 3, follower);
        table.put(model, {vectorOf(1, 1, 1)});
        VectorTable(*reader).follow(mark, model, 3, follower);
        QCOMPARE(heard, 1);
    }
};

QTEST_APPLESS_MAIN(TestVectorTable)
#include "tst_vector_table.moc"
