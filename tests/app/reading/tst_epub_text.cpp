#include "reading/epub_text.h"

#include <QtTest>

#include "reading/zip_archive.h"
#include "support/small_documents.h"

using namespace hearth::app;

class TestEpubText : public QObject {
    Q_OBJECT

    static QString textOf(const QByteArray& bytes) {
        ZipArchive archive(bytes, 1 << 20);
        return epubText(archive);
    }

private slots:
    void chaptersInTheOrderOfTheBook() {
        QCOMPARE(textOf(smallEpub("<h1>One</h1><p>First.</p>", "<h2>Two</h2><p>Second.</p>")),
                 QStringLiteral("# One\n\nFirst.\n\n## Two\n\nSecond."));
    }

    void whatIsLockedOrBrokenIsRefused() {
        QVERIFY_EXCEPTION_THROWN(textOf(smallZip({{"META-INF/container.xml", "<container/>"}})),
                                 ArchiveError);
        QVERIFY_EXCEPTION_THROWN(
            textOf(smallZip({{"META-INF/container.xml", "<rootfile full-path=\"none.opf\"/>"}})),
            ArchiveError);
        const QByteArray locked("\x93\x11\x00\x7f", 4);
        QVERIFY_EXCEPTION_THROWN(
            textOf(smallZip(
                {{"META-INF/container.xml", "<rootfile full-path=\"b.opf\"/>"},
                 {"b.opf", "<package><item id=\"a\" href=\"a.xhtml\"/><itemref idref=\"a\"/></package>"},
                 {"a.xhtml", locked}})),
            ArchiveError);
    }
};

QTEST_APPLESS_MAIN(TestEpubText)
#include "tst_epub_text.moc"
