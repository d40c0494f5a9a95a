#include "grammar/schema_keywords.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/text_set.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaKeywordsTest : public QObject {
    Q_OBJECT

private slots:
    void someForbidNothing() {
        const auto refused = [](const char* keyword, const char* schema) {
            return isRefused(keyword, Json::parse(schema));
        };
        QVERIFY(!refused("uniqueItems", "{\"uniqueItems\": true}") &&
                refused("contains", "{\"contains\": true}"));
        QVERIFY(refused("unevaluatedProperties", "{\"unevaluatedProperties\": false}") &&
                !refused("unevaluatedProperties", "{\"unevaluatedProperties\": true}"));
        QVERIFY(!refused("patternProperties", "{\"patternProperties\": {}}") &&
                !refused("title", "{\"title\": \"a\"}"));
        const Json schema = Json::parse("{\"items\": {\"type\": \"null\"}, \"title\": \"a\"}");
        QVERIFY(forbids("items", schema, schema["items"]) && !forbids("title", schema, schema["title"]) &&
                !forbids("items", schema, true));
    }
    void formatsFit() {
        QFETCH(QString, format);
        QFETCH(QString, text);
        QFETCH(bool, good);
        QCOMPARE(TextSet::of(*formatPattern(format.toStdString()), TextSet::Fit::Whole)
                     .contains(text.toStdString()),
                 good);
    }
    void formatsFit_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* format, const char* text, bool good) {
            QTest::addRow("%s %s", format, text) << format << text << good;
        };
        row("date", "2000-02-29", true), row("date", "1900-02-29", false), row("date", "2024-04-31", false),
            row("date", "2024-12-31", true);
        row("time", "23:59:59Z", true), row("time", "24:00:00Z", false),
            row("time", "12:00:00.123+05:30", true), row("time", "12:00:00", false);
        row("date-time", "2024-01-01T00:00:00Z", true), row("date-time", "2024-01-01", false);
        row("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", true),
            row("uuid", "2eb8aa08aa9811eab4aa73b441d16380", false);
        row("email", "a.b+c@d-e.org", true), row("email", "a..b@c.d", false), row("email", "@c.d", false),
            row("email", "a@-c", false);
        row("uri", "http://foo.bar/?baz=qux#quux", true), row("uri", "urn:oasis:names", true),
            row("uri", "//foo", false), row("uri", "http://a b", false);
        row("ipv4", "192.168.0.1", true), row("ipv4", "256.1.1.1", false), row("hostname", "a-b.c", true),
            row("hostname", "-a", false);
    }
    void otherFormatsAreUnknown() { QVERIFY(!formatPattern("phone") && !formatPattern("int32")); }
};

QTEST_GUILESS_MAIN(SchemaKeywordsTest)
#include "tst_schema_keywords.moc"
