#include "documents/document_search.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "store/document_file.h"
#include "store/document_table.h"

using namespace hearth::app;
using namespace hearth::app::store;

class TestDocumentSearch : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file() const { return m_folder.filePath("documents.db"); }

    void write(const QString& text) {
        const auto database = openDocumentFile(file().toStdString());
        DocumentTable table(*database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/docs");
        document.path = "town/harbour.md";
        PassageRecord passage;
        passage.text = text;
        passage.headings = "Dues";
        passage.firstLine = 4;
        table.put(document, {passage});
    }
    static void search(DocumentSearch& documents, const QString& query) {
        QSignalSpy changed(&documents, &QAbstractItemModel::modelReset);
        documents.setQuery(query);
        QVERIFY(documents.isSearching());
        QVERIFY(changed.wait(5000));
        QVERIFY(!documents.isSearching());
    }
    static QString shown(const DocumentSearch& documents, int role) {
        return documents.data(documents.index(0), role).toString();
    }

private slots:
    void init() { removeDocumentFile(file().toStdString()); }

    void whatIsFoundIsShown() {
        write("Ships & boats <pay> dues at noon.");
        DocumentSearch documents(file());
        search(documents, "dues pay");
        QCOMPARE(documents.count(), 1);
        QCOMPARE(shown(documents, DocumentSearch::NameRole), QStringLiteral("harbour.md"));
        QCOMPARE(shown(documents, DocumentSearch::PathRole), QStringLiteral("/docs/town/harbour.md"));
        QCOMPARE(shown(documents, DocumentSearch::PlaceRole), QStringLiteral("line 4"));
        QCOMPARE(shown(documents, DocumentSearch::HeadingsRole), QStringLiteral("Dues"));
        QCOMPARE(shown(documents, DocumentSearch::SnippetRole),
                 QStringLiteral("Ships &amp; boats &lt;<b>pay</b>&gt; <b>dues</b> at noon."));
        QVERIFY(documents.data(documents.index(0), DocumentSearch::ScoreRole).toDouble() > 0);
        // Rows keep their marks until what is typed next has been found.
        QSignalSpy changed(&documents, &QAbstractItemModel::modelReset);
        documents.setQuery("bo");
        documents.setQuery("boats");
        QVERIFY(documents.isSearching());
        QVERIFY(shown(documents, DocumentSearch::SnippetRole).contains("<b>dues</b>"));
        QVERIFY(changed.wait(5000));
        QVERIFY(shown(documents, DocumentSearch::SnippetRole).contains("<b>boats</b>"));
        QVERIFY(!changed.wait(200));
        search(documents, "nothing of it");
        QCOMPARE(documents.count(), 0);
        search(documents, "");
        QCOMPARE(documents.count(), 0);
    }

    void whatStandsAroundAPassageIsRead() {
        const auto database = openDocumentFile(file().toStdString());
        DocumentTable table(*database);
        DocumentRecord document;
        document.sourceId = table.sourceOf("/docs");
        document.path = "a.md";
        std::vector<PassageRecord> passages(2);
        passages[0].text = "First.";
        passages[0].endByte = 6;
        passages[1].number = 1;
        passages[1].text = "Second.";
        passages[1].firstByte = 8;
        passages[1].endByte = 15;
        table.put(document, passages);
        DocumentSearch documents(file());
        QString before;
        documents.around({"/docs", "/docs/a.md", 8, 15},
                         [&](const PassageAround& around) { before = around.before; });
        QTRY_COMPARE(before, QStringLiteral("First."));
    }

    void aFileMayNotBeThereOrBeMadeAnew() {
        DocumentSearch documents(file());
        search(documents, "dues");
        QCOMPARE(documents.count(), 0);
        write("dues");
        search(documents, "dues ");
        QCOMPARE(documents.count(), 1);
        removeDocumentFile(file().toStdString());
        write("other dues");
        documents.openAgain();
        search(documents, "other");
        QCOMPARE(documents.count(), 1);
        {
            QFile broken(file());
            QVERIFY(broken.open(QFile::WriteOnly));
            broken.write(QByteArray(9000, 'x'));
        }
        documents.openAgain();
        search(documents, "dues");
        QCOMPARE(documents.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestDocumentSearch)
#include "tst_document_search.moc"
