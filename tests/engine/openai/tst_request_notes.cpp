#include "openai/request_notes.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth::openai;

class TestRequestNotes : public QObject {
    Q_OBJECT

private slots:
    void placesAreOneKind() {
        QCOMPARE(kindOfField("messages[3].content[12].x1"), std::string("messages[].content[].x1"));
        QCOMPARE(kindOfField("store"), std::string("store"));
    }
    void oneKindIsOneSentence() {
        RequestNotes notes;
        notes.ignore("messages[0].x");
        notes.ignore("messages[1].x");
        notes.add("Something else.");
        QCOMPARE(notes.sentences(),
                 (std::vector<std::string>{"The field \"messages[].x\" of a request is ignored.",
                                           "Something else."}));
    }
    void namesAreReadableAndShort() {
        RequestNotes notes;
        notes.ignore("\x1b[2J" + std::string(1'000'000, 'x'));
        QVERIFY(notes.sentences()[0].size() < 300);
        QVERIFY(notes.sentences()[0].find('\x1b') == std::string::npos);
    }
    void strictlyNothingIsIgnored() {
        RequestNotes strict(UnknownFields::Refuse);
        QVERIFY_THROWS_EXCEPTION(Refusal, strict.ignore("x"));
        const nlohmann::ordered_json object{
            {"a", 1}, {"b", nullptr}, {"c", nlohmann::ordered_json::array()}, {"d", false}};
        strict.ignoreOthers("x", object, {"a", "d"});
        try {
            strict.ignoreOthers("x", object, {"a"});
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, std::string("x.d"));
        }
        strict.add("No field.");
        QCOMPARE(strict.sentences().size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestRequestNotes)
#include "tst_request_notes.moc"
