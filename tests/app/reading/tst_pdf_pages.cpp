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
        int pictures = 0;
        PdfPages told;
        QCOMPARE(readPdfPages(pdf, take, {}, &told), PdfEnd::Read);
        QCOMPARE(told.withoutText, 3);
        // On the second page stands nothing.
        QCOMPARE(told.unread, (std::vector<int>{3, 4}));
        QCOMPARE(pages.size(), qsizetype{1});
        const auto read = [&](const QByteArray& picture) {
            // 612 by 792 points at 300 dots an inch, and not more bytes than that.
            if (!picture.startsWith("P5\n2550 3300\n255\n") || picture.size() != 17 + 2550 * 3300)
                return QByteArray("wrong");
            return ++pictures == 1 ? QByteArray(" Words \n") : QByteArray();
        };
        pages.clear();
        QCOMPARE(readPdfPages(pdf, take, read, &told), PdfEnd::Read);
        QCOMPARE(told.unread, std::vector<int>{4});
        // The empty page is not looked at.
        QCOMPARE(pictures, 2);
        QCOMPARE(pages, (QList<std::pair<int, QByteArray>>{{1, "one"}, {3, "Words"}}));
    }
    void scansAreRecognised_data() {
        QTest::addColumn<QList<QByteArray>>("lines");
        QTest::addColumn<std::vector<int>>("pictured");
        const QByteArray stamp = "Page 3" + pictureLine, prose = QByteArray("Harbour dues ").repeated(4);
        using Lines = QList<QByteArray>;
        QTest::newRow("pictures alone") << Lines{pictureLine, "", pictureLine} << std::vector<int>{1, 3};
        QTest::newRow("with a stamp") << Lines{stamp, pictureLine} << std::vector<int>{1, 2};
        QTest::newRow("few words without a picture") << Lines{"inside"} << std::vector<int>{};
        QTest::newRow("a page of words among them") << Lines{pictureLine, prose} << std::vector<int>{};
        QTest::newRow("words with a picture") << Lines{prose + pictureLine} << std::vector<int>{};
        QTest::newRow("a picture and few words") << Lines{pictureLine, "inside"} << std::vector<int>{};
        QTest::newRow("nothing") << Lines{"", ""} << std::vector<int>{};
    }
    void scansAreRecognised() {
        QFETCH(const QList<QByteArray>, lines);
        PdfPages told;
        const auto take = [](int, const QByteArray&) { return true; };
        QCOMPARE(readPdfPages(smallPdf(lines), take, {}, &told), PdfEnd::Read);
        QTEST(told.pictured, "pictured");
    }
    void pagesAreDrawn() {
        const QByteArray pdf = smallPdf({"one", pictureLine});
        const DrawnPage page = drawPdfPage(pdf, 2, 800);
        // 612 by 792 points.
        QVERIFY2(page.height >= 799 && page.height <= 801, qPrintable(QString::number(page.height)));
        QVERIFY(page.width >= 617 && page.width <= 620);
        QCOMPARE(page.pixels.size(), qsizetype{3} * page.width * page.height);
        const auto at = [&page](double right, double up) {
            const auto column = qsizetype(right / 612 * page.width);
            const auto row = qsizetype((792 - up) / 792 * page.height);
            return page.pixels.mid(3 * (row * page.width + column), 3);
        };
        QCOMPARE(at(200, 200), QByteArray(3, '\0'));
        QCOMPARE(at(400, 400), QByteArray(3, '\xff'));
        // Not more dots than a scan has.
        QVERIFY(drawPdfPage(pdf, 1, 100'000).height <= 3301);
        for (const int number : {0, -1, 3}) QVERIFY(drawPdfPage(pdf, number, 800).pixels.isEmpty());
        QVERIFY(drawPdfPage("%PDF-1.4\n", 1, 800).pixels.isEmpty());
        // Far longer than wide, and of no size.
        const auto withBox = [&pdf](const QByteArray& box) {
            return QByteArray(pdf).replace("[0 0 612 792]", box);
        };
        QVERIFY(drawPdfPage(withBox("[0 0 14400 1]    "), 1, 800).width <= 801);
        for (const char* box : {"[0 0 0 0]", "[0 0 1e30 1e30]", "[0 0 1e9 1e9]", "[5 5 4 4]", "[1 2]"}) {
            const DrawnPage odd = drawPdfPage(withBox(box), 1, 800);
            QVERIFY2(odd.width <= 801 && odd.height <= 801, box);
        }
    }
};

QTEST_APPLESS_MAIN(TestPdfPages)
#include "tst_pdf_pages.moc"
