#include "grammar/distinct_items.h"

#include <QtTest>
#include <set>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class DistinctItemsTest : public QObject {
    Q_OBJECT

    static Rules inside(const std::string& schema) {
        const SchemaDocument document(schema);
        SchemaWays ways(document);
        return rulesWith([&](Rules& to) {
            JsonText json(to, JsonText::Spacing::Fixed);
            return distinctItems(to, json, ways, ways.of({&document.root()}).front());
        });
    }

private slots:
    /// All lists of up to four of three values: those that fit are those without a repetition.
    void fewInAnyOrder() {
        const Rules rules =
            inside(R"({"items":{"enum":["a",1,null,1.0]},"uniqueItems":true,"minItems":1,"maxItems":2})");
        std::vector<std::vector<std::string>> lists = {{}};
        for (size_t i = 0; i < lists.size() && lists[i].size() < 4; ++i)
            for (const char* value : {"\"a\"", "1", "null"}) {
                lists.push_back(lists[i]);
                lists.back().emplace_back(value);
            }
        for (const auto& list : lists) {
            std::string text;
            for (const std::string& value : list) text += (text.empty() ? "" : ", ") + value;
            const bool distinct = std::set(list.begin(), list.end()).size() == list.size();
            QCOMPARE(fitsText(rules, text), distinct && !list.empty() && list.size() <= 2);
        }
    }
    void manyInTheirOrder() {
        const Rules rules =
            inside(R"({"items":{"enum":[1,2,3,4,5,6,7,8,9]},"uniqueItems":true,"minItems":2})");
        QVERIFY(fitsText(rules, "1, 9") && fitsText(rules, "1, 2, 3, 4, 5, 6, 7, 8, 9"));
        QVERIFY(!fitsText(rules, "9") && !fitsText(rules, "1, 1") && !fitsText(rules, ""));
    }
    void ofBooleans() {
        const Rules rules = inside(R"({"items":{"type":["boolean","null"]},"uniqueItems":true})");
        QVERIFY(fitsText(rules, "null, false, true") && fitsText(rules, "") &&
                !fitsText(rules, "true, true"));
    }
    void othersAreRefused() {
        for (const char* schema :
             {R"({"items":{"type":"string"},"uniqueItems":true})",
              R"({"items":{"anyOf":[{"enum":[1]},{"type":"array"}]},"uniqueItems":true})",
              R"({"prefixItems":[{"const":1}],"items":{"const":2},"uniqueItems":true})"})
            QVERIFY2(refusalOf([&] { return inside(schema); }).contains("\"uniqueItems\""), schema);
    }
};

QTEST_GUILESS_MAIN(DistinctItemsTest)
#include "tst_distinct_items.moc"
