#include "hearth/bounded_json.h"

#include <QtTest>

using namespace hearth;

class TestBoundedJson : public QObject {
    Q_OBJECT

    static std::string nested(size_t depth, const std::string& open, const std::string& close) {
        std::string text;
        for (size_t i = 0; i < depth; ++i) text += open;
        text += "1";
        for (size_t i = 0; i < depth; ++i) text += close;
        return text;
    }

private slots:
    void readsJson() {
        const auto json = parseJson(R"({"b": [1, 2.5, "x"], "a": null})");
        QVERIFY(json.is_object());
        QCOMPARE(json["b"].size(), size_t{3});
        QCOMPARE(QString::fromStdString(parseOrderedJson(R"({"b": 1, "a": 2})").dump()),
                 QStringLiteral(R"({"b":1,"a":2})"));
        QVERIFY(parseJson("7").is_number());
        for (const char* text : {"", "{", "[1,", "nothing", "{\"a\" 1}", "\xFF", "[1] 2"})
            QVERIFY2(parseJson(text).is_discarded(), text);
    }

    void depthIsBounded() {
        QVERIFY(parseJson(nested(deepestJson, "[", "]")).is_array());
        QVERIFY(parseJson(nested(deepestJson, "{\"a\":", "}")).is_object());
        for (const size_t depth : {deepestJson + 1, size_t{80'000}, size_t{5'000'000}}) {
            QVERIFY(parseJson(nested(depth, "[", "]")).is_discarded());
            QVERIFY(parseOrderedJson(nested(depth, "{\"a\":[", "]}")).is_discarded());
            QVERIFY(parseJson(std::string(depth, '[')).is_discarded());
        }
    }

    void bracketsInStringsDoNotCount() {
        const std::string brackets(500, '['), text = "{\"a\": \"" + brackets + "\\\"" + brackets + "\"}";
        QCOMPARE(parseJson(text)["a"].get<std::string>(), brackets + "\"" + brackets);
        // A backslash before the end of a string is no escape when it is escaped itself.
        QVERIFY(parseJson("[\"\\\\\", " + nested(deepestJson, "[", "]") + "]").is_discarded());
    }

    void shallowListsMayBeLong() {
        std::string text = "[[1]";
        for (int i = 0; i < 100'000; ++i) text += ",[1]";
        QCOMPARE(parseJson(text + "]").size(), size_t{100'001});
    }

    void theNumberOfValuesIsBounded() {
        std::string text = "[0";
        for (size_t i = 0; i < mostJsonValues; ++i) text += ",0";
        QVERIFY(parseJson(text + "]").is_discarded());
        QVERIFY(!isBoundedJson(text));
    }
};

QTEST_GUILESS_MAIN(TestBoundedJson)
#include "tst_bounded_json.moc"
