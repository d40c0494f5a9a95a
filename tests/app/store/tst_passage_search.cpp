#include "store/passage_search.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "store/database.h"
#include "store/document_schema.h"
#include "store/document_table.h"

using namespace hearth::app::store;

class TestPassageSearch : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;
    qint64 m_source = 0, m_other = 0;

    void add(qint64 source, const QString& path, const QStringList& texts) {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = source;
        document.path = path;
        std::vector<PassageRecord> passages;
        for (const QString& text : texts) {
            PassageRecord passage;
            passage.number = static_cast<int>(passages.size());
            passage.text = text;
            passages.push_back(passage);
        }
        table.put(document, passages);
    }

    QStringList found(const QString& query, int limit = 10, const std::vector<qint64>& sources = {}) {
        QStringList texts;
        DocumentTable table(*m_database);
        for (const PassageHit& hit : PassageSearch(*m_database).find(query, limit, sources))
            texts += table.passage(hit.passageId)->text;
        return texts;
    }

private slots:
    void init() {
        m_database = Database::inMemory();
        migrateDocuments(*m_database);
        DocumentTable table(*m_database);
        m_source = table.sourceOf("/a");
        m_other = table.sourceOf("/b");
        add(m_source, "1.txt",
            {"The harbour master takes the dues.", "Dues are taxes.", "A ship waits in the harbour.",
             "Über allen Gipfeln", "港口的费用由船长支付。"});
        add(m_other, "2.txt", {"Harbour lights."});
    }

    void sharesOfTheWords() {
        PassageSearch search(*m_database);
        // Two of six have "dues", three "harbour"; what nobody has does not count.
        const auto hits = search.find("harbour dues zeppelin", 10);
        QCOMPARE(hits.size(), size_t{4});
        const double harbour = std::log(1 + 3.5 / 3.5), dues = std::log(1 + 4.5 / 2.5);
        QCOMPARE(std::ranges::max(hits, {}, &PassageHit::share).share, 1.0);
        for (const PassageHit& hit : hits) {
            const QString text = DocumentTable(*m_database).passage(hit.passageId)->text.toLower();
            const double share =
                (text.contains("harbour") ? harbour : 0) + (text.contains("dues") ? dues : 0);
            QVERIFY(std::abs(hit.share - share / (harbour + dues)) < 1e-9);
        }
    }

    void namesWeighMore() {
        add(m_other, "3.txt", {"Pilots wait at /etc/pilots.", "The pilots", "Of the etc group"});
        const auto hits = PassageSearch(*m_database).find("/etc/pilots", 10);
        QCOMPARE(hits.size(), size_t{3});
        QCOMPARE(DocumentTable(*m_database).passage(hits[0].passageId)->text, "Pilots wait at /etc/pilots.");
        QCOMPARE(hits[0].share, 1.0);
        QVERIFY(hits[1].share < 0.3);
        QVERIFY(hits[2].share < 0.3);
    }

    void allWordsFirstThenSome() {
        const QStringList texts = found("harbour dues");
        QCOMPARE(texts.size(), qsizetype{4});
        QCOMPARE(texts[0], QStringLiteral("The harbour master takes the dues."));
        QCOMPARE(found("harbour dues", 1).size(), qsizetype{1});
        QCOMPARE(found("UBER gipf"), QStringList{QStringLiteral("Über allen Gipfeln")});
        QCOMPARE(found("费用"), QStringList{QStringLiteral("港口的费用由船长支付。")});
    }

    void onlyOfSomeSources() {
        QCOMPARE(found("harbour", 10, {m_other}), QStringList{"Harbour lights."});
        QCOMPARE(found("harbour", 10, {m_source}).size(), qsizetype{2});
        QVERIFY(found("harbour", 10, {999}).isEmpty());
    }

    void nothingThatIsTypedIsSyntax() {
        for (const char* query :
             {"", " ", "\"", "*", "(", "AND", "OR OR", "NEAR(a b)", "a*b", "-x", "^a", "body:x", "{a b}:c",
              "'; DROP TABLE passage; --", "\"\" \"", "a\"b\"c", "+ + +"})
            found(query);
        QCOMPARE(found("harbour (").size(), qsizetype{3});
        found(QString("word ").repeated(100'000));
        found(QString(1'000'000, 'x'));
        QVERIFY(found("AND").isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestPassageSearch)
#include "tst_passage_search.moc"
