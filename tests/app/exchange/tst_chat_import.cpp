#include "exchange/chat_importers.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "support/deep_json.h"

using namespace hearth::app;

class TestChatImport : public QObject {
    Q_OBJECT

private slots:
    void tellsFilesApart() {
        const auto one = [](const char* json) { return visible(importChats(json).at(0)); };
        QCOMPARE(
            one(R"([{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["gpt"]}}}},"current_node":"a"}])"),
            QStringList({"user: gpt"}));
        QCOMPARE(
            one(R"([{"chat":{"history":{"currentId":"a","messages":{"a":{"role":"user","content":"owui"}}}}}])"),
            QStringList({"user: owui"}));
        QCOMPARE(
            one(R"({"messages":[{"versions":[{"role":"user","content":[{"type":"text","text":"lm"}]}]}]})"),
            QStringList({"user: lm"}));
        QCOMPARE(
            one(R"({"format":"hearth-conversation","version":1,"messages":[{"id":"1","role":"user","text":"own"}]})"),
            QStringList({"user: own"}));
    }

    /// Qt's own limit: at 1,024 levels it stops reading.
    void depthIsBounded() {
        const QByteArray deep = hearth::test::deepJson();
        for (const QByteArray& file : {deep, "{\"mapping\":" + deep + "}", "{\"messages\":" + deep + "}",
                                       "{\"format\":\"hearth-conversation\",\"messages\":" + deep + "}"})
            QVERIFY_THROWS_EXCEPTION(ImportError, importChats(file));
    }

    void whatItDoesNotKnowIsASentence() {
        for (const char* file : {"", "hello", "{}", "[]", "[1]", "{\"messages\":[]}", "PK\x03\x04zip",
                                 "{\"a\":", "\xF5\xD5\x53\xCC", "{\"mapping\":{}}", "\xff\xfe"}) {
            try {
                importChats(file);
                QFAIL(file);
            } catch (const ImportError& error) {
                QVERIFY(error.message().size() > 10);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChatImport)
#include "tst_chat_import.moc"
