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

    void halvesOfSurrogatePairsAreReplaced() {
        const auto read = [](const char* text) { return parseOrderedJson(text).get<std::string>(); };
        QCOMPARE(read(R"("a\ud83db")"), std::string("a\uFFFDb"));
        QCOMPARE(read(R"("\ude00")"), std::string("\uFFFD"));
        QCOMPARE(read(R"("\ud83d\ud83d\ude00")"), std::string("\uFFFD\U0001F600"));
        QCOMPARE(read(R"("\uD83D\uDE00")"), std::string("\U0001F600"));
        QCOMPARE(read(R"("\\ud83d")"), std::string("\\ud83d"));
        QCOMPARE(parseJson(R"({"\udfff": 1})").size(), size_t{1});
        for (const char* text : {R"("\ud83")", R"("\ud8xx")", R"(\ud83d)"})
            QVERIFY2(parseJson(text).is_discarded(), text);
    }

    void orderedIsWhatTheLibraryReads() {
        for (const char* text :
             {"{}", "[]", "7", "\"a\"", "[[],{},[1,{\"a\":[{}]}]]", "{\"b\":{\"d\":1,\"c\":[2]},\"a\":null}",
              "{\"a\":1,\"b\":2,\"a\":{\"x\":3}}", "[-1,18446744073709551615,1e3,0.5,true,false]"})
            QCOMPARE(parseOrderedJson(text).dump(), nlohmann::ordered_json::parse(text).dump());
        for (const char* text :
             {"", "{", "[1,", "nothing", "{\"a\" 1}", "\xFF", "[1] 2", "{\"a\":1,}", "nul"})
            QVERIFY2(parseOrderedJson(text).is_discarded(), text);
    }
    /// An object that is walked for each of its keys would take minutes here.
    void objectsMayHaveManyKeys() {
        std::string text = "{";
        for (int i = 0; i < 400'000; ++i)
            text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
        const auto json = parseOrderedJson(text + "\"key7\":-1}");
        QCOMPARE(json.size(), size_t{400'000});
        QCOMPARE(json.begin().key(), std::string("key0"));
        QCOMPARE(json["key7"], nlohmann::ordered_json(-1));
        nlohmann::ordered_json merged{{"key9", "old"}, {"own", 1}};
        mergeEntries(merged, json);
        QVERIFY(merged.size() == 400'001 && merged["key9"] == 9 && merged.begin().key() == "key9");
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
