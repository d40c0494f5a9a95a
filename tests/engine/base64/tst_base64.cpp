// Against the examples of RFC 4648, section 10, and Qt's implementation.
#include "hearth/base64.h"

#include <QByteArray>
#include <QtTest>
#include <random>
#include <string>

using namespace hearth;

class TestBase64 : public QObject {
    Q_OBJECT

    static QByteArray read(std::string_view text) {
        const auto bytes = bytesOfBase64(text);
        if (!bytes) return "refused";
        return {reinterpret_cast<const char*>(bytes->data()), static_cast<qsizetype>(bytes->size())};
    }
    static QByteArray written(const QByteArray& bytes) {
        return QByteArray::fromStdString(
            base64Of(std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())))));
    }

private slots:
    void examplesOfTheStandard_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        for (const auto& [bytes, text] :
             std::initializer_list<std::pair<const char*, const char*>>{{"", ""},
                                                                        {"f", "Zg=="},
                                                                        {"fo", "Zm8="},
                                                                        {"foo", "Zm9v"},
                                                                        {"foob", "Zm9vYg=="},
                                                                        {"fooba", "Zm9vYmE="},
                                                                        {"foobar", "Zm9vYmFy"}})
            QTest::addRow("\"%s\"", bytes) << QByteArray(bytes) << QByteArray(text);
    }
    void examplesOfTheStandard() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QCOMPARE(written(bytes), text);
        QCOMPARE(read(text.toStdString()), bytes);
        text.replace("=", "");
        QCOMPARE(read(text.toStdString()), bytes);
    }
    void everyByteComesBack() {
        std::mt19937 random(5);
        for (int length : {1, 2, 3, 64, 65, 1000, 100'000}) {
            QByteArray bytes(length, '\0');
            for (char& byte : bytes) byte = static_cast<char>(random());
            QCOMPARE(written(bytes), bytes.toBase64());
            QCOMPARE(read(bytes.toBase64().toStdString()), bytes);
        }
    }
    void linesAreJoined() {
        QCOMPARE(read("Zm9v\r\nYmFy\n"), QByteArray("foobar"));
        QCOMPARE(read(" Zm9v\tYg==\n"), QByteArray("foob"));
        QCOMPARE(read("Zm9vYg=\n=\n"), QByteArray("foob"));
    }
    void whatIsNotBase64IsRefused() {
        for (const char* text : {"Z", "Zm9vY", "Zm9v!", "Zm-_", "Zg==Zg==", "Zh==", "Zg===", "\xC3\xA4"})
            QVERIFY2(!bytesOfBase64(text), text);
    }
};

QTEST_APPLESS_MAIN(TestBase64)
#include "tst_base64.moc"
