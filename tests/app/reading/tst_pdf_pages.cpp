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
    // A file that was cut off is either read as text or reported as damaged, never as an empty document.
    void aFileThatIsCutOffIsDamaged() {
        const QByteArray whole = smallPdf({"one", "two", "three"});
        for (qsizetype size = 1; size < whole.size() - 8; size += 7) {
            int pages = 0;
            const PdfEnd end = readPdfPages(whole.left(size), [&pages](int, const QByteArray&) {
                ++pages;
                return true;
            });
            QVERIFY2(end == PdfEnd::Unreadable || pages > 0, qPrintable(QString::number(size)));
        }
        // Nor is one whose pages cannot be found.
        for (const char* mark : {"/Type/Page/", "/Kids", "/Count"}) {
            QByteArray broken = whole;
            broken.replace(mark, QByteArray(mark).replace('e', 'x').replace('i', 'y').replace('o', 'z'));
            int pages = 0;
            const PdfEnd end = readPdfPages(broken, [&pages](int, const QByteArray&) {
                ++pages;
                return true;
            });
            QVERIFY2(end == PdfEnd::Unreadable || pages > 0, mark);
        }
        // One without words that is whole is what it was.
        QCOMPARE(readPdfPages(smallPdf({""}), [](int, const QByteArray&) { return true; }), PdfEnd::Read);
    }
    void pagesWithoutTextHavePictures() {
        QList<std::pair<int, QByteArray>> pages;
        const auto take = [&pages](int page, const QByteArray& words) {
            pages.append({page, words});
            return true;
        };
        const QByteArray pdf = smallPdf({"one", "", pictureLine, pictureLine});
        int withoutText = 0, pictures = 0;
        std::vector<int> unread;
        QCOMPARE(readPdfPages(pdf, take, {}, &withoutText, &unread), PdfEnd::Read);
        QCOMPARE(withoutText, 3);
        // On the second page stands nothing.
        QCOMPARE(unread, (std::vector<int>{3, 4}));
        QCOMPARE(pages.size(), qsizetype{1});
        const auto read = [&](const QByteArray& picture) {
            // 612 by 792 points at 300 dots an inch, and not more bytes than that.
            if (!picture.startsWith("P5\n2550 3300\n255\n") || picture.size() != 17 + 2550 * 3300)
                return QByteArray("wrong");
            return ++pictures == 1 ? QByteArray(" Words \n") : QByteArray();
        };
        pages.clear();
        unread.clear();
        QCOMPARE(readPdfPages(pdf, take, read, &withoutText, &unread), PdfEnd::Read);
        QCOMPARE(unread, std::vector<int>{4});
        // The empty page is not looked at.
        QCOMPARE(pictures, 2);
        QCOMPARE(pages, (QList<std::pair<int, QByteArray>>{{1, "one"}, {3, "Words"}}));
    }
};

QTEST_APPLESS_MAIN(TestPdfPages)
#include "tst_pdf_pages.moc"
