#include "cli/batch_line.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::cli;
using Json = nlohmann::json;

namespace {

/// A chat request with more fields in its body, which are JSON without the braces.
std::string chatLine(const std::string& more) {
    std::string line = R"({"custom_id":"a","method":"POST","url":"/v1/chat/completions",)"
                       R"("body":{"messages":[{"role":"user","content":"x"}],MORE}})";
    return line.replace(line.find("MORE"), 4, more);
}

openai::CompletionRequest requestOf(const std::string& text) {
    const BatchLine line = readBatchLine(text);
    if (const auto* refusal = std::get_if<openai::Refusal>(&line.content))
        qWarning("%s", refusal->message.c_str());
    return std::get<openai::CompletionRequest>(line.content);
}

}  // namespace

class BatchLineTest : public QObject {
    Q_OBJECT

private slots:
    void readsAChat() {
        const openai::CompletionRequest request = requestOf(chatLine(
            R"("model":"any","max_tokens":7,"temperature":0,"top_p":0.5,"top_k":3,"min_p":0.25,"seed":12,)"
            R"("stop":["one","two"],"presence_penalty":1,"frequency_penalty":-1,"repetition_penalty":1.5,)"
            R"("n":1,"stream":false,"user":"me","metadata":{"k":1},"store":false)"));
        QVERIFY(request.kind == openai::Completion::Chat && !request.tools);
        QCOMPARE(request.generation.messages.size(), size_t(1));
        QVERIFY(!request.generation.rawText);
        const SamplingParams& sampling = request.generation.sampling;
        QCOMPARE(sampling.maxTokens, 7);
        QCOMPARE(sampling.temperature, 0.0F);
        QCOMPARE(sampling.topP, 0.5F);
        QCOMPARE(sampling.topK, 3);
        QCOMPARE(sampling.minP, 0.25F);
        QCOMPARE(sampling.seed, std::optional<uint64_t>(12));
        QCOMPARE(sampling.stop, (std::vector<std::string>{"one", "two"}));
        QCOMPARE(sampling.presencePenalty, 1.0F);
        QCOMPARE(sampling.frequencyPenalty, -1.0F);
        QCOMPARE(sampling.repeatPenalty, 1.5F);
        QVERIFY(request.generation.templateVariables.empty());
        QCOMPARE(requestOf(chatLine(R"("stop":"end","max_completion_tokens":3)")).generation.sampling.stop,
                 std::vector<std::string>{"end"});
    }

    void readsACompletion() {
        const openai::CompletionRequest request = requestOf(
            R"({"custom_id":"a","method":"POST","url":"/v1/completions","body":{"prompt":"Once","repeat_penalty":2}})");
        QVERIFY(request.kind == openai::Completion::Text);
        QCOMPARE(request.generation.rawText, std::optional<std::string>("Once"));
        QCOMPARE(request.generation.sampling.repeatPenalty, 2.0F);
    }

    void toolsAndVariablesGoToTheTemplate() {
        const openai::CompletionRequest request = requestOf(chatLine(
            R"("chat_template_kwargs":{"enable_thinking":false},"tools":[{"type":"function","function":{"name":"f"}}])"));
        QVERIFY(request.tools);
        QCOMPARE(Json::parse(request.generation.templateVariables),
                 Json::parse(
                     R"({"enable_thinking":false,"tools":[{"type":"function","function":{"name":"f"}}]})"));
    }

    void nullIsAsIfItWereNotThere() {
        const openai::CompletionRequest request =
            requestOf(chatLine(R"("temperature":null,"stop":null,"max_tokens":null,"tools":null,"n":null)"));
        QCOMPARE(request.generation.sampling.temperature, SamplingParams().temperature);
        QVERIFY(request.generation.sampling.stop.empty());
    }

