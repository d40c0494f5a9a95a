#include "attachments/pdf_child.h"

#include <QProcess>
#include <QTemporaryFile>
#include <QtTest>

#include "support/pdf_test_main.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestPdfChild : public QObject {
    Q_OBJECT

    static std::pair<int, QByteArray> run(const QByteArray& pdf) {
        QProcess child;
        child.start("/proc/self/exe", {QString::fromLatin1(pdfChildArgument)});
        child.write(pdf);
        child.closeWriteChannel();
        if (!child.waitForFinished(20000)) qFatal("it does not end");
        return {child.exitCode(), child.readAllStandardOutput()};
    }

private slots:
    void writesTheTextOfThePages() {
        QCOMPARE(run(smallPdf({"one", "", "two"})), (std::pair<int, QByteArray>(PdfRead, "one\n\ntwo")));
        QCOMPARE(run(smallPdf({""})), (std::pair<int, QByteArray>(PdfRead, "")));
        QCOMPARE(run("no PDF").first, int{PdfUnreadable});
        QCOMPARE(run("").first, int{PdfUnreadable});
    }
};

HEARTH_PDF_TEST_MAIN(TestPdfChild)
#include "tst_pdf_child.moc"
