#include "anthropic/cache_mark.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::anthropic;

class TestCacheMark : public QObject {
    Q_OBJECT

    static std::string refusedField(const char* value) {
        try {
            (void)readCacheMark("cache_control", Json::parse(value));
        } catch (const openai::Refusal& refusal) {
            return refusal.field;
        }
        return "none";
    }

private slots:
    void readsMarks() {
        QVERIFY(!readCacheMark("cache_control", Json()));
        QVERIFY(readCacheMark("cache_control", {{"type", "ephemeral"}}));
        QVERIFY(readCacheMark("cache_control", {{"type", "ephemeral"}, {"ttl", "1h"}}));
    }
    void namesWhatIsNone() {
        QCOMPARE(refusedField("1"), std::string("cache_control"));
        QCOMPARE(refusedField("{}"), std::string("cache_control.type"));
        QCOMPARE(refusedField(R"({"type":"forever"})"), std::string("cache_control.type"));
        QCOMPARE(refusedField(R"({"type":"ephemeral","ttl":"2d"})"), std::string("cache_control.ttl"));
        QCOMPARE(refusedField(R"({"type":"ephemeral","scope":"x"})"), std::string("cache_control.scope"));
    }
};

QTEST_GUILESS_MAIN(TestCacheMark)
#include "tst_cache_mark.moc"
