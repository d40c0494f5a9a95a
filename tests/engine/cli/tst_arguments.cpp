#include "cli/arguments.h"

#include <QtTest>
#include <array>

using namespace hearth::cli;

namespace {

constexpr std::array options = {
    Option{"--temp", "-t", "T", "a number"},
    Option{"--stop", "", "STR", "a text"},
    Option{"--json", "", "", "a switch"},
};

Arguments parse(const std::vector<std::string>& words) {
    return Arguments(words, options);
}

}  // namespace

class TestArguments : public QObject {
    Q_OBJECT
private slots:
    void takesWordsApart() {
        const Arguments arguments = parse({"one", "--temp", "0.5", "--stop=a=b", "--json", "two"});
        QCOMPARE(arguments.positional(), (std::vector<std::string>{"one", "two"}));
        QCOMPARE(arguments.text("--temp"), std::optional<std::string>("0.5"));
        QCOMPARE(arguments.text("--stop"), std::optional<std::string>("a=b"));
        QVERIFY(arguments.has("--json"));
        QVERIFY(!parse({}).has("--json"));
        QVERIFY(!parse({}).text("--temp"));
    }

    void aliasesAreTheSameOption() { QCOMPARE(parse({"-t", "1"}).number("--temp", 0), 1.0F); }

    void theLastValueCounts() {
        const Arguments arguments = parse({"--stop", "a", "--stop", "b"});
        QCOMPARE(arguments.text("--stop"), std::optional<std::string>("b"));
        QCOMPARE(arguments.all("--stop"), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(arguments.all("--temp"), std::vector<std::string>());
    }

    void whatOnlyLooksLikeAnOption() {
        QCOMPARE(parse({"-", "-5", "-0.5"}).positional(), (std::vector<std::string>{"-", "-5", "-0.5"}));
        QCOMPARE(parse({"--", "--temp", "-t"}).positional(), (std::vector<std::string>{"--temp", "-t"}));
        // A value may look like one.
        QCOMPARE(parse({"--stop", "--json"}).text("--stop"), std::optional<std::string>("--json"));
        QCOMPARE(parse({"--stop="}).text("--stop"), std::optional<std::string>(""));
    }

    void numbers() {
        const Arguments arguments = parse({"--temp", "-12"});
        QCOMPARE(arguments.integer("--temp", 3), -12);
        QCOMPARE(arguments.number("--temp", 3), -12.0F);
        QCOMPARE(parse({}).integer("--temp", 3), 3);
        QCOMPARE(parse({"--temp", "18446744073709551615"}).unsignedNumber("--temp"),
                 std::optional<uint64_t>(UINT64_MAX));
        QVERIFY(!parse({}).unsignedNumber("--temp"));
    }

    void refusesWhatIsNoNumber() {
        for (const char* text : {"", "x", "1x", "1 ", " 1", "0x10", "2147483648", "+1"}) {
            QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp", text}).integer("--temp", 0));
        }
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp", "1.5"}).integer("--temp", 0));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp", "1,5"}).number("--temp", 0));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp", "1e99"}).number("--temp", 0));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp", "-1"}).unsignedNumber("--temp"));
        QVERIFY_THROWS_EXCEPTION(UsageError,
                                 (void)parse({"--temp", "18446744073709551616"}).unsignedNumber("--temp"));
    }

    void refusesWhatItDoesNotKnow() {
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--tmp", "1"}));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"-x"}));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--temp"}));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({"--json=yes"}));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)parse({}).required("--temp"));
        try {
            (void)parse({"--tmp", "1"});
        } catch (const UsageError& error) {
            QVERIFY(std::string(error.what()).find("--tmp") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(TestArguments)
#include "tst_arguments.moc"
