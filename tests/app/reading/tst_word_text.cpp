#include "reading/word_text.h"

#include <QtTest>

#include "reading/zip_archive.h"
#include "support/small_documents.h"

using namespace hearth::app;

class TestWordText : public QObject {
    Q_OBJECT

    static QString textOf(const QByteArray& body) {
        const QByteArray bytes = smallDocx(body);
        ZipArchive archive(bytes, 1 << 20);
        return wordText(archive);
    }

private slots:
    void paragraphsHeadingsTablesAndNotes() {
        QCOMPARE(
            textOf("<w:p><w:pPr><w:pStyle w:val=\"berschrift1\"/></w:pPr><w:r><w:t>Harbour</w:t></w:r></w:p>"
                   "<w:p><w:pPr><w:pStyle w:val=\"Abschnitt\"/></w:pPr><w:r><w:t>Dues</w:t></w:r></w:p>"
                   "<w:p><w:r><w:t>The </w:t></w:r><w:del><w:r><w:delText>old "
                   "</w:delText></w:r></w:del><w:r><w:t>dues &amp; taxes</w:t><w:tab/><w:t>rise.</w:t><w:br/>"
                   "<w:instrText>PAGE</w:instrText><w:t>At noon.</w:t></w:r></w:p>"
                   "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>ship</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>due</"
                   "w:t>"
                   "</w:r></w:p></w:tc></w:tr></w:tbl><w:p/>"),
            QStringLiteral(
                "# Harbour\n\n## Dues\n\nThe dues & taxes\trise.\nAt noon.\n\nship | due\n\nA note."));
    }

    void brokenOnesAreRefused() {
        QVERIFY_EXCEPTION_THROWN(textOf("<w:p><w:r>"), ArchiveError);
        // Entities that grow: the parser has a bound of its own.
        const QByteArray bytes = smallZip(
            {{"word/document.xml",
              "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c "
              "\"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e "
              "\"&d;&d;&d;&d;&d;&d;&d;&d;\">]><d><t>&e;</t></d>"}});
        ZipArchive archive(bytes, 1 << 20);
        QVERIFY_EXCEPTION_THROWN(wordText(archive), ArchiveError);
    }
};

QTEST_APPLESS_MAIN(TestWordText)
#include "tst_word_text.moc"
