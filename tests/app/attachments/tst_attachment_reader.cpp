#include "attachments/attachment_reader.h"

#include <sys/stat.h>

#include <QBuffer>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "support/document_test_main.h"
#include "support/played_scans.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestAttachmentReader : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return file.fileName();
    }

private slots:
    void readsTextInItsEncodings() {
        QCOMPARE(readAttachment(write("a.md", "# T\xC3\xBCr\r\nline\n")).text,
                 QStringLiteral("# Tür\nline\n"));
        QCOMPARE(readAttachment(write("b.txt", QByteArray("\xEF\xBB\xBFtext"))).text, QStringLiteral("text"));
        QCOMPARE(readAttachment(write("c.txt", QByteArray("\xFF\xFEh\0i\0", 6))).text, QStringLiteral("hi"));
        const auto read = readAttachment(write("code.py", "x = 1\n"));
        QCOMPARE(read.name, QStringLiteral("code.py"));
        QCOMPARE(read.sizeBytes, qint64(6));
        QVERIFY(read.problem.isEmpty());
    }

    void readsThePagesOfAPdf() {
        const auto read =
            readAttachment(write("report.pdf", smallPdf({"Harbour dues rose", "", "by four percent"})));
        QVERIFY2(read.problem.isEmpty(), qPrintable(read.problem));
        QCOMPARE(read.text, QStringLiteral("Harbour dues rose\n\nby four percent"));
        QVERIFY(read.note.isEmpty());
        // Of which pages nothing was read is said to the person and to the model.
        const auto part =
            readAttachment(write("part.pdf", smallPdf({"one", pictureLine, "three", pictureLine})));
        QCOMPARE(part.note, QStringLiteral("Pages 2, 4 could not be read."));
        QCOMPARE(part.text, QStringLiteral("one\n\nthree\n\n[Pages 2, 4 could not be read.]"));
        // The content says what it is, not the name.
        QCOMPARE(readAttachment(write("odd.txt", smallPdf({"inside"}))).text, QStringLiteral("inside"));
    }

    void readsEveryDocumentThatDocumentsRead() {
        const auto text = [this](const QString& name, const QByteArray& bytes) {
            const ReadAttachment read = readAttachment(write(name, bytes));
            return read.problem.isEmpty() ? read.text : "refused: " + read.problem;
        };
        const QString docx = text("a.docx", smallDocx("<w:p><w:r><w:t>Harbour dues</w:t></w:r></w:p>"));
        QVERIFY2(docx.startsWith("Harbour dues") && docx.contains("A note."), qPrintable(docx));
        QCOMPARE(text("a.odt", smallOdt("<text:p>Harbour dues</text:p>")), QString("Harbour dues"));
        const QString book = text("a.epub", smallEpub("<h1>One</h1><p>Harbour</p>", "<p>dues</p>"));
        QVERIFY2(book.contains("Harbour") && book.indexOf("dues") > book.indexOf("Harbour"),
                 qPrintable(book));
        QCOMPARE(text("latin1.txt", "caf\xE9"), QString("café"));
        // A question about a page's source needs the markup.
        QCOMPARE(text("page.html", "<p>Hi</p>"), QString("<p>Hi</p>"));
    }

    void picturesAreTheirFiles() {
        QByteArray png;
        QBuffer buffer(&png);
        QImage image(31, 17, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(buffer.open(QBuffer::WriteOnly) && image.save(&buffer, "PNG"));
        // The content says what it is, not the name.
        const ReadAttachment read = readAttachment(write("odd.txt", png));
        QVERIFY2(read.picture != nullptr, qPrintable(read.problem));
        QCOMPARE(read.picture->size(), (hearth::PictureSize{31, 17}));
        const auto bytes = read.picture->bytes();
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())), png);
        QVERIFY(read.text.isEmpty() && read.problem.isEmpty());
        // Words that begin as a picture does are words.
        for (const char* text : {"BMW and others", "GIF89a is a format", "II* is a note"})
            QCOMPARE(readAttachment(write("a.txt", text)).text, QString(text));
    }

    void whatCannotBeReadIsSaidInOneSentence() {
        const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        const QString cutPng = "The PNG picture is cut short; download or copy it again.";
        const QString cutJpeg = "The JPEG picture is cut short; download or copy it again.";
        const QString noText =
            "It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files "
            "can be attached.";
        const QString damaged = "It is damaged or asks for a password. Save it again without one.";
        const QString noWords = "It holds no words: it is empty, or pictures of pages.";
        const QList<std::tuple<QString, QByteArray, QString>> bad{
            {"empty.txt", "", noWords},
            {"blank.txt", " \n\t ", noWords},
            {"picture.png", png, cutPng},
            {"unnamed", png, cutPng},
            {"photo.jpeg", QByteArray("\xff\xd8\xff\xe0\0\x10JFIF\0", 11), cutJpeg},
            {"moving.gif", QByteArray("GIF89a\x10\0\x10\0\0\0\0", 13),
             "The GIF picture is cut short; download or copy it again."},
            {"bits.bin", QByteArray("\0\1\2", 3), noText},
            {"damaged.pdf", "%PDF-1.4\nnothing more", damaged},
            {"damaged.docx", "PK\x03\x04 nothing more", damaged},
            {"other.zip", smallZip({{"a", "b"}}), noText}};
        for (const auto& [name, bytes, sentence] : bad) {
            const ReadAttachment read = readAttachment(write(name, bytes));
            QCOMPARE(read.name, name);
            QCOMPARE(read.problem, sentence);
        }
        const hearth::test::PlayedScans none;
        const QString scan = readAttachment(write("scan.pdf", smallPdf({"", ""}))).problem;
        QVERIFY2(scan.contains("pictures"), qPrintable(scan));
        QVERIFY(!readAttachment(m_folder.filePath("nowhere.txt")).problem.isEmpty());
        QVERIFY(readAttachment(m_folder.path()).problem.contains("folder"));
        // Nobody writes to the pipe: to open it would wait for ever.
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath("pipe.txt")).constData(), 0600), 0);
        QVERIFY(readAttachment(m_folder.filePath("pipe.txt")).problem.contains("not a regular file"));
        QFile large(m_folder.filePath("large.txt"));
        QVERIFY(large.open(QFile::WriteOnly) && large.resize(maxDocumentTextBytes + 1));
        QCOMPARE(readAttachment(large.fileName()).problem, QString("It is larger than 32 MB. Split it."));
    }

    void pagesOfAScanAreItsPictures() {
        hearth::test::PlayedScans scans;
        const auto read = [this](const QByteArray& bytes, bool sees) {
            return readAttachment(write("scan.pdf", bytes), {}, DocumentReader(), sees);
        };
        const QByteArray scan = smallPdf({pictureLine, "", "Page 3" + pictureLine});
        ReadAttachment seen = read(scan, true);
        QVERIFY2(seen.problem.isEmpty() && seen.note.isEmpty(), qPrintable(seen.problem + seen.note));
        QCOMPARE(seen.pages.pages.size(), size_t{2});
        QCOMPARE(seen.pages.pages[1].number, 3);
        QVERIFY(seen.text.isEmpty());
        // Text stays text.
        seen = read(smallPdf({"Harbour dues rose", pictureLine}), true);
        QVERIFY(seen.pages.pages.empty());
        QVERIFY(seen.text.startsWith("Harbour dues rose"));
        // A person may choose a model that sees, or install a program that reads them.
        const ReadAttachment blind = read(smallPdf({pictureLine}), false);
        QCOMPARE(blind.pages.pages.size(), size_t{1});
        QCOMPARE(blind.note, QString("Its pages are pictures. Install tesseract, and they will be read."));
        QVERIFY(blind.problem.isEmpty());
        QCOMPARE(read(scan, false).text, QString("Page 3\n\n[Page 1 could not be read.]"));
        // With tesseract installed, the text of scans is for models without vision.
        scans.install("Words of a scan");
        QCOMPARE(read(smallPdf({pictureLine}), false).text, QString("Words of a scan"));
        QCOMPARE(read(smallPdf({pictureLine}), true).pages.pages.size(), size_t{1});
        scans.install("");
        const ReadAttachment nothing = read(smallPdf({pictureLine}), false);
        QCOMPARE(nothing.pages.pages.size(), size_t{1});
        QCOMPARE(nothing.note, QString("It holds no words: it is empty, or pictures of pages."));
    }

    void moreScannedPagesThanPictures() {
        const ReadAttachment read = readAttachment(
            write("long.pdf", smallPdf(QList<QByteArray>(19, pictureLine))), {}, DocumentReader(), true);
        QCOMPARE(read.pages.pages.size(), size_t{16});
        QCOMPARE(read.pages.leftOut, (std::vector<int>{17, 18, 19}));
    }

    void hostileScansHaveOneSentence() {
        const QString damaged = "It is damaged or asks for a password. Save it again without one.";
        const auto problem = [this](const QByteArray& bytes, int waitMs = documentWaitMs) {
            const ReadAttachment read = readAttachment(
                write("bad.pdf", bytes), {}, DocumentReader(QStringLiteral("/proc/self/exe"), waitMs), true);
            return read.pages.pages.empty() ? read.problem : QStringLiteral("it was read");
        };
        const QByteArray scan = smallPdf({pictureLine});
        QByteArray locked = scan;
        locked.replace("/Root", "/Encrypt<</Filter/Standard/V 1/R 2/P 0/O(" + QByteArray(32, 'x') + ")/U(" +
                                    QByteArray(32, 'y') + ")>>/Root");
        QCOMPARE(problem(locked), damaged);
        QCOMPARE(problem(scan.left(scan.size() / 2)), damaged);
        QCOMPARE(problem(smallPdf({"", ""})),
                 QString("It holds no words: it is empty, or pictures of pages."));
        QCOMPARE(problem(smallPdf({})), damaged);
        QVERIFY(problem(slowPdf(), 500).startsWith("It takes too much time or memory"));
        QFile large(m_folder.filePath("large.pdf"));
        QVERIFY(large.open(QFile::WriteOnly) && large.write(scan) > 0 && large.resize(maxDocumentBytes + 1));
        QCOMPARE(readAttachment(large.fileName(), {}, DocumentReader(), true).problem,
                 QString("It is larger than 64 MB. Split it."));
        // A damaged file is read or refused.
        for (qsizetype at = 0; at < scan.size(); at += 61) {
            QByteArray bent = scan;
            bent[at] = static_cast<char>(bent[at] ^ 0x15);
            problem(bent);
        }
    }

    void cutOffPdfsDoNotHurt() {
        const QByteArray whole = smallPdf({"one", "two"});
        for (qsizetype length = 0; length < whole.size(); length += 97)
            readAttachment(write("cut.pdf", whole.left(length)));
        for (qsizetype at = 0; at < whole.size(); at += 83) {
            QByteArray bent = whole;
            bent[at] = static_cast<char>(bent[at] ^ 0x15);
            readAttachment(write("bent.pdf", bent));
        }
    }

    void pdfsThatTakeTooLongHaveASentence() {
        const auto read = readAttachment(write("slow.pdf", slowPdf()), {},
                                         DocumentReader(QStringLiteral("/proc/self/exe"), 500));
        QVERIFY2(read.problem.startsWith("It takes too much time or memory"), qPrintable(read.problem));
    }

    void noFileEndsItsFence() {
        const QString text = attachmentInPrompt("a.md", "```sh\nls\n```\n````\n");
        QVERIFY(text.startsWith(QStringLiteral("File a.md:\n`````\n```sh")));
        QVERIFY(text.endsWith(QStringLiteral("````\n`````\n\n")));
        // In one pass: a file of nothing else took for ever.
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(attachmentInPrompt("b", QString(8'000'000, u'`')).count(u'`'), 3 * 8'000'000 + 2);
        QVERIFY(timer.elapsed() < 5000);
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestAttachmentReader)
#include "tst_attachment_reader.moc"
