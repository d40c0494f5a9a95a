#include "hearth/readable_text.h"

#include <QtTest>

using hearth::readableText;

class TestReadableText : public QObject {
    Q_OBJECT

private slots:
    void escapesWhatIsNotToBeSeen() {
        QCOMPARE(readableText("plain é 漢 👍"), std::string("plain é 漢 👍"));
        QCOMPARE(readableText("a\x1b[31m\n\r\t\x7f"), std::string("a\\x1b[31m\\n\\r\\t\\x7f"));
        QCOMPARE(readableText("\xc2\x9b"
                              "31m"),
                 std::string("\\u009b31m"));
        QCOMPARE(readableText("\u202e\u2066\u200f\u2028\ufeff"),
                 std::string("\\u202e\\u2066\\u200f\\u2028\\ufeff"));
        QCOMPARE(readableText("\xff\xc3(\xed\xa0\x80"), std::string("\\xff\\xc3(\\xed\\xa0\\x80"));
        QCOMPARE(readableText(std::string_view("\0", 1)), std::string("\\x00"));
    }

    void cutsByCharacters() {
        QCOMPARE(readableText("éé", 2), std::string("éé"));
        QCOMPARE(readableText("ééé", 2), std::string("éé…"));
        QVERIFY(readableText(std::string(1'000'000, '\x1b')).size() < 400);
    }
};

QTEST_GUILESS_MAIN(TestReadableText)
#include "tst_readable_text.moc"
