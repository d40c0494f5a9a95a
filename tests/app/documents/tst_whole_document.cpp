#include "documents/whole_document.h"

#include <QTemporaryDir>
#include <QtTest>

#include "documents/passage_cutter.h"
#include "store/document_file.h"
#include "store/document_table.h"

using namespace hearth::app;

class TestWholeDocument : public QObject {
    Q_OBJECT

    QTemporaryDir m_place;
    std::unique_ptr<store::Database> m_database;

    void put(const QString& source, const QString& path, const QString& text,
             TextForm form = TextForm::Prose) {
        store::DocumentTable table(*m_database);
        store::DocumentRecord document;
        document.sourceId = table.sourceOf(source);
        document.path = path;
        table.put(document, cutPassages(text, form));
    }
    QString read(const QString& path, qint64 mostBytes = 1 << 20) {
        return readWholeDocuments(*m_database, {path}, mostBytes).front().text;
    }

private slots:
    void init() {
        m_database = store::openDocumentFile(m_place.filePath("documents.db").toStdString());
        store::DocumentTable table(*m_database);
        for (const store::DocumentSource& source : table.sources())
            for (const store::DocumentRecord& document : table.documents(source.id))
                table.remove(document.id);
    }

    /// But for the empty space between passages it is the text that was cut.
    void theTextIsThatOfItsPassages() {
        QString text;
        for (int i = 0; i < 60; ++i)
            text += QString("# Part %1\n\n").arg(i) +
                    QString("Bees make honey of part %1. ").arg(i).repeated(40) +
                    "\n    an indented line\nand one more\n\n";
        put("/notes", "bees.md", text, TextForm::Marked);
        QVERIFY(store::DocumentTable(*m_database).find(1)->passages > 60);
        const auto words = [](const QString& of) {
            return of.split(QRegularExpression("\\s+"), Qt::SkipEmptyParts);
        };
        QCOMPARE(words(read("/notes/bees.md")), words(text));
        QVERIFY(read("/notes/bees.md").contains("\n    an indented line\nand one more\n"));
    }
    void pagesSayTheirNumbers() {
        put("/scan.pdf", {}, "First page.\fSecond page.\n\nStill.");
        QCOMPARE(read("/scan.pdf"), QString("(page 1)\nFirst page.\n\n(page 2)\nSecond page.\n\nStill."));
    }
    void whatIsTooLongHasNoText() {
        put("/notes", "long.txt", QString("word ").repeated(1000));
        const WholeDocument whole = readWholeDocuments(*m_database, {"/notes/long.txt"}, 4000).front();
        QVERIFY(whole.text.isEmpty());
        QCOMPARE(whole.source, QString("/notes"));
        QCOMPARE(whole.endByte, qint64{4999});
    }
    void whatIsNotThereHasNoSource() {
        put("/notes", "a.md", "A text.");
        for (const QString& path : {QString("/notes/b.md"), QString("/notesx/a.md"), QString("/notes")})
            QVERIFY(readWholeDocuments(*m_database, {path}, 100).front().source.isEmpty());
    }
    void namesAreLookedFor() {
        put("/notes", "Bees.md", "Honey.");
        put("/notes", "ants.md", "No honey.");
        put("/home/bees", "100%.txt", "More honey.");
        const auto listed = [&](const QString& words, int limit = 10) {
            QStringList paths;
            for (const ListedDocument& one : listDocuments(*m_database, words, limit)) paths += one.path;
            return paths;
        };
        QCOMPARE(listed("").size(), 3);
        QCOMPARE(listed("", 2).size(), 2);
        QCOMPARE(listed(" bees "), (QStringList{"/notes/Bees.md", "/home/bees/100%.txt"}));
        QCOMPARE(listed("0%"), QStringList{"/home/bees/100%.txt"});
        QVERIFY(listed("wasps").isEmpty());
        QCOMPARE(listDocuments(*m_database, "ants", 5).front().textBytes, qint64{9});
    }
};

QTEST_GUILESS_MAIN(TestWholeDocument)
#include "tst_whole_document.moc"
