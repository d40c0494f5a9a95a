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
    void pagesWithoutTextHavePictures() {
        QList<std::pair<int, QByteArray>> pages;
        const auto take = [&pages](int page, const QByteArray& words) {
            pages.append({page, words});
            return true;
        };
        const QByteArray pdf = smallPdf({"one", "", pictureLine, pictureLine});
        int withoutText = 0, pictures = 0;
        QCOMPARE(readPdfPages(pdf, take, {}, &withoutText), PdfEnd::Read);
        QCOMPARE(withoutText, 3);
        QCOMPARE(pages.size(), qsizetype{1});
        const auto read = [&](const QByteArray& picture) {
            // 612 by 792 points at 300 dots an inch, and not more bytes than that.
            if (!picture.startsWith("P5\n2550 3300\n255\n") || picture.size() != 17 + 2550 * 3300)
                return QByteArray("wrong");
            return ++pictures == 1 ? QByteArray(" Words \n") : QByteArray();
        };
        pages.clear();
        QCOMPARE(readPdfPages(pdf, take, read, &withoutText), PdfEnd::Read);
        // The empty page is not looked at.
        QCOMPARE(pictures, 2);
        QCOMPARE(pages, (QList<std::pair<int, QByteArray>>{{1, "one"}, {3, "Words"}}));
    }
};

QTEST_APPLESS_MAIN(TestPdfPages)
#include "tst_pdf_pages.moc"