    void notesWhatItIgnores() {
        const BatchLine line = readBatchLine(chatLine(R"("store":true,"keep_alive":5)"));
        QVERIFY(std::holds_alternative<openai::CompletionRequest>(line.content));
        QCOMPARE(line.notes.size(), size_t(2));
    }
    void refusesWithTheNameOfTheField_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* more, const char* field) {
            QTest::newRow(more) << QByteArray(more) << QByteArray(field);
        };
        row(R"("logprobs":7)", "logprobs");
        row(R"("top_logprobs":2)", "top_logprobs");
        row(R"("prompt":"x")", "prompt");
        row(R"("model":7)", "model");
        row(R"("n":2)", "n");
        row(R"("route":"large")", "route");
        row(R"("stream":true)", "stream");
        row(R"("temperature":3)", "temperature");
        row(R"("temperature":"0")", "temperature");
        row(R"("top_p":-0.1)", "top_p");
        row(R"("top_k":1.5)", "top_k");
        row(R"("top_k":-2)", "top_k");
        row(R"("min_p":2)", "min_p");
        row(R"("max_tokens":0)", "max_tokens");
        row(R"("max_tokens":99999999999999999999)", "max_tokens");
        row(R"("max_tokens":1,"max_completion_tokens":2)", "max_tokens");
        row(R"("repeat_penalty":1,"repetition_penalty":2)", "repeat_penalty");
        row(R"("presence_penalty":1e300)", "presence_penalty");
        row(R"("frequency_penalty":true)", "frequency_penalty");
        row(R"("repetition_penalty":0)", "repetition_penalty");
        row(R"("seed":"x")", "seed");
        row(R"("stop":[1])", "stop");
        row(R"("tools":{})", "tools");
        row(R"("tools":["x"])", "tools[0]");
        row(R"("chat_template_kwargs":[])", "chat_template_kwargs");
        row(R"("chat_template_kwargs":{"messages":[]})", "chat_template_kwargs.messages");
    }
    void refusesWithTheNameOfTheField() {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, field);
        const BatchLine line = readBatchLine(chatLine(more.toStdString()));
        QCOMPARE(line.customId, std::optional<std::string>("a"));
        const auto* refusal = std::get_if<openai::Refusal>(&line.content);
        QVERIFY(refusal != nullptr);
        QCOMPARE(QByteArray::fromStdString(refusal->field), field);
        QVERIFY(QByteArray::fromStdString(refusal->message).contains("\"" + field + "\""));
        QVERIFY(refusal->message.ends_with('.'));
    }

    void refusesWhatStandsAroundTheBody_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* text, const char* field) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(field);
        };
        row(R"({"custom_id":"a"})", "method");
        row(R"({"custom_id":"a","method":"GET","url":"/v1/completions","body":{"prompt":"x"}})", "method");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/embeddings","body":{}})", "url");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/completions"})", "body");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/completions","body":[]})", "body");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/completions","body":{}})", "prompt");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/completions","body":{"prompt":null}})", "prompt");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/completions","body":{"prompt":["x","y"]}})",
            "prompt");
        row(R"({"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{}})", "messages");
        row(R"({"custom_id":"a","more":1})", "more");
    }
    void refusesWhatStandsAroundTheBody() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        const BatchLine line = readBatchLine(text.toStdString());
        const auto* refusal = std::get_if<openai::Refusal>(&line.content);
        QVERIFY(refusal != nullptr);
        QCOMPARE(QByteArray::fromStdString(refusal->field), field);
    }

    void someLinesAreNoRequests() {
        const auto codeOf = [](const std::string& text) {
            const BatchLine line = readBatchLine(text);
            const auto* fault = std::get_if<BatchFault>(&line.content);
            return fault != nullptr && !line.customId ? fault->code : "none";
        };
        for (const char* text : {"hello", "[]", "7", "{\"custom_id\":\"a\"", "{\"custom_id\":\"\xff\"}"})
            QCOMPARE(codeOf(text), std::string("invalid_json"));
        QCOMPARE(codeOf(std::string(100'000, '[')), std::string("invalid_json"));
        for (const char* text : {"{}", R"({"custom_id":7})", R"({"custom_id":""})", R"({"custom_id":null})"})
            QCOMPARE(codeOf(text), std::string("missing_custom_id"));
        QCOMPARE(codeOf("{\"custom_id\":\"" + std::string(600, 'x') + "\"}"),
                 std::string("custom_id_too_long"));
    }
};

QTEST_GUILESS_MAIN(BatchLineTest)
#include "tst_batch_line.moc"
