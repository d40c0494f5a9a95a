#include "anthropic/cache_mark.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::anthropic;

class TestCacheMark : public QObject {
    Q_OBJECT

    /// As --strict-fields has it.
    static bool read(const Json& value) {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return readCacheMark("cache_control", value, strict);
    }
    static std::string refusedField(const char* value) {
        try {
            (void)read(Json::parse(value));
        } catch (const openai::Refusal& refusal) {
            return refusal.field;
        }
        return "none";
    }

private slots:
    void readsMarks() {
        QVERIFY(!read(Json()));
        QVERIFY(read({{"type", "ephemeral"}}));
        QVERIFY(read({{"type", "ephemeral"}, {"ttl", "1h"}}));
    }
    void ignoresWhatItDoesNotKnow() {
        openai::RequestNotes notes;
        QVERIFY(
            readCacheMark("c", Json::parse(R"({"type":"ephemeral","ttl":"2d","scope":"global"})"), notes));
        QCOMPARE(notes.sentences().size(), size_t(2));
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
