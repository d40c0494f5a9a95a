#include "openai/text_format.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TextFormatTest : public QObject {
    Q_OBJECT

    static ReplyGrammar read(const char* text, UnknownFields unknown = UnknownFields::Ignore) {
        RequestNotes notes(unknown);
        return readTextFormat("f", Json::parse(text), notes);
    }
    static std::string strictlyRefused(const char* text) {
        try {
            (void)read(text, UnknownFields::Refuse);
        } catch (const Refusal& refusal) {
            return refusal.field;
        }
        return {};
    }
    static QString refused(const char* text) {
        try {
            (void)read(text);
        } catch (const Refusal& refusal) {
            return QString::fromStdString(refusal.field + ": " + refusal.message);
        }
        return {};
    }

private slots:
    void formats() {
        QCOMPARE(read("{\"type\": \"text\"}").kind, ReplyGrammar::Kind::None);
        QCOMPARE(read("{\"type\": \"json_object\"}").kind, ReplyGrammar::Kind::JsonObject);
        const ReplyGrammar schema{ReplyGrammar::Kind::JsonSchema, "{\"type\":\"null\"}"};
        QCOMPARE(read("{\"type\": \"json_schema\", \"json_schema\": {\"name\": \"n\", \"strict\": true, "
                      "\"schema\": {\"type\": \"null\"}}}"),
                 schema);
        // The part of a non-strict schema that can be enforced.
        const ReplyGrammar loose{ReplyGrammar::Kind::LooseJsonSchema, "{\"type\":\"null\"}"};
        QCOMPARE(read("{\"type\": \"json_schema\", \"name\": \"n\", \"schema\": {\"type\": \"null\"}}"),
                 loose);
        QCOMPARE(read("{\"type\": \"json_schema\", \"schema\": {\"uniqueItems\": true}}").kind,
                 ReplyGrammar::Kind::LooseJsonSchema);
    }
    void refusals() {
        QVERIFY(refused("1").startsWith("f: "));
        QVERIFY(refused("{\"type\": \"xml\"}").startsWith("f.type: "));
        QVERIFY(
            refused("{\"type\": \"json_schema\", \"json_schema\": {}}").startsWith("f.json_schema.schema: "));
        // A member next to the schema does not change it.
        QVERIFY(read("{\"type\": \"json_schema\", \"json_schema\": {\"schema\": {}, \"x\": 1}}") ==
                read("{\"type\": \"json_schema\", \"json_schema\": {\"schema\": {}}}"));
        QCOMPARE(strictlyRefused(R"({"type":"json_schema","json_schema":{"schema":{},"x":1}})"),
                 std::string("f.json_schema.x"));
        QCOMPARE(strictlyRefused(R"({"type":"json_schema","json_schema":{"schema":{}},"x":1})"),
                 std::string("f.x"));
        QCOMPARE(strictlyRefused(R"({"type":"json_schema","schema":{},"x":1})"), std::string("f.x"));
        QCOMPARE(strictlyRefused(R"({"type":"json_object","x":1})"), std::string("f.x"));
        QCOMPARE(strictlyRefused(
                     R"({"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{}}})"),
                 std::string());
        RequestNotes notes;
        (void)readTextFormat("f", Json::parse(R"({"type":"json_schema","schema":{},"x":1})"), notes);
        QCOMPARE(notes.sentences(), std::vector<std::string>{"The field \"f.x\" of a request is ignored."});
        const QString keyword =
            refused("{\"type\": \"json_schema\", \"strict\": true, \"schema\": {\"uniqueItems\": true}}");
        QVERIFY2(keyword.startsWith("f.schema: The keyword \"uniqueItems\""), qPrintable(keyword));
        QVERIFY_THROWS_EXCEPTION(Refusal,
                                 readGrammar("g", "root", ReplyGrammar::Kind::Gbnf) == ReplyGrammar());
        QCOMPARE(readGrammar("g", "a+", ReplyGrammar::Kind::Regex).source, std::string("a+"));
    }
};

QTEST_GUILESS_MAIN(TextFormatTest)
#include "tst_text_format.moc"
