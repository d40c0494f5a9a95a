#include "hearth/template_context.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"

using namespace hearth;

class TestTemplateContext : public QObject {
    Q_OBJECT

    static bool refuses(const char* text) {
        try {
            (void)parseTemplateContext(text);
        } catch (const Error& error) {
            qInfo("%s", error.what());
            return error.code() == ErrorCode::BadInput;
        }
        return false;
    }

private slots:
    void keepsWhatFits() {
        const auto context = parseTemplateContext(
            "{\"most\": 9223372036854775807, \"least\": -9223372036854775808, \"real\": 1e30, "
            "\"long\": 123456789012345678901234567890.5, \"id\": \"92233720368547758080\", "
            "\"quoted\": \"\\\"92233720368547758080\", \"list\": [1,-2,3]}");
        QCOMPARE(context["most"].get<int64_t>(), INT64_MAX);
        QCOMPARE(context["least"].get<int64_t>(), INT64_MIN);
        QCOMPARE(context["list"].size(), size_t{3});
    }

    void refusesWhatWouldBeRounded() {
        for (const char* text : {"{\"x\": 9223372036854775808}", "{\"x\": -9223372036854775809}",
                                 "{\"x\": [1, {\"y\":123456789012345678901234567890}]}"})
            QVERIFY2(refuses(text), text);
    }

    void refusesWhatIsNoObject() {
        for (const char* text : {"", "[1]", "{", "5"}) QVERIFY2(refuses(text), text);
    }
};

QTEST_APPLESS_MAIN(TestTemplateContext)
#include "tst_template_context.moc"
