#include <QtTest>

#include "hearth/error.h"
#include "hearth/routing.h"
#include "router/router_errors.h"

using namespace hearth;

class TestRoutingRule : public QObject {
    Q_OBJECT

private slots:
    void readsWhatIsThereAndLeavesTheRest() {
        const RoutingRule rule = RoutingRule::fromJson(
            R"({"longest_prompt": 10, "longest_turn": 5, "code_is_hard": false, "small_hints": [],
                "large_hints": ["!!"], "first_tokens": 3, "least_mean_log_probability": -1.5})");
        QCOMPARE(rule.longestPrompt, int64_t(10));
        QCOMPARE(rule.longestTurn, int64_t(5));
        QVERIFY(!rule.codeIsHard);
        QVERIFY(rule.smallHints.empty());
        QCOMPARE(rule.largeHints, std::vector<std::string>{"!!"});
        QCOMPARE(rule.firstTokens, 3);
        QCOMPARE(rule.leastMeanLogProbability, -1.5);
        const RoutingRule plain, empty = RoutingRule::fromJson("{}");
        QCOMPARE(empty.longestPrompt, plain.longestPrompt);
        QCOMPARE(empty.smallHints, plain.smallHints);
        QCOMPARE(empty.leastMeanLogProbability, plain.leastMeanLogProbability);
        QCOMPARE(RoutingRule::fromJson(R"({"least_mean_log_probability": 0})").leastMeanLogProbability, 0.0);
    }
    void refusesWithOneSentence_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* json, const char* says) {
            QTest::addRow("%.60s", json) << QByteArray(json) << QByteArray(says);
        };
        row("", "are not a JSON object");
        row("[]", "are not a JSON object");
        row("{\"first_tokens\": 3", "are not a JSON object");
        row(R"({"longest": 3})", "there is no rule called \"longest\".");
        row(R"({"longest_turn": -1})", "\"longest_turn\" must be a whole number from 0 to 1000000000.");
        row(R"({"longest_turn": 18446744073709551615})", "\"longest_turn\" must be a whole number");
        row(R"({"longest_prompt": 1.5})", "\"longest_prompt\" must be a whole number");
        row(R"({"longest_prompt": null})", "\"longest_prompt\" must be a whole number");
        row(R"({"code_is_hard": 1})", "\"code_is_hard\" must be true or false.");
        row(R"({"first_tokens": 257})", "\"first_tokens\" must be a whole number from 0 to 256.");
        row(R"({"least_mean_log_probability": 0.1})", "must be a number from -20 to 0.");
        row(R"({"least_mean_log_probability": -1e400})", "are not a JSON object");
        row(R"({"least_mean_log_probability": "-1"})", "must be a number from -20 to 0.");
        row(R"({"small_hints": "/x"})",
            "\"small_hints\" must be a list of up to 64 texts of 1 to 100 bytes.");
        row(R"({"small_hints": [""]})", "\"small_hints\" must be a list");
        row(R"({"small_hints": [1]})", "\"small_hints\" must be a list");
        row(R"({"large_hints": ["/small"]})", "\"large_hints\" must be without the small ones.");
    }
    void refusesWithOneSentence() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, says);
        try {
            (void)RoutingRule::fromJson(json.toStdString());
            QFAIL("taken");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::BadInput);
            QVERIFY2(QByteArray(error.what()).contains(says), error.what());
            QVERIFY2(!QByteArray(error.what()).contains('\n'), error.what());
        }
    }
    void namesAreBounded() {
        const std::string longName(10000, 'x');
        try {
            (void)RoutingRule::fromJson("{\"" + longName + "\": 1}");
            QFAIL("taken");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::rulesUnknownField));
            QVERIFY(std::string(error.what()).size() < 300);
        }
    }
};

QTEST_GUILESS_MAIN(TestRoutingRule)
#include "tst_routing_rule.moc"
