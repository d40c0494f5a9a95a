#include "attachments/picture_reader.h"

#include <QBuffer>
#include <QtTest>

#include "hearth/picture.h"

using namespace hearth;
using namespace hearth::app;

class TestPictureReader : public QObject {
    Q_OBJECT

    static QImage checkered(int width, int height) {
        QImage image(width, height, QImage::Format_RGB32);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                image.setPixel(x, y, qRgb(x * 7 % 256, y * 5 % 256, (x ^ y) % 256));
        return image;
    }
    static QByteArray saved(const QImage& image, const char* form) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        if (!buffer.open(QBuffer::WriteOnly) || !image.save(&buffer, form)) qFatal("not written");
        return bytes;
    }

private slots:
    void filesAreTakenAsTheyAre() {
        for (const char* form : {"PNG", "JPEG"}) {
            const QByteArray bytes = saved(checkered(40, 30), form);
            QVERIFY(isPicture(bytes.left(16)));
            const ReadPicture read = readPicture(bytes);
            QVERIFY2(read.file, qPrintable(read.problem));
            QCOMPARE(read.file->size(), (PictureSize{40, 30}));
            QVERIFY(std::ranges::equal(read.file->bytes(),
                                       std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())))));
        }
    }

    void aPictureWithoutAFileBecomesAnExactOne() {
        const QImage image = checkered(33, 21);
        const ReadPicture read = readPicture(image);
        QVERIFY2(read.file, qPrintable(read.problem));
        const Picture decoded = decodePicture(read.file->bytes());
        QCOMPARE(decoded.size, (PictureSize{33, 21}));
        size_t at = 0;
        for (int y = 0; y < 21; ++y)
            for (int x = 0; x < 33; ++x, at += 3)
                QCOMPARE(qRgb(decoded.rgb[at], decoded.rgb[at + 1], decoded.rgb[at + 2]), image.pixel(x, y));
        // The same pixels are the same picture.
        QCOMPARE(readPicture(image).file->hash(), read.file->hash());
    }

    void whatCannotBeReadIsSaidInOneSentence() {
        const QByteArray png = saved(checkered(8, 8), "PNG");
        QCOMPARE(readPicture(QByteArray()).problem,
                 QString("The picture is an empty file; choose another one."));
        QCOMPARE(readPicture(png.left(20)).problem,
                 QString("The PNG picture is cut short; download or copy it again."));
        QCOMPARE(readPicture(QByteArray("II*\0\x08\0\0\0", 8)).problem,
                 QString("Hearth does not read TIFF pictures; save it as PNG or JPEG."));
        QCOMPARE(readPicture(png + QByteArray(maxPictureBytes, 'x')).problem,
                 QString("It is larger than 20 MB. Save it smaller, or as a JPEG file."));
        const ReadPicture none = readPicture(QImage());
        QVERIFY(!none.file);
        QCOMPARE(none.problem,
                 QString("The clipboard's picture could not be read. Save it as a file and attach that."));
    }

    void theContentSaysWhatIsAPicture() {
        QVERIFY(isPicture(saved(checkered(300, 8), "BMP").left(16)));
        QVERIFY(isPicture(QByteArray("GIF89a\x10\0\x10\0\x80\0\0", 13)));
        QVERIFY(isPicture("RIFF1234WEBPVP8 "));
        QVERIFY(
            isPicture(QByteArray("\0\0\0\x1c"
                                 "ftypavif",
                                 12)));
        QVERIFY(
            isPicture(QByteArray("\0\0\0\x1c"
                                 "ftypheic",
                                 12)));
        for (const char* text :
             {"", "BM", "BMW is a make of cars", "GIF89a is a format", "RIFF1234WAVEfmt ", "II* a note"})
            QVERIFY2(!isPicture(text), text);
    }
};

QTEST_GUILESS_MAIN(TestPictureReader)
#include "tst_picture_reader.moc"
