#include "attachments/draft_attachments.h"

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QImage>
#include <QTemporaryDir>

#include "../chat/chat_fixture.h"
#include "support/document_test_main.h"
#include "support/played_scans.h"
#include "support/small_pdf.h"

using namespace hearth;
using namespace hearth::app;

class TestDraftAttachments : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QUrl write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return QUrl::fromLocalFile(file.fileName());
    }

    static QByteArray pngOf(int width, int height) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QImage image(width, height, QImage::Format_RGB32);
        image.fill(Qt::blue);
        if (!buffer.open(QBuffer::WriteOnly) || !image.save(&buffer, "PNG")) qFatal("not written");
        return bytes;
    }

private slots:
    void goWithTheMessageAndStayWithIt() {
        test::ChatFixture f;
        f.load();
        DraftAttachments& files = *f.chat.attachments;
        QAbstractItemModelTester tester(&files, QAbstractItemModelTester::FailureReportingMode::QtTest);
        files.add({write("dues.md", "Four percent."), write("other.txt", "More.")});
        QVERIFY(files.isBusy());
        QVERIFY(!f.chat.send("too early"));
        QTRY_COMPARE(files.count(), 2);
        QCOMPARE(files.data(files.index(0), DraftAttachments::NameRole).toString(),
                 QStringLiteral("dues.md"));
        files.remove(1);
        files.remove(7);
        QTRY_VERIFY(!files.isBusy());
        f.talk("How much?");
        QCOMPARE(files.count(), 0);
        const auto content = [&](int request, int message) {
            return QString::fromStdString(
                f.script->requests.at(size_t(request)).messages.at(size_t(message)).content);
        };
        QCOMPARE(content(0, 0), QStringLiteral("File dues.md:\n```\nFour percent.\n```\n\nHow much?"));
        // The next turn has the file still in front of the first message, and no second time.
        f.talk("And then?");
        QCOMPARE(content(1, 0), content(0, 0));
        QCOMPARE(content(1, 2), QStringLiteral("And then?"));
        // Another version of the message keeps it.
        f.chat.versions->edit(f.idAt(0), "How little?");
        f.waitForReply();
        QVERIFY(content(2, 0).startsWith(QStringLiteral("File dues.md")));
        QVERIFY(content(2, 0).endsWith(QStringLiteral("How little?")));
        QVERIFY(f.row(0, MessageBlockModel::BodyRole).toString().startsWith("dues.md"));
    }

    void refusesWithASentence() {
        test::ChatFixture f;
        DraftAttachments& files = *f.chat.attachments;
        QSignalSpy refused(&files, &DraftAttachments::refused);
        files.add({write("bits.bin", QByteArray("\0\1\2", 3))});
        QVERIFY(refused.wait());
        QCOMPARE(files.count(), 0);
        QVERIFY(f.toasts.isVisible());
    }

    void whatIsMissingOfAFileIsTold() {
        test::ChatFixture f;
        DraftAttachments& files = *f.chat.attachments;
        QSignalSpy refused(&files, &DraftAttachments::refused);
        files.add(
            {write("part.pdf", smallPdf({"one", pictureLine})), write("bits.bin", QByteArray("\0\1", 2))});
        QTRY_VERIFY(!files.isBusy());
        QCOMPARE(files.count(), 1);
        QCOMPARE(refused.size(), 1);
        QVERIFY2(refused[0][0].toString().startsWith("part.pdf: Page 2 could not be read.\nbits.bin was not"),
                 qPrintable(refused[0][0].toString()));
    }

    void severalRefusalsAreToldAtOnce() {
        test::ChatFixture f;
        DraftAttachments& files = *f.chat.attachments;
        QSignalSpy refused(&files, &DraftAttachments::refused);
        const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        const QByteArray bits = QByteArray("\0\1\2", 3);
        files.add(
            {write("1.bin", bits), write("2.png", png), write("kept.md", "words"), write("3.bin", bits)});
        files.add({write("4.png", png), write("5.bin", bits)});
        QTRY_VERIFY(!files.isBusy());
        QCOMPARE(files.count(), 1);
        QCOMPARE(refused.size(), 1);
        const QStringList lines = refused[0][0].toString().split(u'\n');
        QCOMPARE(lines.size(), qsizetype{3});
        QCOMPARE(lines[0], QString("5 files were not attached."));
        QVERIFY2(lines[1].startsWith("1.bin, 3.bin, 5.bin: It is neither text nor a picture."),
                 qPrintable(lines[1]));
        QCOMPARE(lines[2], QString("2.png, 4.png: The PNG picture is cut short; download or copy it again."));
        // The next ones are told by themselves.
        files.add({write("6.png", png)});
        QVERIFY(refused.wait());
        QCOMPARE(refused[1][0].toString(),
                 QString("6.png was not attached. The PNG picture is cut short; download or copy it again."));
    }

    void picturesAreHandedOn() {
        test::ChatFixture f;
        DraftAttachments& files = *f.chat.attachments;
        const QByteArray png = pngOf(20, 10);
        files.add({write("notes.md", "words"), write("a.png", png)});
        QTRY_VERIFY(!files.isBusy());
        QCOMPARE(files.count(), 1);
        DraftPictures& pictures = *f.chat.draft->pictures();
        QCOMPARE(pictures.count(), 1);
        QCOMPARE(pictures.data(pictures.index(0), DraftPictures::NameRole).toString(), QString("a.png"));
        // Bytes that were dropped, which say themselves what they are.
        files.drop({QUrl("https://example.org/b.png")}, png);
        QTRY_COMPARE(pictures.count(), 2);
        QCOMPARE(pictures.pictures()[1].file->hash(), pictures.pictures()[0].file->hash());
        // Nothing is fetched.
        QSignalSpy refused(&files, &DraftAttachments::refused);
        files.drop({QUrl("https://example.org/b.png")}, {});
        QCOMPARE(refused.count(), 1);
        QVERIFY(refused[0][0].toString().startsWith("Hearth fetches nothing from the web"));
        QVERIFY(!files.isBusy());
        files.drop({}, {});
        QCOMPARE(refused.count(), 1);
    }

    void pagesOfAScanAreHandedOn() {
        test::PlayedScans scans;
        scans.install("Words of a scan");
        test::ChatFixture f;
        f.script->seesPictures = true;
        f.load();
        DraftAttachments& files = *f.chat.attachments;
        DraftPictures& pictures = *f.chat.draft->pictures();
        QSignalSpy refused(&files, &DraftAttachments::refused);
        files.add({write("scan.pdf", smallPdf({pictureLine, pictureLine}))});
        QTRY_VERIFY(!files.isBusy());
        QCOMPARE(files.count(), 0);
        QCOMPARE(pictures.count(), 2);
        QCOMPARE(pictures.data(pictures.index(1), DraftPictures::NameRole).toString(),
                 QString("scan.pdf, page 2"));
        QVERIFY(refused.isEmpty());
        f.talk("Read it.");
        QCOMPARE(f.script->requests.at(0).messages.at(0).pictures.size(), size_t{2});
    }

    void scansForAModelThatDoesNotSee() {
        test::PlayedScans scans;
        test::ChatFixture f;
        f.load();
        DraftAttachments& files = *f.chat.attachments;
        QSignalSpy refused(&files, &DraftAttachments::refused);
        const QUrl scan = write("scan.pdf", smallPdf({pictureLine}));
        files.add({scan});
        QTRY_VERIFY(!files.isBusy());
        // The window offers a model that sees them.
        QCOMPARE(f.chat.draft->pictures()->count(), 1);
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused[0][0].toString(),
                 QString("scan.pdf: Its pages are pictures. Install tesseract, and they will be read."));
        scans.install("Words of a scan");
        files.add({scan});
        QTRY_COMPARE(files.count(), 1);
        QCOMPARE(files.textAt(0), QString("Words of a scan"));
        QCOMPARE(f.chat.draft->pictures()->count(), 1);
    }

    void whatComesLateIsOfAnotherMessage() {
        test::ChatFixture f;
        f.chat.attachments->add({write("late.png", pngOf(8, 8))});
        f.chat.attachments->clear();
        QTRY_VERIFY(!f.chat.attachments->isBusy());
        QCOMPARE(f.chat.draft->pictures()->count(), 0);
    }

    void longTextsAreAttachedAndGoAlone() {
        QVERIFY(!DraftAttachments::isLong(QString(4000, u'a')));
        QVERIFY(DraftAttachments::isLong(QString(4001, u'a')));
        QVERIFY(DraftAttachments::isLong(QString(101, u'\n')));
        test::ChatFixture f;
        f.load();
        DraftAttachments& files = *f.chat.attachments;
        files.addText("one\ntwo");
        files.addText("three");
        QCOMPARE(files.data(files.index(0), DraftAttachments::NameRole).toString(), QString("Pasted text"));
        QCOMPARE(files.data(files.index(1), DraftAttachments::NameRole).toString(), QString("Pasted text 2"));
        QCOMPARE(files.textAt(0), QString("one\ntwo"));
        QCOMPARE(files.textAt(7), QString());
        files.remove(1);
        f.talk("");
        QCOMPARE(f.chat.title(), QString("one"));
        QVERIFY(f.script->requests.at(0).messages.at(0).content.find("one\ntwo") != std::string::npos);
    }

    void figures() {
        store::Attachment file;
        file.sizeBytes = 3'100'000;
        QCOMPARE(DraftAttachments::figuresText(file), QStringLiteral("3.1 MB"));
        file.tokens = 1204;
        QCOMPARE(DraftAttachments::figuresText(file), QStringLiteral("1,204 tokens"));
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestDraftAttachments)
#include "tst_draft_attachments.moc"
