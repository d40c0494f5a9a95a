#include "pictures/scaled_picture.h"

#include <QCoreApplication>
#include <QFile>
#include <QImageReader>
#include <QtTest>

#include "hearth/picture_decoder.h"
#include "support/reference_pack.h"
#include "support/small_picture.h"

using namespace hearth::app;
using hearth::PictureFile;

class TestScaledPicture : public QObject {
    Q_OBJECT

    const QString m_program = QStringLiteral("/proc/self/exe");

    static PictureFile read(const char* name) {
        QFile file(QString::fromStdString(
            (hearth::test::tinyModelsFolder().parent_path() / "pictures" / name).string()));
        if (!file.open(QFile::ReadOnly)) qFatal("%s cannot be read", name);
        const QByteArray bytes = file.readAll();
        const auto* begin = reinterpret_cast<const std::byte*>(bytes.constData());
        return PictureFile(std::vector<std::byte>(begin, begin + bytes.size()));
    }

private slots:
    void staysWithinTheWantedSize_data() {
        QTest::addColumn<QSize>("picture");
        QTest::addColumn<QSize>("wanted");
        QTest::addColumn<QSize>("shown");
        QTest::newRow("any") << QSize(300, 200) << QSize() << QSize(300, 200);
        QTest::newRow("never larger") << QSize(300, 200) << QSize(600, 600) << QSize(300, 200);
        QTest::newRow("width") << QSize(300, 200) << QSize(150, 0) << QSize(150, 100);
        QTest::newRow("height") << QSize(300, 200) << QSize(0, 50) << QSize(75, 50);
        QTest::newRow("both") << QSize(300, 200) << QSize(150, 50) << QSize(75, 50);
        QTest::newRow("at least a pixel") << QSize(65535, 1) << QSize(100, 100) << QSize(100, 1);
        QTest::newRow("a large one whole") << QSize(10000, 5000) << QSize() << QSize(10000, 5000);
    }

    void staysWithinTheWantedSize() {
        QFETCH(const QSize, picture);
        QFETCH(const QSize, wanted);
        QFETCH(const QSize, shown);
        QCOMPARE(shownSize(picture, wanted), shown);
    }

    void hasThePixels() {
        const QImage image = scaledPicture(hearth::decodePicture(hearth::test::smallPictureBytes(1)), {});
        QCOMPARE(image.size(), QSize(3, 2));
        for (int x = 0; x < 3; ++x) {
            QCOMPARE(image.pixelColor(x, 0), QColor(255, 0, 0));
            QCOMPARE(image.pixelColor(x, 1), QColor(0, 0, 255));
        }
    }

    void isUprightAndSmall() {
        const PictureFile file = read("jpeg-exif-6.jpg");
        const QImage image = scaledPicture(hearth::decodePicture(file.bytes()), QSize(8, 8));
        const QSize size(static_cast<int>(file.size().width), static_cast<int>(file.size().height));
        QCOMPARE(image.size(), shownSize(size, QSize(8, 8)));
        // Qt's own decoder turns it the same way.
        QFile raw(QString::fromStdString(
            (hearth::test::tinyModelsFolder().parent_path() / "pictures" / "jpeg-exif-6.jpg").string()));
        QImageReader reader(raw.fileName());
        reader.setAutoTransform(true);
        const QImage whole = reader.read();
        if (!whole.isNull()) QCOMPARE(whole.size(), size);
    }

    void isDecodedByAChild() {
        const PictureFile file(hearth::test::smallPictureBytes(1, 100'000));
        for (const QSize wanted : {QSize(), QSize(2, 0), QSize(0, 1), QSize(-1, 100)})
            QCOMPARE(shownPicture(m_program, file, wanted),
                     scaledPicture(hearth::decodePicture(file.bytes()), wanted));
    }

    void whatCannotBeShownIsNull() {
        auto bytes = hearth::test::smallPictureBytes(1);
        bytes.resize(50);
        QVERIFY(shownPicture(m_program, PictureFile(std::move(bytes)), {}).isNull());
        for (const char* program : {"/bin/true", "/bin/false", "/nowhere"})
            QVERIFY(shownPicture(program, *hearth::test::smallPicture(1), {}).isNull());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(shownPicture(m_program, *hearth::test::smallPicture(1), {}, stop.get_token()).isNull());
    }
};

int main(int argc, char* argv[]) {
    if (hearth::isPictureDecoder(argc, argv)) return hearth::servePictureDecoder();
    const QCoreApplication application(argc, argv);
    TestScaledPicture test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_scaled_picture.moc"
