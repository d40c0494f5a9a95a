// Objects that come in pieces are copied as they are written once they were read.
#include "chat/json_copier.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;

class TestJsonCopier : public QObject {
    Q_OBJECT
private slots:
    void copiesWhatIsWritten_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
        row("empty", "{ }");
        row("spaces", "{ \"a\" : [ 1 , 2 , { } ] ,\n\t\"b\":{\"c\" :null}}");
        row("escapes",
            "{\"a\": \"\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00fc \\u20ac \\ud83d\\ude42 \\u0001 \\u007f\"}");
        row("brackets in strings", "{\"a\": \"}{][\\\"}\"}");
        row("scalars",
            "{\"a\": -1.50e3, \"b\": true, \"c\": false, \"d\": 12345678901234567890, \"e\": 0.1}");
        row("letters", "{\"Zürich\": \"日本 🙂\"}");
    }
    void copiesWhatIsWritten() {
        QFETCH(const QByteArray, text);
        const std::string expected = nlohmann::ordered_json::parse(text.toStdString()).dump();
        const std::string more = text.toStdString() + " behind";
        JsonCopier whole;
        std::string copied;
        QCOMPARE(whole.copy(more, copied), static_cast<size_t>(text.size()));
        QCOMPARE(copied, expected);
        JsonCopier bytewise;
        copied.clear();
        size_t taken = 0;
        for (const char c : more) {
            taken += bytewise.copy(std::string_view(&c, 1), copied);
            QVERIFY(expected.starts_with(copied));
        }
        QVERIFY(bytewise.complete());
        QCOMPARE(taken, static_cast<size_t>(text.size()));
        QCOMPARE(copied, expected);
    }

    void breaksAtWhatIsNoJson_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("bracket") << QByteArray("{\"a\": ]}");
        QTest::newRow("word") << QByteArray("{\"a\": nil}");
        QTest::newRow("escape") << QByteArray("{\"a\": \"\\q\"}");
        QTest::newRow("half a pair") << QByteArray("{\"a\": \"\\ud83d \"}");
        QTest::newRow("line break in a string") << QByteArray("{\"a\": \"\n\"}");
        QTest::newRow("deep") << "{\"a\": " + QByteArray(200, '[');
        QTest::newRow("long scalar") << "{\"a\": " + QByteArray(5000, '1');
    }
    void breaksAtWhatIsNoJson() {
        QFETCH(const QByteArray, text);
        JsonCopier copier;
        std::string copied;
        QVERIFY(copier.copy(text.toStdString(), copied) < static_cast<size_t>(text.size()) + 1);
        QVERIFY(copier.broken());
        QVERIFY(!copier.complete());
    }
};

QTEST_GUILESS_MAIN(TestJsonCopier)
#include "tst_json_copier.moc"
