#include "store/document_table.h"

#include <QtTest>

#include "store/database.h"
#include "store/document_schema.h"
#include "store/passage_search.h"

using namespace hearth::app::store;

class TestDocumentTable : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;

    static PassageRecord passage(int number, const QString& text, const QString& headings = {}) {
        PassageRecord made;
        made.number = number;
        made.text = text;
        made.headings = headings;
        made.page = 3;
        made.firstLine = 7;
        made.lastLine = 9;
        made.firstByte = 100;
        made.endByte = 100 + text.size();
        return made;
    }
    size_t found(const QString& query) { return PassageSearch(*m_database).find(query, 10).size(); }

private slots:
    void init() {
        m_database = Database::inMemory();
        migrateDocuments(*m_database);
    }
    void cleanup() { DocumentTable(*m_database).check(); }

    void lengthsAreThoseOfTheTexts() {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/notes");
        document.path = "a.md";
        table.put(document, {passage(0, "alpha"), passage(1, "longer than that")});
        DocumentRecord empty;
        empty.sourceId = document.sourceId;
        empty.path = "empty.md";
        table.put(empty, {});
        const auto lengths = table.lengths("", 5);
        QCOMPARE(lengths.size(), size_t{1});
        QCOMPARE(lengths[0].documentId, document.id);
        QCOMPARE(lengths[0].source, QString("/notes"));
        QCOMPARE(lengths[0].path, QString("a.md"));
        QCOMPARE(lengths[0].textBytes, qint64{116});
        QVERIFY(table.lengths("b", 5).empty());
        QCOMPARE(table.lengths("/A.MD", 5).size(), size_t{1});
        const auto passages = table.passages(document.id);
        QCOMPARE(passages.size(), size_t{2});
        QCOMPARE(passages[1].text, QString("longer than that"));
        QVERIFY(table.passages(empty.id).empty());
    }
    void aDocumentTakesThePlaceOfTheOneBefore() {
        DocumentTable table(*m_database);
        const qint64 source = table.sourceOf("/a");
        QCOMPARE(table.sourceOf("/a"), source);
        QCOMPARE(table.findSource("/a"), std::optional(source));
        DocumentRecord document;
        document.sourceId = source;
        document.path = "x/y.md";
        document.sizeBytes = 12;
        document.modifiedNs = 34;
        document.hash = "hash";
        table.put(document, {passage(0, "alpha", "Greek"), passage(1, "beta 港口")});
        const qint64 id = document.id;
        QCOMPARE(table.find(source, "x/y.md")->id, id);
        QCOMPARE(table.find(id)->hash, QByteArray("hash"));
        QCOMPARE(table.counts(source), (SourceCounts{1, 2, 0}));
        const auto passages = table.passagesAround(id, 100, 107, 1);
        QCOMPARE(passages.size(), size_t{2});
        QCOMPARE(passages[0].headings, QStringLiteral("Greek"));
        QCOMPARE(passages[1].page, 3);
        QCOMPARE(passages[1].lastLine, 9);
        QCOMPARE(passages[1].endByte, qint64{107});
        QCOMPARE(table.passage(passages[1].id)->text, QStringLiteral("beta 港口"));
        QCOMPARE(found("口"), size_t{1});
        QCOMPARE(found("greek"), size_t{1});

        document.hash = "other";
        table.put(document, {passage(0, "gamma")});
        QCOMPARE(document.id, id);
        QCOMPARE(found("alpha"), size_t{0});
        QCOMPARE(found("gamma"), size_t{1});
        QCOMPARE(table.counts(source), (SourceCounts{1, 1, 0}));
        table.touch(id, 13, 35);
        QCOMPARE(table.documents(source).at(0).modifiedNs, qint64{35});
        table.removeSource(source);
        QCOMPARE(table.sources().size(), size_t{1});
        table.remove(id);
        QCOMPARE(found("gamma"), size_t{0});
        QVERIFY(!table.find(id));
        QVERIFY(!table.passage(passages[0].id));
        table.removeSource(source);
        QVERIFY(table.sources().empty());
        QVERIFY(!table.findSource("/a"));
    }

    void neighboursOfAPassage() {
        DocumentTable table(*m_database);
        DocumentRecord document, other;
        document.sourceId = other.sourceId = table.sourceOf("/a");
        other.path = "other";
        std::vector<PassageRecord> passages;
        for (int i = 0; i < 6; ++i) {
            passages.push_back(passage(i, QString::number(i)));
            passages.back().firstByte = 10 * i;
            passages.back().endByte = 10 * i + 5;
        }
        table.put(other, passages);
        table.put(document, passages);
        const auto around = [&](qint64 first, qint64 end) {
            QStringList texts;
            for (const PassageRecord& one : table.passagesAround(document.id, first, end, 2))
                if (one.documentId == document.id) texts += one.text;
            return texts.join(' ');
        };
        QCOMPARE(around(20, 25), QStringLiteral("0 1 2 3 4"));
        QCOMPARE(around(0, 5), QStringLiteral("0 1 2"));
        QCOMPARE(around(50, 55), QStringLiteral("3 4 5"));
        QCOMPARE(around(20, 24), QString());
    }

    void problemsAreListed() {
        DocumentTable table(*m_database);
        const qint64 source = table.sourceOf("/a");
        for (const DocumentProblem problem :
             {DocumentProblem::None, DocumentProblem::NotText, DocumentProblem::Unreadable}) {
            DocumentRecord document;
            document.sourceId = source;
            document.path = QString::number(static_cast<int>(problem));
            document.problem = problem;
            document.detail = "why";
            table.put(document, {});
        }
        QCOMPARE(table.problems(source, 9).size(), size_t{1});
        QCOMPARE(table.problems(source, 9)[0].problem, DocumentProblem::Unreadable);
        QCOMPARE(table.problems(source, 9)[0].detail, QStringLiteral("why"));
        QCOMPARE(table.counts(source), (SourceCounts{0, 0, 1}));
    }

    void whatDoesNotAgreeIsNoticed() {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/a");
        table.put(document, {passage(0, "alpha"), passage(1, "beta")});
        m_database->execute("UPDATE document SET passages = 3");
        QVERIFY_EXCEPTION_THROWN(table.check(), StoreError);
        m_database->execute("UPDATE document SET passages = 2");
        m_database->execute("UPDATE passage SET text = 'other' WHERE number = 1");
        QVERIFY_EXCEPTION_THROWN(table.check(), StoreError);
        m_database->execute("UPDATE passage SET text = 'beta' WHERE number = 1");
    }

    void passagesOfAllSourcesAreCounted() {
        DocumentTable table(*m_database);
        QCOMPARE(table.passageCount(), qint64{0});
        for (const char* path : {"/a", "/b"}) {
            DocumentRecord document;
            document.sourceId = table.sourceOf(path);
            table.put(document, {passage(0, "alpha"), passage(1, "beta")});
        }
        QCOMPARE(table.passageCount(), qint64{4});
    }
};

QTEST_APPLESS_MAIN(TestDocumentTable)
#include "tst_document_table.moc"
