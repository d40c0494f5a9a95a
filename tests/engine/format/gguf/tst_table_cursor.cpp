#include <QtTest>

#include "format/gguf/table_cursor.h"
#include "hearth/error.h"
#include "support/gguf_writer.h"

using namespace hearth;
using format::ByteSource;
using format::TableCursor;

class TableCursorTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAndTextsFollowEachOther() {
        const auto source =
            ByteSource::copyOf(test::ByteList().add(uint8_t{7}).add(-2.5).addText("ab").add(int16_t{-3}));
        TableCursor cursor(source);
        QCOMPARE(cursor.number<uint8_t>("x"), uint8_t{7});
        QCOMPARE(cursor.number<double>("x"), -2.5);
        QCOMPARE(cursor.text("x", 2), std::string("ab"));
        QCOMPARE(cursor.position(), uint64_t{19});
        QCOMPARE(cursor.remaining(), uint64_t{2});
        QCOMPARE(cursor.number<int16_t>("x"), int16_t{-3});
        QCOMPARE(cursor.remaining(), uint64_t{0});
        QVERIFY_THROWS_EXCEPTION(Error, cursor.number<uint8_t>("x"));
    }

    /// The buffer is 64 KiB; texts and numbers lie across its borders.
    void readsCrossTheBuffer() {
        test::ByteList bytes;
        const std::string longText(200000, 'q');
        for (uint32_t i = 0; i < 50000; ++i) bytes.add(i).add(static_cast<uint8_t>(i));
        bytes.addText(longText).add(uint32_t{0xABCDEF01});
        const auto source = ByteSource::copyOf(bytes);
        TableCursor cursor(source);
        for (uint32_t i = 0; i < 50000; ++i) {
            if (cursor.number<uint32_t>("x") != i) QFAIL("a wrong number");
            if (cursor.number<uint8_t>("x") != static_cast<uint8_t>(i)) QFAIL("a wrong byte");
        }
        QVERIFY(cursor.text("x", UINT64_MAX) == longText);
        QCOMPARE(cursor.number<uint32_t>("x"), 0xABCDEF01U);
    }

    void errorsNameTheThing() {
        const auto source = ByteSource::copyOf(test::ByteList().addText("abc"));
        TableCursor cursor(source);
        try {
            cursor.text("the title", 2);
            QFAIL("not refused");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("the title is 3 bytes long and at most 2"));
        }
    }

    void roomIsCheckedWithoutWrapping() {
        const auto source = ByteSource::copyOf(test::ByteList().add(uint64_t{0}));
        const TableCursor cursor(source);
        cursor.requireRoom(1, 8, "things");
        cursor.requireRoom(0, 8, "things");
        QVERIFY_THROWS_EXCEPTION(Error, cursor.requireRoom(2, 8, "things"));
        QVERIFY_THROWS_EXCEPTION(Error, cursor.requireRoom(UINT64_MAX, 8, "things"));
        QVERIFY_THROWS_EXCEPTION(Error, cursor.requireRoom(1ULL << 61, 8, "things"));
    }
};

QTEST_APPLESS_MAIN(TableCursorTest)
#include "tst_table_cursor.moc"
