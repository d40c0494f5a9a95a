// Calls are told while they are written.
#include "chat/call_stream.h"

#include <QtTest>

#include "chat/call_body.h"

using namespace hearth;

class TestCallStream : public QObject {
    Q_OBJECT
private slots:
    void theNameComesWhenTheArgumentsBegin() {
        CallStream stream(CallBody::Tagged);
        std::string text = R"( {"name": "f", "arguments": {)";
        QVERIFY(stream.read(text).empty());
        text += "\"a\": ";
        const auto parts = stream.read(text);
        QCOMPARE(parts.size(), size_t{1});
        QVERIFY(!parts[0].continues);
        QCOMPARE(parts[0].call, (ToolCall{"f", "{\"a\":", {}}));
        QCOMPARE(parts[0].end, text.size());
        text += "[1";
        QCOMPARE(stream.read(text).at(0).call.argumentsJson, std::string("["));
        text += ", 2]}, \"id\": \"c7\"}";
        const auto last = stream.read(text);
        QVERIFY(last.at(0).continues);
        QCOMPARE(last[0].call.argumentsJson, std::string("1,2]}"));
        QCOMPARE(stream.calls(), size_t{1});
        // The id stands behind the arguments here.
        QCOMPARE(stream.rest(text, parseCallBody(CallBody::Tagged, text, {})), (ToolCall{{}, {}, "c7"}));
    }

    void oneCallComesAfterTheOther() {
        const std::string text = "f[CALL_ID]c1[ARGS]{\"a\": 1}[TOOL_CALLS]g[ARGS]{}";
        CallStream stream(CallBody::Mistral);
        const auto parts = stream.read(text);
        QCOMPARE(parts.size(), size_t{2});
        QCOMPARE(parts[0].call, (ToolCall{"f", "{\"a\":1}", "c1"}));
        QCOMPARE(parts[1].call, (ToolCall{"g", "{}", {}}));
        QVERIFY(!parts[1].continues);
        QCOMPARE(stream.rest(text, parseCallBody(CallBody::Mistral, text, {})), ToolCall());
    }

    void whatIsLeftOfABrokenCallIsAsItWasWritten() {
        CallStream stream(std::string("f"));
        const std::string text = "{\"a\": nil, \"b\": 2}";
        QCOMPARE(stream.read(text).at(0).call.argumentsJson, std::string("{\"a\":"));
        QVERIFY(stream.read(text).empty());
        QCOMPARE(stream.rest(text, std::nullopt).argumentsJson, std::string("nil, \"b\": 2}"));
    }

    void formsWithoutJsonAreNotStreamed() {
        for (const auto& [body, text] :
             {std::pair{CallBody::Tagged, "<function=f><parameter=a>1"},
              std::pair{CallBody::Tagged, "[{\"name\": \"f\", \"arguments\": {}}]"},
              std::pair{CallBody::Pythonic, "[f(a={})]"},
              std::pair{CallBody::Mistral, "[{\"name\": \"f\", \"arguments\": {}}]"}}) {
            CallStream stream(body);
            QVERIFY(stream.read(text).empty());
            QCOMPARE(stream.calls(), size_t{0});
        }
    }
};

QTEST_GUILESS_MAIN(TestCallStream)
#include "tst_call_stream.moc"
