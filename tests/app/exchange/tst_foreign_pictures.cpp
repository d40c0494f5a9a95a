#include "exchange/foreign_pictures.h"

#include <QtTest>

#include "store/picture_table.h"
#include "support/small_picture.h"

using namespace hearth::app;

class TestForeignPictures : public QObject {
    Q_OBJECT

    static QString base64(uint32_t number) {
        const auto bytes = hearth::test::smallPictureBytes(number);
        return QString::fromLatin1(
            QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
                .toBase64());
    }

private slots:
    void aDataUrlIsAPicture() {
        store::Message message;
        message.text = "Hi";
        // The content says what it is, whatever the URL does.
        addForeignPicture(message, "data:image/jpeg;base64," + base64(1), "a.jpg");
        addForeignPicture(message, "data:image/png;name=b;base64," + base64(2), {});
        QCOMPARE(message.text, QString("Hi"));
        QCOMPARE(message.pictures.size(), size_t{2});
        QCOMPARE(message.pictures[0].hash, store::pictureHash(*hearth::test::smallPicture(1)));
        QCOMPARE(message.pictures[0].name, QString("a.jpg"));
        QCOMPARE(message.pictures[0].at, qsizetype{0});
        QVERIFY(message.pictures[1].file);
    }

    void whatIsNoneIsTold_data() {
        QTest::addColumn<QString>("url");
        QTest::newRow("nothing") << "";
        QTest::newRow("web") << "https://example.org/a.png";
        QTest::newRow("file") << "file:///etc/passwd";
        QTest::newRow("no picture") << "data:image/png;base64,AAAA";
        QTest::newRow("not Base64") << "data:image/png," + base64(1);
        QTest::newRow("another type") << "data:text/html;base64," + base64(1);
        QTest::newRow("nothing in it") << "data:image/png;base64,";
    }

    void whatIsNoneIsTold() {
        QFETCH(const QString, url);
        store::Message message;
        message.text = "Hi";
        addForeignPicture(message, url, "a.png");
        QVERIFY(message.pictures.empty());
        QCOMPARE(message.text, QString("Hi\n[image]"));
        store::Message empty;
        noteMissingPicture(empty);
        QCOMPARE(empty.text, QString("[image]"));
    }
};

QTEST_GUILESS_MAIN(TestForeignPictures)
#include "tst_foreign_pictures.moc"
