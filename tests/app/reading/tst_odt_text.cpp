#include "reading/odt_text.h"

#include <QtTest>

#include "reading/zip_archive.h"
#include "support/small_documents.h"

using namespace hearth::app;

class TestOdtText : public QObject {
    Q_OBJECT

private slots:
    void paragraphsHeadingsTablesAndNotes() {
        const QByteArray bytes = smallOdt(
            "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
            "<text:h text:outline-level=\"2\">Dues</text:h>\n <text:p>The "
            "<text:span>dues</text:span><text:note><text:note-body><text:p>A note.</text:p></text:note-body>"
            "</text:note> rise<text:s text:c=\"2\"/>at<text:tab/>noon.</text:p>"
            "<table:table><table:table-row><table:table-cell><text:p>ship</text:p></table:table-cell>"
            "<table:table-cell><text:p>due</text:p></table:table-cell></table:table-row></table:table>");
        ZipArchive archive(bytes, 1 << 20);
        QCOMPARE(odtText(archive),
                 QStringLiteral("## Dues\n\nThe dues A note. rise  at\tnoon.\n\nship | due"));
    }

    void anEncryptedOneIsRefused() {
        const QByteArray bytes = smallZip({{"content.xml", QByteArray("\x93\x11\x00\x7f", 4)}});
        ZipArchive archive(bytes, 1 << 20);
        QVERIFY_EXCEPTION_THROWN(odtText(archive), ArchiveError);
    }
};

QTEST_APPLESS_MAIN(TestOdtText)
#include "tst_odt_text.moc"
