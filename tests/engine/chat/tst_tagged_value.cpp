// Objects and lists that are written as tags.
#include <QtTest>

#include "chat/call_body.h"

using namespace hearth;

class TaggedValueTest : public QObject {
    Q_OBJECT

    /// "~": the value is read in another way.
    static std::string read(std::string text, std::string_view sign, const char* schema) {
        const Json root = Json::parse(schema);
        for (size_t at = 0; (at = text.find('@', at)) != std::string::npos;) text.replace(at, 1, sign);
        const auto value = readTags(text, sign, root, root);
        return value ? value->dump() : "~";
    }

private slots:
    void values_data() {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* schema, const char* text, const char* value) {
            QTest::addRow("%s as %s", text, schema)
                << QByteArray(schema) << QByteArray(text) << QByteArray(value);
        };
        const char* object = R"({"type": "object", "properties": {"a": {"type": "string"}, "n": {"type":
            "integer"}, "l": {"type": "array", "items": {"type": "string"}}, "o": {"$ref": "#/$defs/o"}},
            "$defs": {"o": {"type": "object", "properties": {"n": {"type": "string"}}}}})";
        row(object, "@<a>x@</a>", R"({"a":"x"})");
        row(object, "@<a>12@</a>@<n>12@</n>", R"({"a":"12","n":12})");
        row(object, "\n@<a>x@</a>\n@<n>-1@</n>\n", R"({"a":"x","n":-1})");
        row(object, "@<a> <b> @</a>", R"({"a":" <b> "})");
        row(object, "@<o>@<n>12@</n>@</o>", R"({"o":{"n":"12"}})");
        row(object, "@<l>@<item>1@</item>@<item>b@</item>@</l>", R"({"l":["1","b"]})");
        row(object, "@<l>@</l>", R"({"l":[]})");
        row(object, "@<item>1@</item>", R"({"item":1})");
        row(object, "@<x>@<x>1@</x>@</x>", R"({"x":{"x":1}})");
        row(object, "", "{}");
        row(object, "@<a>x", "~");
        row(object, "@<a>x@</b>", "~");
        row(object, "@<a>x@</a>y", "~");
        row(object, "{\"a\": 1}", "~");
        row(R"({"type": "string"})", "@<a>x@</a>", "~");
        row(R"({"type": "array", "items": {"type": "integer"}})", "@<item>1@</item>@<item>2@</item>",
            "[1,2]");
        row(R"({"type": "array"})", "@<item>@<item>a@</item>@</item>", R"([["a"]])");
        row("true", "@<item>a@</item>", R"(["a"])");
    }
    void values() {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, value);
        for (const char* sign : {"", "]<]minimax[>["})
            QCOMPARE(QByteArray::fromStdString(read(text.toStdString(), sign, schema)), value);
    }
    void deepTagsAreNoValue() {
        std::string text;
        for (int i = 0; i < 3000; ++i) text += "<a>";
        QCOMPARE(read(text, "", "true"), std::string("~"));
        for (int i = 0; i < 3000; ++i) text += "</a>";
        (void)read(text, "", "true");  // ends, whatever it is read as
    }
};

QTEST_GUILESS_MAIN(TaggedValueTest)
#include "tst_tagged_value.moc"
