#include "reading/decoded_text.h"

#include <QtTest>

using namespace hearth::app;

class TestDecodedText : public QObject {
    Q_OBJECT

private slots:
    void encodings() {
        QCOMPARE(decodedText("a\r\nb\xc3\xa4\n"), QStringLiteral("a\nb\u00e4\n"));
        QCOMPARE(decodedText(QByteArray("\xff\xfe"
                                        "a\0\xe4\0",
                                        6)),
                 QStringLiteral("a\u00e4"));
        QCOMPARE(decodedText("\xef\xbb\xbfx"), QStringLiteral("x"));
        QVERIFY(!decodedText("").isNull());
        QVERIFY(decodedText("b\xe4").isNull());
        QCOMPARE(decodedText("b\xe4\x93", OtherBytes::Windows1252), QStringLiteral("b\u00e4\u201c"));
    }

    void whatIsNoText() {
        QVERIFY(decodedText(QByteArray("a\0b", 3)).isNull());
        QVERIFY(decodedText("\x01\xe4", OtherBytes::Windows1252).isNull());
        QVERIFY(decodedText("\x81 no such character", OtherBytes::Windows1252).isNull());
        QVERIFY(!decodedText("page\fpage \x1b[1m").isNull());
    }
};

QTEST_APPLESS_MAIN(TestDecodedText)
#include "tst_decoded_text.moc"
