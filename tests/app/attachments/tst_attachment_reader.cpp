#include "attachments/attachment_reader.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "support/pdf_test_main.h"
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
        // The content says what it is, not the name.
        QCOMPARE(readAttachment(write("odd.txt", smallPdf({"inside"}))).text, QStringLiteral("inside"));
    }

    void whatCannotBeReadIsSaidInOneSentence() {
        const QList<QPair<QString, QByteArray>> bad{
            {"empty.txt", ""},
            {"blank.txt", " \n\t "},
            {"picture.png", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)},
            {"latin1.txt", "caf\xE9"},
            {"scan.pdf", smallPdf({"", ""})},
            {"damaged.pdf", "%PDF-1.4\nnothing more"}};
        for (const auto& [name, bytes] : bad) {
            const auto read = readAttachment(write(name, bytes));
            QVERIFY2(!read.problem.isEmpty(), qPrintable(name));
            QVERIFY2(read.problem.contains(name), qPrintable(read.problem));
        }
        QVERIFY(!readAttachment(m_folder.filePath("nowhere.txt")).problem.isEmpty());
        QVERIFY(readAttachment(m_folder.path()).problem.contains("folder"));
        // Nobody writes to the pipe: to open it would wait for ever.
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath("pipe.txt")).constData(), 0600), 0);
        QVERIFY(readAttachment(m_folder.filePath("pipe.txt")).problem.contains("not a regular file"));
        QFile large(m_folder.filePath("large.txt"));
        QVERIFY(large.open(QFile::WriteOnly) && large.resize(maxAttachmentBytes + 1));
        QVERIFY(readAttachment(large.fileName()).problem.contains("64 MB"));
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
                                         PdfReader(QStringLiteral("/proc/self/exe"), 500));
        QVERIFY2(read.problem.startsWith("slow.pdf takes too much time or memory"), qPrintable(read.problem));
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

HEARTH_PDF_TEST_MAIN(TestAttachmentReader)
#include "tst_attachment_reader.moc"
