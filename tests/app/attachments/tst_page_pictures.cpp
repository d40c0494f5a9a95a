#include "attachments/page_pictures.h"

#include <QTemporaryDir>
#include <QtTest>

#include "store/picture_table.h"
#include "support/document_test_main.h"
#include "support/scanned_pdf.h"
#include "support/small_pdf.h"

using namespace hearth;
using namespace hearth::app;

class TestPagePictures : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::unique_ptr<QFile> opened(const QByteArray& bytes) {
        auto file = std::make_unique<QFile>(m_folder.filePath("scan.pdf"));
        if (!file->open(QFile::ReadWrite | QFile::Truncate) || file->write(bytes) != bytes.size() ||
            !file->flush() || !file->seek(0))
            qFatal("not written");
        return file;
    }
    static std::vector<int> numbers(const PagePictures& drawn) {
        std::vector<int> numbers;
        for (const auto& page : drawn.pages) numbers.push_back(page.number);
        return numbers;
    }
    static QImage decoded(const PictureFile& file) { return QImage::fromData(store::pictureBytes(file)); }

private slots:
    void pagesOfAScan() {
        const auto file = opened(scannedPdf(3));
        const DocumentText read =
            DocumentReader().read(*file, TextForm::Document, {}, DocumentReader::Scans::Draw);
        QCOMPARE(read.end, DocumentText::NoWords);
        QCOMPARE(read.picturedPages, (std::vector<int>{1, 2, 3}));
        const PagePictures drawn = drawPages(*file, read.picturedPages, 2);
        QCOMPARE(numbers(drawn), (std::vector<int>{1, 2}));
        QCOMPARE(drawn.leftOut, std::vector<int>{3});
        QVERIFY(drawn.failed.empty());
        const QImage page = decoded(*drawn.pages[0].file);
        QCOMPARE(std::max(page.width(), page.height()), pageLongSide);
        QVERIFY(std::abs(page.width() * 842.0 / page.height() - 595) < 3);
        // The first line of the page is dark, what is beside it is paper.
        const auto grey = [&page](double x, double y) {
            return qGray(page.pixel(int(x / 620 * page.width()), int(y / 877 * page.height())));
        };
        QVERIFY(grey(300, 27) < 80 && grey(300, 36) > 200 && grey(20, 27) > 200);
        QVERIFY(page.allGray() && page.format() == QImage::Format_Grayscale8);
        // Equal pages are one picture.
        QCOMPARE(drawn.pages[0].file->hash(), drawn.pages[1].file->hash());
    }
    void grainyPagesTakeLittle() {
        const auto file = opened(scannedPdf(1, true));
        const PagePictures drawn = drawPages(*file, {1}, 16);
        QCOMPARE(drawn.pages.size(), size_t{1});
        const QByteArrayView bytes = store::pictureBytes(*drawn.pages[0].file);
        QVERIFY(bytes.startsWith("\xff\xd8\xff"));
        QVERIFY2(bytes.size() < 2'000'000, qPrintable(QString::number(bytes.size())));
        const QRgb paper = decoded(*drawn.pages[0].file).pixel(20, 20);
        QVERIFY(qRed(paper) > 180 && qBlue(paper) < 160);
    }
    void pagesThatCannotBeDrawnAreNamed() {
        const auto file = opened(smallPdf({pictureLine, pictureLine}));
        const PagePictures drawn = drawPages(*file, {2, 9, 10}, 16);
        QCOMPARE(numbers(drawn), std::vector<int>{2});
        QCOMPARE(drawn.failed, (std::vector<int>{9, 10}));
        QCOMPARE(drawn.reason, DocumentText::Unreadable);
        const PagePictures slow =
            drawPages(*opened(slowPdf()), {1}, 16, {}, DocumentReader(QStringLiteral("/proc/self/exe"), 500));
        QVERIFY(slow.pages.empty());
        QCOMPARE(slow.reason, DocumentText::TooMuch);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(drawPages(*file, {1, 2}, 16, stop.get_token()).pages.empty());
    }
    // Programs in the place of the child: what they write is pixels or nothing.
    void whatAChildWritesIsNotTrusted_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("nothing") << QByteArray("exit 0");
        QTest::newRow("a head alone") << QByteArray(R"(printf '\1\0\0\0\1\0\0\0')");
        QTest::newRow("too few pixels") << QByteArray(R"(printf '\2\0\0\0\1\0\0\0abc')");
        QTest::newRow("no width") << QByteArray(R"(printf '\0\0\0\0\1\0\0\0abc')");
        QTest::newRow("sizes that wrap") << QByteArray(R"(printf '\377\377\377\377\377\377\377\377abc')");
        QTest::newRow("no end") << QByteArray("cat /dev/zero");
        QTest::newRow("a signal") << QByteArray("kill -SEGV $$");
        QTest::newRow("an error after the pixels") << QByteArray(R"(printf '\1\0\0\0\1\0\0\0abc'; exit 3)");
    }
    void whatAChildWritesIsNotTrusted() {
        QFETCH(const QByteArray, script);
        QFile program(m_folder.filePath(QStringLiteral("child-%1").arg(QTest::currentDataTag())));
        QVERIFY(program.open(QFile::WriteOnly));
        program.write("#!/bin/sh\n" + script + "\n");
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        program.close();
        const auto file = opened("%PDF-");
        const PagePictures drawn = drawPages(*file, {1}, 16, {}, DocumentReader(program.fileName(), 5000));
        QVERIFY(drawn.pages.empty());
        QCOMPARE(drawn.failed, std::vector<int>{1});
    }
    void pixelsAreEncodedOnlyIfTheyAreAll() {
        QVERIFY(encodedPage({}).isEmpty());
        QVERIFY(encodedPage({DocumentText::Read, 2, 2, QByteArray(11, 'x')}).isEmpty());
        QVERIFY(encodedPage({DocumentText::Read, -2, -2, QByteArray(12, 'x')}).isEmpty());
        QVERIFY(encodedPage({DocumentText::Read, 2, 2, QByteArray(12, 'x')}).startsWith("\x89PNG"));
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestPagePictures)
#include "tst_page_pictures.moc"
