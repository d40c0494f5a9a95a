#include "exchange/chat_importers.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "support/deep_json.h"

using namespace hearth::app;

class TestChatImport : public QObject {
    Q_OBJECT

private slots:
    void tellsFilesApart() {
        const auto one = [](const char* json) { return visible(importChats(json).chats.at(0)); };
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

    /// They say nothing: to multiply them, or to turn them into integers, is undefined.
    void timesThatAreNone() {
        for (const char* time : {"1e300", "-1e300", "-5", "9223372036854775807", "1e16"}) {
            const auto one = [time](const char* json) {
                return importChats(QByteArray(json).replace("TIME", time)).chats.at(0);
            };
            for (
                const ExchangedConversation& chat :
                {one(R"([{"create_time":TIME,"update_time":TIME,"mapping":{"a":{"message":{"author":{"role":"user"},"create_time":TIME,"metadata":{"finished_duration_sec":TIME},"content":{"content_type":"text","parts":["q"]}}}},"current_node":"a"}])"),
                 one(R"([{"created_at":TIME,"updated_at":TIME,"chat":{"history":{"currentId":"a","messages":{"a":{"role":"user","content":"q","timestamp":TIME}}}}}])"),
                 one(R"({"createdAt":TIME,"messages":[{"versions":[{"role":"user","content":[{"type":"text","text":"q"}]}]}]})")}) {
                QCOMPARE(chat.conversation.createdAt, 0);
                QCOMPARE(chat.conversation.updatedAt, 0);
                QCOMPARE(chat.messages.front().createdAt, 0);
                QCOMPARE(chat.messages.front().thoughtMs, 0);
            }
        }
        // Our own files say any integer, and no more.
        const ExchangedConversation own =
            importChats(
                R"({"format":"hearth-conversation","version":1,"createdAt":1e300,"messages":[{"id":"1","role":"user","text":"q"}]})")
                .chats.at(0);
        QCOMPARE(own.conversation.createdAt, 0);
    }

    /// Qt's own limit: at 1,024 levels it stops reading.
    void depthIsBounded() {
        const QByteArray deep = hearth::test::deepJson();
        for (const QByteArray& file : {deep, "{\"mapping\":" + deep + "}", "{\"messages\":" + deep + "}",
                                       "{\"format\":\"hearth-conversation\",\"messages\":" + deep + "}"})
            QVERIFY_THROWS_EXCEPTION(ImportError, importChats(file));
    }

    /// Programs write entries for chats that never got a message; other entries may be damaged.
    void oneEntryDoesNotRefuseTheFile() {
        const QByteArray good =
            R"({"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["kept"]}}}},"current_node":"a"})";
        for (const char* shell :
             {R"({"title":"Shell","id":"x","create_time":1})", R"({"title":"Shell","mapping":null})",
              R"({"mapping":{}})", R"({"messages":[]})", "{}", "null"}) {
            for (const QByteArray& file :
                 {"[" + good + "," + shell + "]", QByteArray("[") + shell + "," + good + "]"}) {
                const ImportedChats read = importChats(file);
                QCOMPARE(read.chats.size(), size_t{1});
                QCOMPARE(visible(read.chats[0]), QStringList({"user: kept"}));
                QCOMPARE(read.unread, 0);
            }
        }
        for (const char* other :
             {R"({"answer":[1]})", "5", "[1]",
              R"({"format":"hearth-conversation","version":99,"messages":[{"id":"1"}]})"}) {
            const ImportedChats read = importChats("[" + good + "," + other + "]");
            QCOMPARE(read.chats.size(), size_t{1});
            QCOMPARE(read.unread, 1);
            QVERIFY(!read.problem.isEmpty());
        }
    }

    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(importChats("[{\"mapping\":{}},{\"mapping\":{}}]", stop.get_token()).chats.empty());
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
