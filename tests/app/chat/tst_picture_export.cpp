#include "chat/picture_export.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/picture_decoder.h"
#include "notices/toast_queue.h"
#include "store/store.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;

class TestPictureExport : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    std::shared_ptr<const PictureFile> m_picture = test::smallPicture(1);
    const QString m_hash = store::pictureHash(*m_picture);

private slots:
    void initTestCase() { m_store->pictures().know(m_picture); }

    void aCopyIsThePicture() {
        ToastQueue toasts;
        PictureExport pictures(*m_store, toasts);
        pictures.copy(m_hash);
        QTRY_COMPARE(toasts.message(), QString("The picture was copied"));
        const QImage copied = QGuiApplication::clipboard()->image();
        QCOMPARE(copied.size(), QSize(3, 2));
        // Red above blue.
        QCOMPARE(copied.pixelColor(0, 0), QColor(Qt::red));
        QCOMPARE(copied.pixelColor(2, 1), QColor(Qt::blue));
    }

    void aDamagedOneSaysSo() {
        ToastQueue toasts;
        PictureExport pictures(*m_store, toasts);
        auto bytes = test::smallPictureBytes(2);
        bytes.resize(50);
        const auto cut = std::make_shared<const PictureFile>(bytes);
        m_store->pictures().know(cut);
        pictures.copy(store::pictureHash(*cut));
        QTRY_COMPARE(toasts.message(),
                     QString("The picture is damaged and cannot be copied. Save it as a file "
                             "instead."));
    }

    void aFileIsAsItCame() {
        ToastQueue toasts;
        PictureExport pictures(*m_store, toasts);
        QCOMPARE(pictures.fileName(m_hash), QString("picture.png"));
        QCOMPARE(pictures.fileName("none"), QString());
        const auto gif = store::pictureFile(
            QByteArray::fromBase64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"));
        m_store->pictures().know(gif);
        QCOMPARE(pictures.fileName(store::pictureHash(*gif)), QString("picture.gif"));
        QTemporaryDir folder;
        const QUrl url = QUrl::fromLocalFile(folder.filePath("mine.png"));
        pictures.saveTo(m_hash, url);
        QCOMPARE(toasts.message(), QString("Saved as mine.png"));
        QFile file(url.toLocalFile());
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray written = file.readAll();
        QVERIFY(std::ranges::equal(std::as_bytes(std::span(written.constData(), size_t(written.size()))),
                                   m_picture->bytes()));
        toasts.dismiss();
        pictures.saveTo(m_hash, QUrl::fromLocalFile(folder.filePath("nowhere/mine.png")));
        QVERIFY2(toasts.message().startsWith("mine.png could not be written ("),
                 qPrintable(toasts.message()));
        toasts.dismiss();
        pictures.saveTo("none", url);
        pictures.copy("none");
        QVERIFY(!toasts.isVisible());
    }
};

int main(int argc, char* argv[]) {
    if (hearth::isPictureDecoder(argc, argv)) return hearth::servePictureDecoder();
    const QGuiApplication application(argc, argv);
    TestPictureExport test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_picture_export.moc"
