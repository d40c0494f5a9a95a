#include "openai/response_request.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestResponseRequest : public QObject {
    Q_OBJECT

    /// As --strict-fields has it.
    static ResponseRequest read(const Json& body) {
        RequestNotes strict(UnknownFields::Refuse);
        return readResponseRequest(body, strict);
    }

private slots:
    void readsARequest() {
        ResponseRequest request = read(Json::parse(R"({"model":"tiny","input":"Hi.",
            "instructions":"Be brief.","max_output_tokens":5,"temperature":0.7,"top_p":0.9,"store":false,
            "stream":true,"previous_response_id":"resp_1","parallel_tool_calls":false,"top_logprobs":2,
            "include":["message.output_text.logprobs"],"reasoning":{"effort":"low","summary":null},
            "text":{"format":{"type":"text"},"verbosity":"low"},"truncation":"auto","tool_choice":"auto",
            "tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],
            "metadata":{"a":"b"},"user":"u","background":false,"stream_options":{"include_obfuscation":false}})"));
        QCOMPARE(request.model, std::string("tiny"));
        QCOMPARE(request.previousId, std::string("resp_1"));
        QVERIFY(request.stream && request.tools && request.logprobs && !request.store &&
                !request.parallelCalls);
        QCOMPARE(request.generation.sampling.maxTokens, 5);
        QCOMPARE(request.generation.overflow, ContextOverflow::Slide);
        const Json variables = Json::parse(request.generation.templateVariables);
        QCOMPARE(variables.at("reasoning_effort"), Json("low"));
        QCOMPARE(variables.at("tools").at(0).at("function").at("name"), Json("f"));
        QCOMPARE(request.echo.at("temperature"), Json(0.7));
        QCOMPARE(request.echo.at("text"), Json::parse(R"({"format":{"type":"text"},"verbosity":"low"})"));
        QCOMPARE(request.echo.at("tools").at(0).at("name"), Json("f"));
        QCOMPARE(request.echo.at("metadata"), Json({{"a", "b"}}));
    }
    void earlierItemsComeBetween() {
        ResponseRequest request = read(Json::parse(R"({"instructions":"Be brief.",
            "input":[{"type":"function_call_output","call_id":"a","output":"31"}]})"));
        setMessages(request, Json::parse(R"([{"role":"user","content":"How warm?"},
            {"type":"function_call","call_id":"a","name":"weather","arguments":"{}"}])"));
        const auto& messages = request.generation.messages;
        QCOMPARE(messages.size(), size_t(4));
        QCOMPARE(messages[0].content, std::string("Be brief."));
        QCOMPARE(messages[3].name, std::string("weather"));
    }
    void ignoresWhatItDoesNotKnow() {
        RequestNotes notes;
        const ResponseRequest request = readResponseRequest(Json::parse(R"({"client_metadata":{"x":1},
            "input":"Hi.","max_tool_calls":3,"reasoning":{"summary":"detailed","context":"x"},
            "tools":[{"type":"web_search"},{"type":"custom","name":"patch"},{"type":"local_shell"},
            {"type":"function","name":"f","parameters":{},"defer_loading":true}],"max_tokens":7,
            "include":["web_search_call.action.sources"]})"),
                                                            notes);
        QCOMPARE(request.generation.sampling.maxTokens, 7);
        QCOMPARE(Json::parse(request.generation.templateVariables).at("tools").size(), size_t(1));
        QCOMPARE(request.echo.at("tools").size(), size_t(1));
        QCOMPARE(notes.sentences().size(), size_t(8));
    }
    void formsOfOtherServers() {
        QCOMPARE(read({{"input", "x"}, {"guided_regex", "a+"}}).generation.grammar,
                 (ReplyGrammar{ReplyGrammar::Kind::Regex, "a+"}));
        QCOMPARE(read({{"input", "x"}, {"response_format", {{"type", "json_object"}}}}).generation.grammar,
                 (ReplyGrammar{ReplyGrammar::Kind::JsonObject, ""}));
    }
    void theSmallestRequest() {
        const ResponseRequest request = read({{"input", "Hi."}});
        QVERIFY(request.store && !request.stream && !request.tools);
        QVERIFY(request.echo.at("max_output_tokens").is_null());
        QCOMPARE(request.echo.at("truncation"), Json("disabled"));
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* more, const char* field) {
            QTest::addRow("%s", more) << QByteArray(more) << QByteArray(field);
        };
        row(R"({"input":null})", "input");
        row(R"({"magic":1})", "magic");
        row(R"({"conversation":"c"})", "conversation");
        row(R"({"prompt":{"id":"p"}})", "prompt");
        row(R"({"background":true})", "background");
        row(R"({"max_output_tokens":0})", "max_output_tokens");
        row(R"({"temperature":9})", "temperature");
        row(R"({"top_logprobs":21})", "top_logprobs");
        row(R"({"include":["file_search_call.results"]})", "include");
        row(R"({"tools":[{"type":"web_search"}]})", "tools[0].type");
        row(R"({"tools":[{"type":"function"}]})", "tools[0].name");
        row(R"({"tools":[{"type":"function","name":"f","strict":"yes"}]})", "tools[0].strict");
        row(R"({"tool_choice":"required"})", "tool_choice");
        row(R"({"reasoning":{"effort":"huge"}})", "reasoning.effort");
        row(R"({"text":{"format":{"type":"json_schema"}}})", "text.format.schema");
        row(R"({"truncation":"always"})", "truncation");
        row(R"({"n":2})", "n");
        row(R"({"stream_options":{"include_usage":true}})", "stream_options.include_usage");
        // An unknown member next to a schema or within another entry is a field as well.
        row(R"({"tools":[{"type":"function","name":"f","magic":1}]})", "tools[0].magic");
        row(R"({"text":{"format":{"type":"json_schema","name":"n","schema":{},"magic":1}}})",
            "text.format.magic");
        row(R"({"text":{"format":{"type":"text","magic":1}}})", "text.format.magic");
        row(R"({"text":{"magic":1}})", "text.magic");
        row(R"({"tools":[{"type":"function","name":"f"}],"tool_choice":{"type":"function","name":"f","magic":1}})",
            "tool_choice.magic");
        row(R"({"input":[{"role":"user","content":[{"type":"input_text","text":"x","magic":1}]}]})",
            "input[0].content[0].magic");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, field);
        Json body{{"input", "Hi."}};
        body.update(Json::parse(more.toStdString()));
        try {
            (void)read(body);
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, field.toStdString());
        }
    }
};

QTEST_GUILESS_MAIN(TestResponseRequest)
#include "tst_response_request.moc"
