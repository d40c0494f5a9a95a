#include "openai/field_reader.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth::openai;

class TestFieldReader : public QObject {
    Q_OBJECT

    template <class Read>
    static std::string refused(Read read) {
        try {
            read();
        } catch (const Refusal& refusal) {
            return refusal.field + ": " + refusal.message;
        }
        return "taken";
    }

private slots:
    void readsWhatIsThere() {
        QCOMPARE(readNumber("x", Json(0.5)), 0.5F);
        QCOMPARE(readInteger("x", Json(7), 1), 7);
        QCOMPARE(readInteger("x", Json(18446744073709551615U), 1), std::numeric_limits<int>::max());
        QCOMPARE(readInteger("x", Json(16.0), 1), 16);
        QCOMPARE(readInteger("x", Json(1e12), 1), std::numeric_limits<int>::max());
        QVERIFY(!isWholeNumber(Json(1e300)) && !isWholeNumber(Json("16")));
        QVERIFY(readBoolean("x", Json(true)));
        QCOMPARE(readString("x", Json("text")), std::string("text"));
        QCOMPARE(memberOf(Json{{"a", 1}}, "a"), Json(1));
        QVERIFY(memberOf(Json{{"a", 1}}, "b").is_null());
        QVERIFY(memberOf(Json(7), "b").is_null());
    }
    void namesWhatItRefuses() {
        QCOMPARE(refused([] { (void)readNumber("x", Json("1")); }),
                 std::string("x: The field \"x\" must be a number."));
        QCOMPARE(refused([] { (void)readInteger("x", Json(1.5), 0); }),
                 std::string("x: The field \"x\" must be an integer."));
        QCOMPARE(refused([] { (void)readInteger("x", Json(0), 1); }),
                 std::string("x: The field \"x\" must be 1 or more."));
        QCOMPARE(refused([] { (void)readBoolean("x", Json(1)); }),
                 std::string("x: The field \"x\" must be true or false."));
        QCOMPARE(refused([] { (void)readString("x", Json(1)); }),
                 std::string("x: The field \"x\" must be a string."));
        QCOMPARE(refused([] { readFixed("x", Json(2), Json(1)); }),
                 std::string("x: The field \"x\" can only be 1."));
        // Names come from outside.
        QVERIFY(refused([] { refuseField(std::string(10'000'000, 'x'), "is too long."); }).size() < 1000);
    }
};

QTEST_GUILESS_MAIN(TestFieldReader)
#include "tst_field_reader.moc"
