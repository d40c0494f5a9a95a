#include "reading/document_child.h"

#include <QProcess>
#include <QtEndian>
#include <QtTest>

#include "support/document_test_main.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestDocumentChild : public QObject {
    Q_OBJECT

    static std::pair<int, QByteArray> run(const QByteArray& bytes,
                                          const QStringList& arguments = {
                                              QString::fromLatin1(documentChildArgument)}) {
        QProcess child;
        child.start("/proc/self/exe", arguments);
        child.write(bytes);
        child.closeWriteChannel();
        if (!child.waitForFinished(20000)) qFatal("it does not end");
        return {child.exitCode(), child.readAllStandardOutput()};
    }

private slots:
    void officeDocuments() {
        QCOMPARE(run(smallOdt("<text:h>A</text:h><text:p>b</text:p>")),
                 (std::pair<int, QByteArray>(DocumentRead, "M# A\n\nb")));
        QCOMPARE(run(smallZip({{"a", "b"}})).first, int{DocumentUnknown});
        QCOMPARE(run("PK\x03\x04").first, int{DocumentUnreadable});
        // A picture of a page in the archive makes it no PDF.
        QCOMPARE(run(smallZip({{"%PDF-", "a"}, {"content.xml", "<a/>"}})),
                 (std::pair<int, QByteArray>(DocumentRead, "M")));
    }

    /// Archives that grow, markup that nests without end: the process ends, and its parent never had them.
    void bombsAreEnded() {
        QCOMPARE(run(smallZip({{"content.xml", "<a>" + QByteArray(270 << 20, ' ')}})).first,
                 int{DocumentTooMuch});
        QVERIFY(run(smallOdt(QByteArray("<text:p>").repeated(3'000'000))).first != DocumentRead);
        QCOMPARE(run(smallOdt("<text:p>" + QByteArray(40 << 20, 'x') + "</text:p>")).first,
                 int{DocumentTooMuch});
    }

    void pagesOfAPdf() {
        QCOMPARE(run(smallPdf({"one", "", "three"})),
                 (std::pair<int, QByteArray>(DocumentScans, "Pone\f\fthree")));
        QCOMPARE(run(smallPdf({""})), (std::pair<int, QByteArray>(DocumentScans, "P")));
        QCOMPARE(run(smallPdf({"one", "two"})), (std::pair<int, QByteArray>(DocumentRead, "Pone\ftwo")));
        QCOMPARE(run(smallPdf({"one", pictureLine, "three", pictureLine})),
                 (std::pair<int, QByteArray>(DocumentScans,
                                             "Pone\f\fthree\x1e"
                                             "2 4 ")));
        QCOMPARE(run(smallPdf({pictureLine, "", pictureLine})), (std::pair<int, QByteArray>(DocumentScans,
                                                                                            "P\x1e"
                                                                                            "1 3 \x1d"
                                                                                            "1 3 ")));
        QCOMPARE(run("no document").first, int{DocumentUnknown});
        QCOMPARE(run("").first, int{DocumentUnknown});
    }

    void drawnPages() {
        const auto draw = [](const QByteArray& bytes, const char* number) {
            return run(bytes, {QString::fromLatin1(pageChildArgument), QString::fromLatin1(number)});
        };
        const QByteArray pdf = smallPdf({"one", pictureLine});
        const auto [status, output] = draw(pdf, "2");
        QCOMPARE(status, int{DocumentRead});
        const auto width = qFromLittleEndian<quint32>(output.constData());
        const auto height = qFromLittleEndian<quint32>(output.constData() + 4);
        QVERIFY(height >= 1599 && height <= 1601 && width < height);
        QCOMPARE(output.size(), qsizetype{pageHeadBytes} + 3 * qsizetype(width) * height);
        for (const char* number : {"3", "0", "-1", "x", "99999999999"})
            QCOMPARE(draw(pdf, number), (std::pair<int, QByteArray>(DocumentUnreadable, {})));
        QCOMPARE(draw("no document", "1").first, int{DocumentUnreadable});
        QCOMPARE(draw("", "1").first, int{DocumentUnreadable});
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestDocumentChild)
#include "tst_document_child.moc"
