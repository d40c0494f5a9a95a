#include "reading/pdf_pages.h"

#include <QtTest>

#include "support/small_pdf.h"

using namespace hearth::app;

class TestPdfPages : public QObject {
    Q_OBJECT

private slots:
    void pagesWithTextHaveTheirNumbers() {
        QList<std::pair<int, QByteArray>> pages;
        const auto take = [&pages](int page, const QByteArray& words) {
            pages.append({page, words});
            return pages.size() < 2;
        };
        QCOMPARE(readPdfPages(smallPdf({"one", "", "three"}), take), PdfEnd::TooLong);
        QCOMPARE(pages, (QList<std::pair<int, QByteArray>>{{1, "one"}, {3, "three"}}));
        pages.clear();
        QCOMPARE(readPdfPages(smallPdf({"one"}), take), PdfEnd::Read);
        QCOMPARE(readPdfPages("%PDF-1.4\n", take), PdfEnd::Unreadable);
        QCOMPARE(pages.size(), qsizetype{1});
    }
};

QTEST_APPLESS_MAIN(TestPdfPages)
#include "tst_pdf_pages.moc"
