#include "reading/reading_sandbox.h"

#include <QBuffer>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryFile>
#include <QtTest>
#include <algorithm>

#include "reading/document_child.h"
#include "reading/document_reader.h"
#include "reading/scan_program.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestReadingSandbox : public QObject {
    Q_OBJECT

    static DocumentText read(const QByteArray& bytes) {
        QTemporaryFile file;
        if (!file.open() || file.write(bytes) != bytes.size() || !file.flush() || !file.seek(0))
            qFatal("not written");
        return DocumentReader().read(file, TextForm::Document);
    }
    static PageReading draw(const QByteArray& bytes) {
        QTemporaryFile file;
        if (!file.open() || file.write(bytes) != bytes.size() || !file.flush()) qFatal("not written");
        return DocumentReader().drawPage(file, 1);
    }
    /// A PDF of a page on which `paint` draws; fonts are in it.
    static QByteArray written(const std::function<void(QPainter&, QPdfWriter&)>& paint) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QPdfWriter writer(&buffer);
        writer.setResolution(300);
        if (!buffer.open(QBuffer::WriteOnly)) qFatal("not written");
        QPainter painter(&writer);
        paint(painter, writer);
        painter.end();
        return bytes;
    }
    /// A PDF with Chinese in a font that is not in it, by the numbers of Unicode.
    static QByteArray chineseWithoutFont() {
        QByteArray pdf = smallPdf({"planned"});
        pdf.replace("(planned) Tj", "<6E2F53E38D397528> Tj");
        pdf.replace("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts"
                    "[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)"
                    "/Ordering(GB1)/Supplement 4>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light"
                    "/Flags 6/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880"
                    "/StemV 93>>>>]>>");
        return pdf;
    }

private slots:
    void nothingOfThePersonIsInTheRules() {
        const hearth::platform::SandboxRules rules = documentRules();
        QVERIFY(rules.writable.empty() && rules.programs.empty());
        const std::string home = QDir::homePath().toStdString();
        for (const auto& path : rules.readable) {
            QVERIFY(path.is_absolute() && path != "/" && path != home);
            if (path.string().starts_with(home + '/'))
                QVERIFY2(path.string().find("font") != std::string::npos, path.c_str());
        }
    }

    void lettersOfAFontThatIsNotInTheFileAreDrawn() {
        const PageReading page = draw(smallPdf({"HHHHHHHH"}));
        QCOMPARE(page.end, DocumentText::Read);
        QVERIFY(std::count_if(page.pixels.begin(), page.pixels.end(),
                              [](char level) { return static_cast<unsigned char>(level) < 100; }) > 300);
    }

    void aChinesePdfIsRead() {
        if (!QFontDatabase::families(QFontDatabase::SimplifiedChinese).contains("Noto Sans CJK SC"))
            QSKIP("there is no Chinese font");
        const QString words = QStringLiteral("港口费用上涨");
        const DocumentText text = read(written([&words](QPainter& painter, QPdfWriter&) {
            painter.setFont(QFont("Noto Sans CJK SC", 20));
            painter.drawText(300, 300, words);
        }));
        QCOMPARE(text.end, DocumentText::Read);
        // The font gives some of them the numbers of their radicals.
        QCOMPARE(text.text.normalized(QString::NormalizationForm_KC), words);
    }

    void aChinesePdfWithoutItsFontIsRead() {
        if (!QFile::exists("/usr/share/poppler/cMap")) QSKIP("poppler-data is not installed");
        const QByteArray pdf = chineseWithoutFont();
        const DocumentText text = read(pdf);
        QCOMPARE(text.end, DocumentText::Read);
        QCOMPARE(text.text, QStringLiteral("港口费用"));
        if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty()) return;
        const PageReading page = draw(pdf);
        QVERIFY(std::count_if(page.pixels.begin(), page.pixels.end(),
                              [](char level) { return static_cast<unsigned char>(level) < 100; }) > 300);
    }

    /// By converters that are not loaded when the process enters its sandbox.
    void officeFilesInOtherCharacterSetsAreRead() {
        QByteArray content =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><office:document-content xmlns:office=\"o\" "
            "xmlns:text=\"t\"><office:body><office:text><text:p>\xa4 5</text:p></office:text></office:body>"
            "</office:document-content>";
        QCOMPARE(read(smallZip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                                {"content.xml", content}}))
                     .text,
                 QStringLiteral("€ 5"));
        content.replace("ISO-8859-15", "GB18030").replace("\xa4 5", "\xb8\xdb\xbf\xda");
        QCOMPARE(read(smallZip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                                {"content.xml", content}}))
                     .text,
                 QStringLiteral("港口"));
    }

    void aScanIsReadWhereTesseractIs() {
        if (!findScanProgram().isThere()) QSKIP("tesseract is not installed");
        QImage page(1240, 400, QImage::Format_RGB32);
        page.fill(Qt::white);
        QPainter letters(&page);
        letters.setFont(QFont("DejaVu Sans", 48));
        letters.drawText(100, 200, "Harbour dues rose");
        letters.end();
        const DocumentText text = read(written([&page](QPainter& painter, QPdfWriter& writer) {
            painter.drawImage(QRect(0, 0, writer.width(), writer.width() * 400 / 1240), page);
        }));
        QCOMPARE(text.end, DocumentText::Read);
        QCOMPARE(text.text.simplified(), QString("Harbour dues rose"));
    }
};

int main(int argc, char* argv[]) {
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    QGuiApplication application(argc, argv);
    TestReadingSandbox test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_reading_sandbox.moc"
