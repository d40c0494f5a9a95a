#include "reading/office_text.h"

#include <QtTest>

#include "reading/zip_archive.h"
#include "support/small_documents.h"

using namespace hearth::app;

class TestOfficeText : public QObject {
    Q_OBJECT

private slots:
    void theArchiveSaysWhatItIs() {
        QCOMPARE(officeText(smallDocx("<w:p><w:r><w:t>a</w:t></w:r></w:p>"), 1 << 20).value(),
                 QStringLiteral("a\n\nA note."));
        QCOMPARE(officeText(smallOdt("<text:p>b</text:p>"), 1 << 20).value(), QStringLiteral("b"));
        QCOMPARE(officeText(smallEpub("c", "d"), 1 << 20).value(), QStringLiteral("c\n\nd"));
        QVERIFY(!officeText(smallZip({{"a", "b"}}), 1 << 20));
        QVERIFY_EXCEPTION_THROWN(officeText("PK\x03\x04", 1 << 20), ArchiveError);
    }
};

QTEST_APPLESS_MAIN(TestOfficeText)
#include "tst_office_text.moc"
