#include "openai/text_format.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TextFormatTest : public QObject {
    Q_OBJECT

    static ReplyGrammar read(const char* text) { return readTextFormat("f", Json::parse(text)); }
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
        QCOMPARE(read("{\"type\": \"json_schema\", \"name\": \"n\", \"schema\": {\"type\": \"null\"}}"),
                 schema);
    }
    void refusals() {
        QVERIFY(refused("1").startsWith("f: "));
        QVERIFY(refused("{\"type\": \"xml\"}").startsWith("f.type: "));
        QVERIFY(
            refused("{\"type\": \"json_schema\", \"json_schema\": {}}").startsWith("f.json_schema.schema: "));
        QVERIFY(refused("{\"type\": \"json_schema\", \"json_schema\": {\"schema\": {}, \"x\": 1}}")
                    .startsWith("f.json_schema.x: "));
        const QString keyword = refused("{\"type\": \"json_schema\", \"schema\": {\"uniqueItems\": true}}");
        QVERIFY2(keyword.startsWith("f.schema: The keyword \"uniqueItems\""), qPrintable(keyword));
        QVERIFY_THROWS_EXCEPTION(Refusal,
                                 readGrammar("g", "root", ReplyGrammar::Kind::Gbnf) == ReplyGrammar());
        QCOMPARE(readGrammar("g", "a+", ReplyGrammar::Kind::Regex).source, std::string("a+"));
    }
};

QTEST_GUILESS_MAIN(TextFormatTest)
#include "tst_text_format.moc"
