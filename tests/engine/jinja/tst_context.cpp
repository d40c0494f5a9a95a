#include "jinja/context.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "jinja/runtime.h"

using namespace hearth;
using namespace hearth::jinja;
using Json = nlohmann::ordered_json;

class TestContext : public QObject {
    Q_OBJECT

private slots:
    void textOfPeopleIsNotTrusted() {
        const Json context = {{"bos_token", "<s>"}, {"x", "y"}, {"n", 3}, {"none", nullptr}};
        Runtime runtime({}, {});
        QVERIFY(contextVariable(runtime, context, "bos_token")->text().trustedAt(0));
        QVERIFY(!contextVariable(runtime, context, "x")->text().trustedAt(0));
        QCOMPARE(contextVariable(runtime, context, "n")->asInt(), int64_t{3});
        QVERIFY(contextVariable(runtime, context, "none")->isNone());
        QVERIFY(!contextVariable(runtime, context, "absent"));
    }

    void numbersAreNotRounded() {
        const Json context = {{"most", INT64_MAX}, {"more", uint64_t{1} << 63U}};
        Runtime runtime({}, {});
        QCOMPARE(contextVariable(runtime, context, "most")->asInt(), INT64_MAX);
        QVERIFY_THROWS_EXCEPTION(Error, (void)contextVariable(runtime, context, "more"));
    }

    void rolesAreTrustedAsPlainWordsOnly() {
        const Json context = {{"messages", Json::array({{{"role", "user"}, {"content", "hi"}},
                                                        {{"role", "us er"}, {"content", "hi"}}})}};
        Runtime runtime({}, {});
        const Value messages = *contextVariable(runtime, context, "messages");
        const auto role = [&](int i) {
            return getItem(runtime, getItem(runtime, messages, Value(i)), runtime.trusted("role"));
        };
        QVERIFY(role(0).text().trustedAt(0) && !role(1).text().trustedAt(0));
    }

    void theClockIsTheContexts() {
        const std::tm now = contextTime({{"now", "2026-01-15T12:34:56"}});
        QCOMPARE(now.tm_year, 126);
        QCOMPARE(now.tm_mon, 0);
        QCOMPARE(now.tm_mday, 15);
        QCOMPARE(now.tm_hour, 12);
        QCOMPARE(now.tm_sec, 56);
        QCOMPARE(now.tm_wday, 4);  // a Thursday
        QCOMPARE(now.tm_yday, 14);
        for (const char* bad :
             {"", "2026", "2026-13-01T00:00:00", "2026-01-15 12:34:56", "2026-01-15T12:34:56Z"})
            QVERIFY_THROWS_EXCEPTION(Error, (void)contextTime({{"now", bad}}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)contextTime({{"now", 5}}));
        QVERIFY(contextTime(Json::object()).tm_year >= 124);
    }
};

QTEST_GUILESS_MAIN(TestContext)
#include "tst_context.moc"
