#include "grammar/schema_ways.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaWaysTest : public QObject {
    Q_OBJECT

    static size_t waysOf(const char* text) {
        const SchemaDocument document(text);
        return SchemaWays(document).of({&document.root()}).size();
    }

private slots:
    void alternativesAreMultiplied() {
        QCOMPARE(waysOf("{\"anyOf\": [{\"minimum\": 1}, {\"maximum\": 1}], \"allOf\": [{\"anyOf\": [true, "
                        "{\"type\": \"null\"}, {\"type\": \"string\"}]}]}"),
                 size_t{6});
        QCOMPARE(waysOf("{\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"string\"}], \"type\": \"string\"}"),
                 size_t{1});
        QCOMPARE(waysOf("{\"allOf\": [true, false]}"), size_t{0});
    }
    void aSchemaThatIsItsOwnAlternativeEnds() {
        QCOMPARE(waysOf("{\"anyOf\": [{\"$ref\": \"#\"}, {\"type\": \"null\"}]}"), size_t{1});
        QCOMPARE(waysOf("{\"$ref\": \"#\"}"), size_t{1});
    }
    void findsOutWhatIsEmpty() {
        const auto isEmpty = [](const char* text) {
            const SchemaDocument document(text);
            return SchemaWays(document).empty({&document.root()});
        };
        QVERIFY(isEmpty("false") && isEmpty("{\"type\": \"integer\", \"minimum\": 2, \"maximum\": 1}") &&
                isEmpty("{\"type\": \"string\", \"minLength\": 2, \"maxLength\": 1}"));
        QVERIFY(isEmpty("{\"type\": \"object\", \"required\": [\"a\"], \"additionalProperties\": false}") &&
                isEmpty("{\"enum\": [1], \"type\": \"string\"}"));
        QVERIFY(!isEmpty("{}") && !isEmpty("{\"type\": \"array\", \"items\": false}"));
    }
    void combinationsAreBounded() {
        std::string text = "{\"allOf\": [";
        for (int i = 0; i < 12; ++i)
            text += std::string(i == 0 ? "" : ",") + "{\"anyOf\": [{\"minimum\": 1}, {\"maximum\": 9}]}";
        const SchemaDocument document(text + "]}");
        QVERIFY(refusalOf([&] {
                    return SchemaWays(document).of({&document.root()}).size();
                }).contains("too many ways"));
    }
};

QTEST_GUILESS_MAIN(SchemaWaysTest)
#include "tst_schema_ways.moc"
