// End of a JSON text, compared with the result of a parser.
#include "chat/json_extent.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <random>

using namespace hearth;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t open = std::string_view::npos;

Json randomJson(std::mt19937& random, int depth) {
    static const std::string texts[] = {"",     "a",         "}{][",   "\"", "\\",
                                        "\\\"", "{\"a\": [", "ü🙂", "\n", "\\u0022"};
    const auto some = [&] { return texts[random() % std::size(texts)]; };
    Json out = random() % 2 == 0 ? Json::object() : Json::array();
    for (size_t i = random() % 4; i > 0; --i) {
        const Json value = depth > 0 && random() % 2 == 0 ? randomJson(random, depth - 1) : Json(some());
        if (out.is_object())
            out[some() + std::to_string(i)] = value;
        else
            out.push_back(value);
    }
    return out;
}

}  // namespace

class JsonExtentTest : public QObject {
    Q_OBJECT
private slots:
    void endsWhereTheTextEnds() {
        std::mt19937 random(11);
        for (int round = 0; round < 300; ++round) {
            const std::string text = randomJson(random, 5).dump(round % 3 - 1, ' ', round % 2 == 0);
            for (const char* more : {"", "}", "]\"", " {\"a\": 1}"})
                QCOMPARE(JsonExtent().read(text + more), text.size());
            JsonExtent bytewise;
            for (size_t size = 0; size < text.size(); ++size)
                QCOMPARE(bytewise.read(std::string_view(text).substr(0, size)), open);
            QCOMPARE(bytewise.read(text), text.size());
            QVERIFY(!bytewise.isQuoted());
        }
    }

    void saysWhetherAStringIsOpen() {
        for (const auto& [text, quoted] : {std::pair("{\"a", true),
                                           {"{\"a\"", false},
                                           {"{\"a\\", true},
                                           {"{\"a\\\"", true},
                                           {"{\"a\\\\\"", false},
                                           {"[1, ", false},
                                           {"[\"]", true},
                                           {"", false}}) {
            JsonExtent extent;
            QCOMPARE(extent.read(text), open);
            QCOMPARE(extent.isQuoted(), quoted);
        }
    }

    void hostileTextsEndOrStayOpen() {
        // Brackets of the wrong kind close, so that such a text is handed to a parser, which refuses it.
        QCOMPARE(JsonExtent().read("{]x"), size_t{2});
        QCOMPARE(JsonExtent().read("}"), size_t{1});
        QCOMPARE(JsonExtent().read(std::string(1'000'000, '[')), open);
        QCOMPARE(JsonExtent().read(std::string(1'000'000, '[') + std::string(1'000'000, ']') + "]"),
                 size_t{2'000'000});
        QCOMPARE(JsonExtent().read(std::string("{\"\0\": \"\xFF\"}", 10)), size_t{10});
    }
};

QTEST_GUILESS_MAIN(JsonExtentTest)
#include "tst_json_extent.moc"
