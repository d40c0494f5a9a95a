#include "reading/document_reader.h"

#include <QTemporaryDir>
#include <QtTest>

#include "support/document_test_main.h"
#include "support/played_scans.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestDocumentReader : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    DocumentText read(const QByteArray& bytes, TextForm form, std::stop_token stop = {}) {
        QFile file(m_folder.filePath("a"));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        file.close();
        if (!file.open(QFile::ReadOnly)) qFatal("not read");
        return DocumentReader().read(file, form, stop);
    }

private slots:
    void forms() {
        DocumentText text = read("# A\r\nb\f\xe4", TextForm::Marked);
        QCOMPARE(text.end, DocumentText::Read);
        QCOMPARE(text.text, QStringLiteral("# A\nb\n\u00e4"));
        QCOMPARE(text.form, TextForm::Marked);
        text = read("<h1>A</h1><p>b<p>c", TextForm::Html);
        QCOMPARE(text.text, QStringLiteral("# A\n\nb\n\nc"));
        QCOMPARE(text.form, TextForm::Marked);
        text = read("a", TextForm::Unknown);
        QCOMPARE(text.form, TextForm::Prose);
        text = read(smallPdf({"Harbour dues", "rose"}), TextForm::Document);
        QCOMPARE(text.end, DocumentText::Read);
        QCOMPARE(text.text, QStringLiteral("Harbour dues\frose"));
        QCOMPARE(text.form, TextForm::Prose);
    }

    void whatHasNoText() {
        QCOMPARE(read("", TextForm::Prose).end, DocumentText::NoWords);
        QCOMPARE(read(" \n\t", TextForm::Marked).end, DocumentText::NoWords);
        QCOMPARE(read("<p><img src=x>", TextForm::Html).end, DocumentText::NoWords);
        QCOMPARE(read(QByteArray("a\0", 2), TextForm::Prose).end, DocumentText::NotText);
        QCOMPARE(read("b\xe4", TextForm::Unknown).end, DocumentText::NotText);
        QCOMPARE(read(smallPdf({"", ""}), TextForm::Document).end, DocumentText::NoWords);
        QCOMPARE(read("%PDF-1.4\nnothing", TextForm::Prose).end, DocumentText::Unreadable);
        QCOMPARE(read("\xd0\xcf\x11\xe0 old or with a password", TextForm::Document).end,
                 DocumentText::Unreadable);
    }

    void whatIsNoDocumentThatIsKnown() {
        const QByteArray sheet = smallZip({{"xl/workbook.xml", "<workbook/>"}});
        QCOMPARE(read(sheet, TextForm::Unknown).end, DocumentText::NotText);
        QCOMPARE(read(sheet, TextForm::Prose).end, DocumentText::NotText);
        // It says that it is one.
        QCOMPARE(read(sheet, TextForm::Document).end, DocumentText::Unreadable);
        QCOMPARE(read("\xd0\xcf\x11\xe0 messages", TextForm::Unknown).end, DocumentText::NotText);
    }

    void textsThatSpeakOfPdfs() {
        const QByteArray code = "if (bytes.startsWith(\"%PDF-\")) return;";
        const DocumentText text = read(code, TextForm::Code);
        QCOMPARE(text.end, DocumentText::Read);
        QCOMPARE(text.text, QString::fromUtf8(code));
        // Printers put lines of their own in front.
        QCOMPARE(read("@PJL\n" + smallPdf({"Harbour"}), TextForm::Document).text, QStringLiteral("Harbour"));
    }

    void whatIsTooLong() {
        QFile file(m_folder.filePath("long"));
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(file.resize(1LL << 30));
        DocumentText text = DocumentReader().read(file, TextForm::Document);
        QCOMPARE(text.end, DocumentText::TooLong);
        QCOMPARE(text.detail, QStringLiteral("64"));
        QCOMPARE(DocumentReader().read(file, TextForm::Prose).detail, QStringLiteral("32"));
        for (const TextForm form : {TextForm::Prose, TextForm::Unknown}) {
            text = read(QByteArray(maxDocumentTextBytes + 1, 'x'), form);
            QCOMPARE(text.end, DocumentText::TooLong);
            QCOMPARE(text.detail, QStringLiteral("32"));
        }
        QCOMPARE(read(QByteArray(maxDocumentTextBytes, 'x'), TextForm::Prose).end, DocumentText::Read);
    }

    void whatTakesTooLongIsEnded() {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(read(slowPdf(), TextForm::Document, stop.get_token()).end, DocumentText::Stopped);
    }

    void scannedPagesAreReadWhereTheirProgramIs() {
        hearth::test::PlayedScans scans;
        const QTemporaryDir folder;
        QFile file(folder.filePath("scan.pdf"));
        QVERIFY(file.open(QFile::ReadWrite) && file.write(smallPdf({pictureLine, "two", pictureLine})) > 0 &&
                file.flush());
        file.seek(0);
        DocumentText read = DocumentReader().read(file, TextForm::Document);
        QCOMPARE(read.end, DocumentText::Read);
        QCOMPARE(read.text, QString("\ftwo"));
        scans.install("Words of a scan");
        file.seek(0);
        read = DocumentReader().read(file, TextForm::Document);
        QCOMPARE(read.end, DocumentText::Read);
        QCOMPARE(read.text, QString("Words of a scan\ftwo\fWords of a scan"));
    }
    void picturesAloneSayWhatTheyAre() {
        hearth::test::PlayedScans scans;
        const QTemporaryDir folder;
        QFile file(folder.filePath("scan.pdf"));
        QVERIFY(file.open(QFile::ReadWrite) && file.write(smallPdf({pictureLine})) > 0 && file.flush());
        file.seek(0);
        DocumentText read = DocumentReader().read(file, TextForm::Document);
        QCOMPARE(read.end, DocumentText::NoWords);
        QCOMPARE(read.detail, QString(picturesDetail));
        scans.install("");
        file.seek(0);
        read = DocumentReader().read(file, TextForm::Document);
        QCOMPARE(read.end, DocumentText::NoWords);
        QVERIFY(read.detail.isEmpty());
        QCOMPARE(read.picturedPages, std::vector<int>{1});
    }
    void pagesForDrawingAreNotRecognised() {
        hearth::test::PlayedScans scans;
        scans.install("Words of a scan");
        const QTemporaryDir folder;
        QFile file(folder.filePath("scan.pdf"));
        QVERIFY(file.open(QFile::ReadWrite) && file.write(smallPdf({pictureLine, "", pictureLine})) > 0 &&
                file.flush());
        file.seek(0);
        const DocumentText read =
            DocumentReader().read(file, TextForm::Document, {}, DocumentReader::Scans::Draw);
        QCOMPARE(read.end, DocumentText::NoWords);
        QCOMPARE(read.picturedPages, (std::vector<int>{1, 3}));
        const PageReading page = DocumentReader().drawPage(file, 3);
        QCOMPARE(page.end, DocumentText::Read);
        QCOMPARE(page.pixels.size(), qsizetype{3} * page.width * page.height);
        QCOMPARE(DocumentReader().drawPage(file, 4).end, DocumentText::Unreadable);
        QCOMPARE(DocumentReader("/nowhere").drawPage(file, 1).end, DocumentText::NoAccess);
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestDocumentReader)
#include "tst_document_reader.moc"
