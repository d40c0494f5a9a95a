// Calls in the form of a family, read while they come.
#include "chat/form_reader.h"

#include <QtTest>
#include <random>

#include "grammar/token_texts.h"
#include "grammar/value_endings.h"

using namespace hearth;
using grammar::ArgumentForm;
using grammar::CallForm;
using grammar::markSign;

namespace {

constexpr size_t open = SIZE_MAX;

/// As Qwen 3.5 writes calls.
CallForm tags() {
    const std::string mark(1, markSign);
    CallForm form;
    form.first = mark + "<tool_call>\n<function=";
    form.between = "\n" + mark + "</tool_call>\n" + mark + "<tool_call>\n<function=";
    form.last = "\n" + mark + "</tool_call>";
    const ArgumentForm::Value value{">\n", "\n</parameter>\n", true};
    form.arguments = ArgumentForm{.text = value,
                                  .number = value,
                                  .boolean = value,
                                  .object = value,
                                  .list = value,
                                  .null = value,
                                  .first = ">\n<parameter=",
                                  .between = "<parameter=",
                                  .last = "</function>",
                                  .none = ">\n</function>"};
    return form;
}

/// As LFM 2.5 writes them.
CallForm python() {
    CallForm form;
    form.first = "[";
    form.between = ", ";
    form.last = "]";
    const ArgumentForm::Value text{"='", "'", true}, value{"=", "", true};
    form.arguments = ArgumentForm{.text = text,
                                  .number = value,
                                  .boolean = value,
                                  .object = value,
                                  .list = value,
                                  .null = value,
                                  .first = "(",
                                  .between = ", ",
                                  .last = ")",
                                  .none = "()",
                                  .yes = "True",
                                  .quote = '\''};
    return form;
}

Json tools() {
    return Json::parse(
        "[{\"type\": \"function\", \"function\": {\"name\": \"f\", \"parameters\": {\"type\": \"object\", "
        "\"properties\":"
        "{\"city\": {\"type\": \"string\"}, \"days\": {\"type\": \"integer\"}, \"on\": {\"type\": "
        "\"boolean\"}, \"list\": {\"type\": \"array\"},"
        "\"any\": {}, \"maybe\": {\"type\": [\"integer\", \"null\"]}}}}},"
        "{\"name\": \"fall\", \"parameters\": {\"properties\": {\"city\": {\"type\": \"string\"}}}}, "
        "{\"type\": \"function\", \"function\": {\"name\": \"now\"}}]");
}

struct Outcome {
    FormReader::Found found = FormReader::Found::More;
    std::string calls;  ///< their names and arguments
    size_t end = 0;
    bool operator==(const Outcome&) const = default;
};

Outcome read(const CallForm& form, const std::string& text, size_t pieceBytes = open,
             const Json& declared = tools()) {
    FormReader reader(form, {}, declared);
    Outcome out;
    for (size_t size = std::min(pieceBytes, text.size());; size = std::min(text.size(), size + pieceBytes)) {
        out.found = reader.read(std::string_view(text).substr(0, size));
        if (out.found != FormReader::Found::More || size == text.size()) break;
    }
    if (out.found != FormReader::Found::Calls) return out;
    for (const ToolCall& call : reader.calls()) out.calls += call.name + call.argumentsJson;
    out.end = reader.end();
    return out;
}

std::string oneTag(const std::string& key, const std::string& value) {
    return "<tool_call>\n<function=f>\n<parameter=" + key + ">\n" + value +
           "\n</parameter>\n</function>\n</tool_call>";
}

}  // namespace

class FormReaderTest : public QObject {
    Q_OBJECT

private slots:
    void values_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("arguments");  // empty: it is not spelled so
        const auto row = [](const char* key, const char* value, const char* arguments) {
            QTest::addRow("%s=%s", key, value)
                << QByteArray(key) << QByteArray(value) << QByteArray(arguments);
        };
        row("city", "Oslo", "{\"city\":\"Oslo\"}");
        row("city", "", "{\"city\":\"\"}");
        row("city", "\n\n", "{\"city\":\"\\n\\n\"}");
        row("city", " a ", "{\"city\":\" a \"}");
        row("city", "12", "{\"city\":\"12\"}");
        row("city", "{\"a\": 1}", "{\"city\":\"{\\\"a\\\": 1}\"}");
        row("city", "</parameter>", "{\"city\":\"</parameter>\"}");
        row("city", "a</function>\n</tool_call>b", "{\"city\":\"a</function>\\n</tool_call>b\"}");
        row("city", "x\n</parameter>\n", "{\"city\":\"x\\n</parameter>\\n\"}");
        row("city", "\n</parameter>\n</function>", "{\"city\":\"\\n</parameter>\\n</function>\"}");
        row("city", "日本 🙂", "{\"city\":\"日本 🙂\"}");
        row("days", "3", "{\"days\":3}");
        row("days", "-0", "{\"days\":0}");
        row("days", "three", "");
        row("days", "", "");
        row("on", "true", "{\"on\":true}");
        row("on", "yes", "");
        row("list", "[1, [2], \"]\"]", "{\"list\":[1,[2],\"]\"]}");
        row("list", "[\"\n</parameter>\n</function>\n</tool_call>\"]", "");
        row("list", "[1, ]", "");
        row("any", "abc", "{\"any\":\"abc\"}");
        row("any", "{\"a\": \"}\"}", "{\"any\":{\"a\":\"}\"}}");
        row("any", "{not JSON", "{\"any\":\"{not JSON\"}");
        row("any", "[\"open", "{\"any\":\"[\\\"open\"}");
        row("maybe", "null", "{\"maybe\":null}");
        row("maybe", "4", "{\"maybe\":4}");
        row("maybe", "None", "{\"maybe\":null}");  // as templates print it
        row("unknown", "x", "");
    }
    void values() {
        QFETCH(const QByteArray, key);
        QFETCH(const QByteArray, value);
        QFETCH(const QByteArray, arguments);
        const std::string text = oneTag(key.toStdString(), value.toStdString());
        const Outcome whole = read(tags(), text);
        QCOMPARE(QByteArray::fromStdString(whole.calls),
                 arguments.isEmpty() ? QByteArray() : "f" + arguments);
        if (!arguments.isEmpty()) QCOMPARE(whole.end, text.size());
        QVERIFY(read(tags(), text, 1) == whole);
        QVERIFY(read(tags(), text + "\nmore", 3) == whole || arguments.isEmpty());
    }

    void severalCallsAndNone() {
        const auto call = [](const char* city) {
            return "<tool_call>\n<function=f>\n<parameter=city>\n" + std::string(city) +
                   "\n</parameter>\n<parameter=days>\n1\n</parameter>\n</function>\n</tool_call>";
        };
        std::string text = call("0"), expected = "f{\"city\":\"0\",\"days\":1}";
        for (int i = 1; i < 8; ++i) {
            const std::string city = std::to_string(i);
            text += "\n" + call(city.c_str());
            expected += "f{\"city\":\"" + city + "\",\"days\":1}";
        }
        // With the first end it is certain: what follows is read again by whoever looks for calls.
        const Outcome first = read(tags(), text);
        QCOMPARE(first.calls, std::string("f{\"city\":\"0\",\"days\":1}"));
        QVERIFY(read(tags(), text, 1) == first);
        QCOMPARE(read(python(), "[f(city='a'), fall(city='b'), now()]").calls,
                 std::string("f{\"city\":\"a\"}fall{\"city\":\"b\"}now{}"));
        QCOMPARE(read(tags(), "<tool_call>\n<function=now>\n</function>\n</tool_call>").calls,
                 std::string("now{}"));
        CallForm alone = python();
        alone.several = false;
        QCOMPARE(read(alone, "[f(city='a'), f(city='b')]").found, FormReader::Found::None);
    }

    void quotedValues() {
        for (const auto& [written, value] : {std::pair<std::string, std::string>{"it\\'s", "it's"},
                                             {"\\\\", "\\"},
                                             {"a\\nb", "a\nb"},
                                             {")]", ")]"},
                                             {"\"x\"=", "\"x\"="}}) {
            const std::string text = "[f(city='" + written + "', days=3)]";
            const Outcome whole = read(python(), text);
            const Json expected{{"city", value}, {"days", 3}};
            QCOMPARE(whole.calls, "f" + expected.dump());
            QVERIFY(read(python(), text, 1) == whole);
        }
        QCOMPARE(read(python(), "[f(city='open").found, FormReader::Found::More);
        QCOMPARE(read(python(), "[f(city='open\\").found, FormReader::Found::More);
        QCOMPARE(read(python(), "[f(city='a'b')]").found, FormReader::Found::None);
    }

    void beginningsStayOpen() {
        for (const auto& [form, text] : {std::pair(tags(), oneTag("list", "[1, {\"a\": 2}]")),
                                         {python(), std::string("[f(city='a', days=3), now()]")}})
            for (size_t size = 0; size < text.size(); ++size)
                QCOMPARE(read(form, text.substr(0, size)).found, FormReader::Found::More);
    }

    void otherSpellingsAreNone() {
        for (const char* text :
             {"<tool_call>{\"name\"", "<tool_call>\n<function=g>", "<tool_call>\n<function=f >",
              "<tool_call>\n<function=f>\n<parameter=town>", "x", "\n<tool_call>"})
            QCOMPARE(read(tags(), text).found, FormReader::Found::None);
        QCOMPARE(read(tags(), oneTag("city", "a"), open, Json()).found, FormReader::Found::None);
        QCOMPARE(
            read(tags(), oneTag("city", "a"), open, Json::parse("[5, {\"name\": 7}, {\"function\": []}]"))
                .found,
            FormReader::Found::None);
        FormReader other(tags(), "<other>", tools());
        QCOMPARE(other.read("x"), FormReader::Found::None);
        FormReader opened(tags(), "<tool_call>", tools());
        QCOMPARE(opened.read("\n<function=now>\n</function>\n</tool_call>"), FormReader::Found::Calls);
    }

    void randomTextsReadTheSameInPieces() {
        static const char* const parts[] = {"<tool_call>",
                                            "\n",
                                            "<function=f>",
                                            "<parameter=city>",
                                            "<parameter=list>",
                                            "</parameter>",
                                            "</function>",
                                            "</tool_call>",
                                            "[",
                                            "]",
                                            "\"",
                                            "{",
                                            "}",
                                            "1",
                                            "a",
                                            "\n</parameter>\n"};
        std::mt19937 random(3);
        size_t calls = 0;
        for (int round = 0; round < 3000; ++round) {
            std::string value;
            for (size_t i = random() % 8; i > 0; --i) value += parts[random() % std::size(parts)];
            const std::string text = oneTag(random() % 2 == 0 ? "city" : "any", value);
            const Outcome whole = read(tags(), text);
            calls += whole.found == FormReader::Found::Calls;
            const Outcome pieces = read(tags(), text, 1 + random() % 5);
            QVERIFY2(pieces == whole, text.c_str());
        }
        QVERIFY(calls > 2000);
    }

    void longValuesTakeTimeInProportion() {
        // A byte at a time: each is looked at once.
        std::string value;
        while (value.size() < 60'000) value += "\n</parameter>\nx{[\"";
        const Json expected{{"city", value}};
        QCOMPARE(read(tags(), oneTag("city", value), 1).calls, "f" + expected.dump());
        const std::string list = "[" + std::string(100'000, '[') + std::string(100'000, ']') + "]";
        QCOMPARE(read(tags(), oneTag("list", list), 7).found, FormReader::Found::None);
    }
};

QTEST_GUILESS_MAIN(FormReaderTest)
#include "tst_form_reader.moc"
