#include "hearth/reply_parser.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <random>

#include "hearth/chat_template.h"
#include "support/reference_pack.h"

using namespace hearth;
using Json = nlohmann::ordered_json;
using Segments = std::vector<ReplySegment>;

namespace {

void add(Segments& all, const Segments& more) {
    for (const ReplySegment& segment : more) {
        if (segment.continues) {
            QVERIFY(!all.empty() && all.back().kind == SegmentKind::ToolCall);
            all.back().text += segment.text;
            all.back().call.argumentsJson += segment.call.argumentsJson;
            all.back().call.id += segment.call.id;
            continue;
        }
        const bool joins =
            !all.empty() && all.back().kind == segment.kind && segment.kind != SegmentKind::ToolCall;
        if (joins) {
            all.back().text += segment.text;
        } else {
            all.push_back(segment);
        }
    }
}

enum class Calls { Whole, Streamed };

Segments parsePieces(const ReplyFormat& format, const std::vector<std::string>& pieces,
                     const Json& tools = {}, Calls calls = Calls::Whole) {
    ReplyParser parser(format, tools);
    if (calls == Calls::Streamed) parser.streamCalls();
    Segments all;
    for (const std::string& piece : pieces) add(all, parser.feed(piece));
    add(all, parser.finish());
    return all;
}

Segments parseWhole(const ReplyFormat& format, const std::string& text, const Json& tools = {}) {
    return parsePieces(format, {text}, tools);
}

std::string show(const Segments& segments) {
    std::string out;
    for (const ReplySegment& segment : segments) {
        switch (segment.kind) {
            case SegmentKind::Content:
                out += "C[" + segment.text + "]";
                break;
            case SegmentKind::Reasoning:
                out += "R[" + segment.text + "]";
                break;
            case SegmentKind::ToolCall:
                out += "T[" + segment.call.name + segment.call.argumentsJson + segment.call.id + "]";
                break;
        }
    }
    return out;
}

std::string textOf(const Segments& segments) {
    std::string text;
    for (const ReplySegment& segment : segments) text += segment.text;
    return text;
}

/// Calls that come in parts are the same once these are joined, and so is what was written.
void checkStreamedCalls(const ReplyFormat& format, const std::vector<std::string>& pieces,
                        const Segments& whole, const Json& tools) {
    const Segments streamed = parsePieces(format, pieces, tools, Calls::Streamed);
    QCOMPARE(show(streamed), show(whole));
    QCOMPARE(textOf(streamed), textOf(whole));
}

/// The same whatever the cuts: at every byte, byte by byte, and at random places.
void checkShifts(const ReplyFormat& format, const std::string& text, const Json& tools = {}) {
    const std::string whole = show(parseWhole(format, text, tools));
    for (size_t cut = 0; cut <= text.size(); ++cut) {
        QCOMPARE(show(parsePieces(format, {text.substr(0, cut), text.substr(cut)}, tools)), whole);
    }
    std::vector<std::string> bytes;
    for (const char c : text) bytes.emplace_back(1, c);
    QCOMPARE(show(parsePieces(format, bytes, tools)), whole);
    const Segments segments = parseWhole(format, text, tools);
    checkStreamedCalls(format, {text}, segments, tools);
    checkStreamedCalls(format, bytes, segments, tools);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::string> pieces;
        for (size_t at = 0; at < text.size();) {
            const size_t length = 1 + random() % 9;
            pieces.push_back(text.substr(at, length));
            at += length;
        }
        QCOMPARE(show(parsePieces(format, pieces, tools)), whole);
        checkStreamedCalls(format, pieces, segments, tools);
    }
}

const char* const qwenTemplate = "<think> </think> <tool_call>";

/// `source`: marks of the template.
void row(const char* name, const char* source, const char* prompt, const char* reply, const char* expected) {
    QTest::newRow(name) << QString(source) << QString(prompt) << QString(reply) << QString(expected);
}

/// Reasoning and text.
void addReasoning() {
    const char* const qwen = qwenTemplate;
    row("plain", "", "", "Hello, world.\n", "C[Hello, world.\n]");
    row("think", qwen, "", "<think>\nLet me see.\n</think>\n\nIt is 4.", "R[Let me see.]C[It is 4.]");
    row("think opened by the prompt", qwen, "assistant\n<think>\n", "Let me see.\n</think>\n\n4",
        "R[Let me see.]C[4]");
    row("empty think", qwen, "", "<think>\n\n</think>\n\nHi", "C[Hi]");
    row("think never closed", qwen, "", "<think>\nLet me", "R[Let me]");
    row("think after space", qwen, "", " \n<think>a</think>b", "R[a]C[b]");
    row("think written twice", qwen, "", "<think>\n<think>\nWell.\n</think>\n\nHi", "R[Well.]C[Hi]");
    row("think written again", qwen, "assistant\n<think>\n", "<think>Well.</think>Hi", "R[Well.]C[Hi]");
    row("closed by the prompt", qwen, "assistant\n<think>\n\n</think>\n\n", "Hi", "C[Hi]");
    row("a think mark that is spoken of", qwen, "", "Models write <think> first.",
        "C[Models write <think> first.]");
    row("half a mark at the end", qwen, "", "a <tool_ca", "C[a <tool_ca]");
    row("less-than", qwen, "", "1 < 2 <", "C[1 < 2 <]");
}

/// Calls between tags, as JSON and with tags of their own.
void addTaggedCalls() {
    const char* const qwen = qwenTemplate;
    row("hermes", qwen, "", "Sure.\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>",
        "C[Sure.]T[f{\"a\":1}]");
    row("two calls", qwen, "",
        "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\n<tool_call>\n{\"name\": "
        "\"g\"}\n</tool_call>\n",
        "T[f{}]T[g{}]");
    row("think, call, text", qwen, "",
        "<think>\nx\n</think>\n\n<tool_call>{\"name\": \"f\", \"arguments\": {\"s\": "
        "\"</tool\"}}</tool_call>\nDone",
        "R[x]T[f{\"s\":\"</tool\"}]C[Done]");
    row("arguments as a string", qwen, "",
        "<tool_call>{\"name\": \"f\", \"arguments\": \"{\\\"a\\\": 2}\"}</tool_call>", "T[f{\"a\":2}]");
    row("not a call", qwen, "", "x <tool_call>what?</tool_call> y", "C[x <tool_call>what?</tool_call> y]");
    row("broken JSON", qwen, "", "<tool_call>{\"name\": </tool_call>",
        "C[<tool_call>{\"name\": </tool_call>]");
    row("call cut off", qwen, "", "a\n<tool_call>\n{\"name\": \"f\", \"argu",
        "C[a\n<tool_call>\n{\"name\": \"f\", \"argu]");
    row("call without its end", qwen, "", "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}", "T[f{}]");
    row("qwen3-coder", qwen, "",
        "<tool_call>\n<function=f>\n<parameter=city>\nZürich\n</parameter>\n<parameter=n>\n3\n</parameter>\n"
        "</function>\n</tool_call>",
        "T[f{\"city\":\"Zürich\",\"n\":3}]");
    row("multi-line parameter", qwen, "",
        "<tool_call><function=f><parameter=code>\nif a:\n    b()\n\n</parameter></function></tool_call>",
        "T[f{\"code\":\"if a:\\n    b()\\n\"}]");
    row("glm", "<think></think><tool_call><arg_key>", "",
        "<think></think>\n<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>x "
        "y</arg_value>\n<arg_key>b</arg_key>\n"
        "<arg_value>[1, 2]</arg_value>\n</tool_call>",
        "T[f{\"a\":\"x y\",\"b\":[1,2]}]");
}

/// Each family's own way.
void addCallsOfFamilies() {
    row("llama 3", "ipython \"parameters\"", "", "{\"name\": \"f\", \"parameters\": {\"a\": \"b\"}}",
        "T[f{\"a\":\"b\"}]");
    row("llama 3, just JSON", "ipython \"parameters\"", "", "{\"answer\": 4}", "C[{\"answer\": 4}]");
    row("llama 3, name but no call", "ipython \"parameters\"", "", "{\"name\": 4}", "C[{\"name\": 4}]");
    row("llama 3, text", "ipython \"parameters\"", "", "The {x}", "C[The {x}]");
    row("python tag", "ipython \"parameters\" <|python_tag|>", "",
        "<|python_tag|>brave_search.call(query=\"a b\")", "T[brave_search{\"query\":\"a b\"}]");
    row("python tag, JSON", "<|python_tag|>", "",
        "<|python_tag|>{\"name\": \"f\", \"parameters\": {\"s\": \"a;b\"}}; {\"name\": \"g\", "
        "\"parameters\": {}}",
        "T[f{\"s\":\"a;b\"}]T[g{}]");
    row("python tag, code", "<|python_tag|>", "", "<|python_tag|>import os\n",
        "C[<|python_tag|>import os\n]");
    row("mistral list", "[TOOL_CALLS]", "",
        "[TOOL_CALLS][{\"name\": \"f\", \"arguments\": {\"a\": 1}, \"id\": \"abcdefghi\"}]",
        "T[f{\"a\":1}abcdefghi]");
    row("mistral args", "[TOOL_CALLS]", "",
        "Hm.[TOOL_CALLS]f[CALL_ID]c1[ARGS]{\"a\": 1}[TOOL_CALLS]g[ARGS]{}", "C[Hm.]T[f{\"a\":1}c1]T[g{}]");
    row("magistral", "[THINK] [TOOL_CALLS]", "", "[THINK]why[/THINK]Because", "R[why]C[Because]");
    row("functionary", "<function= <|python_tag|>", "", "<function=f>{\"a\": 1}</function>", "T[f{\"a\":1}]");
    row("deepseek r1", "</think><｜tool▁calls▁begin｜>", "<think>\n",
        "Hm</think>\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{\"a\": "
        "1}\n```"
        "<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>g\n```json\n{}\n```<"
        "｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "R[Hm]T[f{\"a\":1}]T[g{}]");
    row("deepseek 3.1", "<｜tool▁calls▁begin｜>", "",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{\"a\": "
        "1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "T[f{\"a\":1}]");
    row("kimi k2", "<|tool_calls_section_begin|>", "",
        "Ok<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{\"a\": 1}"
        "<|tool_call_end|><|tool_calls_section_end|>",
        "C[Ok]T[f{\"a\":1}functions.f:0]");
    row("lfm2", "<|tool_call_start|>", "",
        "<|tool_call_start|>[f(a='x', b=[1, True], c={'k': None}), g()]<|tool_call_end|>Now",
        "T[f{\"a\":\"x\",\"b\":[1,true],\"c\":{\"k\":null}}]T[g{}]C[Now]");
    row("gemma", "<|channel>thought <|tool_call>", "",
        "<|channel>thought\nHm\n<channel|><|tool_call>call:f{a:<|\"|>x, "
        "y<|\"|>,b:[1,true],c:{d:2.5}}<tool_call|>",
        "R[Hm]T[f{\"a\":\"x, y\",\"b\":[1,true],\"c\":{\"d\":2.5}}]");
    row("command r", "<|START_THINKING|><|START_ACTION|><|START_RESPONSE|><|END_RESPONSE|>", "",
        "<|START_THINKING|>I plan<|END_THINKING|><|START_ACTION|>[\n {\"tool_call_id\": \"0\", "
        "\"tool_name\": \"f\", "
        "\"parameters\": {\"a\": 1}}\n]<|END_ACTION|>",
        "R[I plan]T[f{\"a\":1}0]");
    row("command r answer", "<|START_THINKING|><|START_ACTION|><|START_RESPONSE|><|END_RESPONSE|>", "",
        "<|START_THINKING|>x<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>", "R[x]C[Hello]");
}

/// The channels of gpt-oss.
void addHarmony() {
    row("harmony", "<|channel|><|message|>", "",
        "<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>It is "
        "4.<|return|>",
        "R[Let me see.]C[It is 4.]");
    row("harmony call", "<|channel|><|message|>", "",
        "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary to=functions.f "
        "<|constrain|>json<|message|>{\"a\": 1}<|call|>",
        "R[x]T[f{\"a\":1}]");
    row("harmony recipient first", "<|channel|><|message|>", "",
        " to=functions.f<|channel|>commentary json<|message|>{\"a\": 1}<|call|>", "T[f{\"a\":1}]");
    row("harmony preamble", "<|channel|><|message|>", "",
        "<|channel|>commentary<|message|>I will look.<|end|><|start|>assistant<|channel|>commentary "
        "to=python "
        "code<|message|>print(1)<|call|>",
        "C[I will look.]T[python{\"input\":\"print(1)\"}]");
    row("harmony cut off", "<|channel|><|message|>", "", "<|channel|>final<|message|>It is", "C[It is]");
    row("harmony without a header", "<|channel|><|message|>", "", "Hello", "C[Hello]");
    const char* const muse = "to=self <|message|> <atem:function_calls>";
    row("recipients", muse, "",
        " to=self<|message|>hm<|eom|><|start|>assistant to=user<|message|>Hello there.",
        "R[hm]C[Hello there.]");
    row("recipients, call", muse, "",
        " to=f<|message|><atem:function_calls>\n<atem:invoke name=\"f\">\n<atem:parameter "
        "name=\"a\">x "
        "<|eom|></atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|><|start|>assistant "
        "to=user<|message|>So.",
        "T[f{\"a\":\"x <|eom|>\"}]C[So.]");
    row("no recipient", muse, "", "Hello", "C[Hello]");
    row("harmony header only", "<|channel|><|message|>", "", "<|channel|>ana", "");
}

}  // namespace

class TestReplyParser : public QObject {
    Q_OBJECT

private slots:
    void replies_data();
    void replies();
    void referenceCalls_data();
    void referenceCalls();
    void callsComeInParts_data();
    void callsComeInParts();
    void whatHasBegunStaysACall();
    void argumentTypesComeFromTheSchema();
    void callsWithoutTheirMarks();
    void callsWithoutMarksFitTheirTool();
    void callsOnLinesOfTheirOwn();
    void marksWithinValues();
    void callsThatAreCutOffAreNoContent();
    void streamedCallsThatAreCutOff();
    void beginningsThatALimitCutsOff();
    void textIsKeptWithoutMarks();
    void randomMarksNeverLoseText();
    void randomStreamedCallsNeverLoseText();
    void longRepliesTakeLinearTime();
    void deepJsonIsNoCall();
};

void TestReplyParser::replies_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<QString>("reply");
    QTest::addColumn<QString>("expected");
    addReasoning();
    addTaggedCalls();
    addCallsOfFamilies();
    addHarmony();
}

void TestReplyParser::replies() {
    QFETCH(const QString, source);
    QFETCH(const QString, prompt);
    QFETCH(const QString, reply);
    QFETCH(const QString, expected);
    const ReplyFormat format = replyFormatOf(source.toStdString(), prompt.toStdString());
    QCOMPARE(QString::fromStdString(show(parseWhole(format, reply.toStdString()))), expected);
    checkShifts(format, reply.toStdString());
}

void TestReplyParser::referenceCalls_data() {
    QTest::addColumn<QString>("file");
    const auto golden = test::goldenFolder();
    if (!golden) QSKIP("NOT TESTED: this needs the reference pack ($HEARTH_GOLDEN).");
    const Json pack = Json::parse(test::readText(*golden / "templates/expected.json"));
    for (const auto& [file, cases] : pack["templates"].items()) {
        for (const Json& testCase : cases) {
            const bool usable = testCase["name"] == "tool_call" && testCase.contains("expected");
            // These print no call: their format is only taught in words, or the template ignores calls.
            const bool shown =
                usable && testCase["expected"].get<std::string>().find("Zürich\"") != std::string::npos;
            const bool tagged =
                usable && (testCase["expected"].get<std::string>().find("Zürich<") != std::string::npos ||
                           testCase["expected"].get<std::string>().find("Zürich]") != std::string::npos ||
                           testCase["expected"].get<std::string>().find("Zürich\n") != std::string::npos ||
                           testCase["expected"].get<std::string>().find("Zürich'") != std::string::npos ||
                           testCase["expected"].get<std::string>().find("Z\\u00fcrich") != std::string::npos);
            if (shown || tagged) QTest::newRow(file.c_str()) << QString::fromStdString(file);
        }
    }
}

/// A call that a template writes for the assistant is written as its model writes it: parsed back, it is the
/// same call.
void TestReplyParser::referenceCalls() {
    QFETCH(const QString, file);
    const auto folder = *test::goldenFolder() / "templates";
    const Json pack = Json::parse(test::readText(folder / "expected.json"));
    const std::string source = test::readText(folder / file.toStdString());
    const ChatTemplate chatTemplate = ChatTemplate::parse(source);
    Json context;
    for (const Json& testCase : pack["templates"][file.toStdString()]) {
        if (testCase["name"] != "tool_call") continue;
        context = {
            {"bos_token", pack["bos_token"]}, {"eos_token", pack["eos_token"]}, {"tools", pack["TOOLS"]}};
        context["messages"] = Json::array({testCase["messages"][0], testCase["messages"][1]});
        if (testCase.contains("extra")) context.update(testCase["extra"]);
    }
    context["add_generation_prompt"] = false;
    const std::string conversation = chatTemplate.renderText(context);
    context["messages"].erase(1);
    context["add_generation_prompt"] = true;
    std::string prompt = chatTemplate.renderText(context);
    const auto differ = std::mismatch(prompt.begin(), prompt.end(), conversation.begin(), conversation.end());
    prompt.resize(static_cast<size_t>(differ.first - prompt.begin()));
    // Not within a mark.
    const size_t mark = prompt.rfind('<');
    if (mark != std::string::npos && prompt.find('>', mark) == std::string::npos) prompt.resize(mark);
    std::string reply = conversation.substr(prompt.size());
    // Generation stops before these.
    for (const std::string end : {"</s>", "<|eot_id|>", "<|message_sep|>\n\n"}) {
        if (reply.ends_with(end)) reply.resize(reply.size() - end.size());
    }
    const ReplyFormat format = replyFormatOf(source, prompt);
    std::vector<ToolCall> calls;
    for (const ReplySegment& segment : parseWhole(format, reply, pack["TOOLS"])) {
        if (segment.kind == SegmentKind::ToolCall) calls.push_back(segment.call);
    }
    QVERIFY2(calls.size() == 1, ("no call in: " + reply).c_str());
    QCOMPARE(calls[0].name, std::string("get_weather"));
    QCOMPARE(Json::parse(calls[0].argumentsJson), Json({{"city", "Zürich"}, {"unit", "celsius"}}));
    checkShifts(format, reply, pack["TOOLS"]);
}

void TestReplyParser::callsComeInParts_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("header");  // what comes before the arguments
    QTest::addColumn<QString>("end");
    QTest::newRow("hermes") << qwenTemplate << "<tool_call>\n{\"name\": \"f\", \"arguments\": "
                            << "}\n</tool_call>";
    QTest::newRow("llama 3") << "ipython \"parameters\""
                             << "{\"name\": \"f\", \"parameters\": "
                             << "}";
    QTest::newRow("python tag") << "<|python_tag|>"
                                << "<|python_tag|>{\"name\": \"f\", \"parameters\": "
                                << "}";
    QTest::newRow("functionary") << "<function= <|python_tag|>"
                                 << "<function=f>"
                                 << "</function>";
    QTest::newRow("mistral") << "[TOOL_CALLS]"
                             << "[TOOL_CALLS]f[ARGS]"
                             << "";
    QTest::newRow("deepseek r1")
        << "</think><｜tool▁calls▁begin｜>"
        << "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n"
        << "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
    QTest::newRow("deepseek 3.1") << "<｜tool▁calls▁begin｜>"
                                  << "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>"
                                  << "<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
    QTest::newRow("kimi k2")
        << "<|tool_calls_section_begin|>"
        << "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>"
        << "<|tool_call_end|><|tool_calls_section_end|>";
    QTest::newRow("harmony") << "<|channel|><|message|>"
                             << "<|channel|>commentary to=functions.f <|constrain|>json<|message|>"
                             << "<|call|>";
}

/// The name as soon as the arguments begin, these while they are written.
void TestReplyParser::callsComeInParts() {
    QFETCH(const QString, source);
    QFETCH(const QString, header);
    QFETCH(const QString, end);
    ReplyParser parser(replyFormatOf(source.toStdString(), ""));
    parser.streamCalls();
    Segments all;
    add(all, parser.feed(header.toStdString() + "{\"city\": \"Z"));
    QCOMPARE(all.size(), size_t{1});
    QCOMPARE(all[0].call.name, std::string("f"));
    QCOMPARE(all[0].call.argumentsJson, std::string("{\"city\":\"Z"));
    add(all, parser.feed("\\u00fcrich\", \"n\": 1"));
    QCOMPARE(all[0].call.argumentsJson, std::string("{\"city\":\"Zürich\",\"n\":"));
    add(all, parser.feed("2}" + end.toStdString()));
    add(all, parser.finish());
    QCOMPARE(all.size(), size_t{1});
    QCOMPARE(all[0].call.argumentsJson, std::string("{\"city\":\"Zürich\",\"n\":12}"));
}

void TestReplyParser::whatHasBegunStaysACall() {
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    const std::string broken = "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": [1, }}</tool_call>Hm";
    QCOMPARE(show(parseWhole(format, broken)), "C[" + broken + "]");
    const Segments streamed = parsePieces(format, {broken}, {}, Calls::Streamed);
    QCOMPARE(show(streamed), std::string("T[f{\"a\":[1,}}]C[Hm]"));
    QCOMPARE(textOf(streamed), broken);
    // Nothing was told of these.
    for (const char* other : {"{\"name\": \"f\", \"arguments\": [1}", "{\"name\": \"f\", \"arguments\": {a}}",
                              "{\"arguments\": {\"a\": 1}}"}) {
        const std::string text = "<tool_call>" + std::string(other) + "</tool_call>";
        QCOMPARE(show(parsePieces(format, {text}, {}, Calls::Streamed)), "C[" + text + "]");
    }
}

void TestReplyParser::argumentTypesComeFromTheSchema() {
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    const std::string reply =
        "<tool_call><function=f><parameter=zip>8001</parameter><parameter=n>8001</parameter></function></"
        "tool_call>";
    const Json tools =
        Json::parse(R"([{"type": "function", "function": {"name": "f", "parameters": {"properties":
        {"zip": {"type": "string"}, "n": {"type": "integer"}}}}}])");
    QCOMPARE(show(parseWhole(format, reply)), std::string("T[f{\"zip\":8001,\"n\":8001}]"));
    QCOMPARE(show(parseWhole(format, reply, tools)), std::string("T[f{\"zip\":\"8001\",\"n\":8001}]"));
}

void TestReplyParser::callsWithoutTheirMarks() {
    const ReplyFormat format = replyFormatOf("<tool_call>\n{\"name\"}\n</tool_call>", "");
    const Json tools = Json::parse("[{\"type\": \"function\", \"function\": {\"name\": \"add\"}}]");
    const auto read = [&](const std::string& text) {
        checkShifts(format, text, tools);
        return show(parseWhole(format, text, tools));
    };
    const std::string call = "{\n  \"name\": \"add\",\n  \"arguments\": {\"a\": 1}\n}";
    QCOMPARE(read("```json\n" + call + "\n```"), std::string("T[add{\"a\":1}]"));
    QCOMPARE(read("So:\n\n```json\n" + call + "\n" + call + "\n```\nThat is it."),
             std::string("C[So:]T[add{\"a\":1}]T[add{\"a\":1}]C[That is it.]"));
    QCOMPARE(read(call), std::string("T[add{\"a\":1}]"));
    QCOMPARE(read("```json\n[" + call + "]\n```"), std::string("T[add{\"a\":1}]"));
    // Other JSON, other tools, and text that speaks of a call stay what they are.
    for (const std::string& text :
         std::vector<std::string>{"```json\n{\"name\": \"Ada\", \"age\": 36}\n```", "{\"name\": \"Ada\"}",
                                  "It is `" + call + "`.", "```json\n{\"a\": 1}\n```",
                                  "```python\n" + call + "\n```", "```json\n" + call + "\n{\"b\": 1}\n```"})
        QVERIFY2(read(text) == "C[" + text + "]", (text + " -> " + read(text)).c_str());
    QCOMPARE(show(parseWhole(format, call)), "C[" + call + "]");
}

/// Without the family's marks, JSON is a call where the tool takes these arguments, and text otherwise;
/// between the marks it is a call.
void TestReplyParser::callsWithoutMarksFitTheirTool() {
    const Json tools = Json::parse(R"([{"type": "function", "function": {"name": "add", "parameters": {"type":
        "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}}])");
    // A template with its own marks, and one that knows no tools.
    for (const char* source : {"<tool_call>\n{\"name\"}\n</tool_call>", "{{ messages }}"}) {
        const ReplyFormat format = replyFormatOf(source, "");
        const auto read = [&](const std::string& text) {
            checkShifts(format, text, tools);
            return show(parseWhole(format, text, tools));
        };
        for (const char* unfit : {"{\"a\": \"one\"}", "{}", "{\"a\": 1.5}"}) {
            const std::string call = std::string("{\"name\": \"add\", \"arguments\": ") + unfit + "}";
            for (const std::string& text :
                 {call, "I add:\n" + call + "\nDone.", "```json\n" + call + "\n```"})
                QVERIFY2(read(text) == "C[" + text + "]", (text + " -> " + read(text)).c_str());
        }
        const std::string good = "{\"name\": \"add\", \"arguments\": {\"a\": 1}}";
        const std::string bad = "{\"name\": \"add\", \"arguments\": {\"a\": []}}";
        QCOMPARE(read(good + "\n" + bad), "T[add{\"a\":1}]C[" + bad + "]");
        QCOMPARE(read("<tool_call>\n" + bad + "\n</tool_call>"), std::string("T[add{\"a\":[]}]"));
    }
}

void TestReplyParser::callsOnLinesOfTheirOwn() {
    const ReplyFormat format = replyFormatOf("<tool_call>\n{\"name\"}\n</tool_call>", "");
    const Json tools = Json::parse("[{\"type\": \"function\", \"function\": {\"name\": \"add\"}}]");
    const auto read = [&](const std::string& text) {
        checkShifts(format, text, tools);
        return show(parseWhole(format, text, tools));
    };
    const std::string call = "{\"name\": \"add\", \"arguments\": {\"a\": 1}}";
    QCOMPARE(read(call + "\n" + call), std::string("T[add{\"a\":1}]T[add{\"a\":1}]"));
    QCOMPARE(read("I add:\n" + call + "\n" + call + "\nDone."),
             std::string("C[I add:]T[add{\"a\":1}]T[add{\"a\":1}]C[Done.]"));
    QCOMPARE(read("<tool_call>\n" + call + "\n" + call + "\n</tool_call>"),
             std::string("T[add{\"a\":1}]T[add{\"a\":1}]"));
    // Some models double the braces around a call.
    for (const std::string& doubled :
         {"{" + call + "}", "<tool_call>\n{" + call + "}\n</tool_call>", "```json\n{" + call + "}\n```"})
        QCOMPARE(read(doubled), std::string("T[add{\"a\":1}]"));
    // In a line, in a code block, and of other tools they are text.
    for (const std::string& text : {"So " + call, "```python\n" + call + "\n```",
                                    std::string("x\n{\"name\": \"Ada\", \"age\": 36}\ny")})
        QCOMPARE(read(text), "C[" + text + "]");
}

/// Of families whose form is not known: a mark ends a value only where the family's next mark follows.
void TestReplyParser::marksWithinValues() {
    const auto check = [](const char* source, const std::string& text, const std::string& expected) {
        QCOMPARE(show(parseWhole(replyFormatOf(source, ""), text)), expected);
        checkShifts(replyFormatOf(source, ""), text);
    };
    for (const std::string value :
         {"echo '</function>'", "a </tool_call> b", "</parameter> and", "<parameter=x>", "<tool_call>"})
        check(qwenTemplate,
              "<tool_call>\n<function=f>\n<parameter=a>\n" + value +
                  "\n</parameter>\n<parameter=b>\n2\n</parameter>\n</function>\n</tool_call>",
              "T[f{\"a\":" + Json(value).dump() + ",\"b\":2}]");
    check(qwenTemplate, "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"</tool_call>\"}}</tool_call>",
          "T[f{\"a\":\"</tool_call>\"}]");
    check("<|tool_call_start|>", "<|tool_call_start|>[f(a='it's so', b='x')]<|tool_call_end|>",
          "T[f{\"a\":\"it's so\",\"b\":\"x\"}]");
    check("<|tool_call>", "<|tool_call>call:f{a:[\"x y\",'z',<|\"|>w<|\"|>],b:{\"k\":1}}<tool_call|>",
          "T[f{\"a\":[\"x y\",\"z\",\"w\"],\"b\":{\"k\":1}}]");
    check("<|channel|><|message|>",
          "<|channel|>commentary to=functions.f<|message|>{\"a\": \"<|call|> <|end|>\"}<|call|>",
          "T[f{\"a\":\"<|call|> <|end|>\"}]");
}

/// They are kept for people and for going on with the reply.
void TestReplyParser::callsThatAreCutOffAreNoContent() {
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    for (const std::string cut : {"<tool_call>", "<tool_call>\n{\"name\": \"f\", \"argu",
                                  "<tool_call>\n<function=f>\n<parameter=a>\nx", "<tool_ca",
                                  "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"x </tool_call> y",
                                  "<tool_call>\n<function=f>\n<parameter=a>\nx</tool_call>\ny"}) {
        ReplyParser parser(format, Json::parse("[{\"name\": \"f\"}]"));
        Segments segments = parser.feed("So.\n" + cut);
        for (ReplySegment& segment : parser.finish()) segments.push_back(std::move(segment));
        std::string content, kept;
        for (const ReplySegment& segment : segments) {
            QCOMPARE(segment.kind, SegmentKind::Content);
            (segment.isCut ? kept : content) += segment.text;
        }
        QCOMPARE(QString::fromStdString(content).trimmed(), QString("So."));
        QVERIFY2(kept.ends_with(cut), kept.c_str());
    }
}

/// For a cut at any position: nothing is lost, and no part of a call is shown.
void TestReplyParser::streamedCallsThatAreCutOff() {
    const std::string value =
        "{\"a\": \"x </tool_call> <｜tool▁calls▁end｜> <|tool_calls_section_end|> </function> "
        "y\", \"b\": [1]}";
    for (const auto& [source, text] :
         {std::pair<std::string, std::string>{
              qwenTemplate, "<tool_call>\n{\"name\": \"f\", \"arguments\": " + value + "}\n</tool_call>"},
          {"<｜tool▁calls▁begin｜>",
           "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n" + value +
               "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"},
          {"<|tool_calls_section_begin|>",
           "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>" +
               value + "<|tool_call_end|><|tool_calls_section_end|>"},
          {"<function=", "<function=f>" + value + "</function>"}}) {
        const ReplyFormat format = replyFormatOf(source, "");
        for (size_t size = 1; size <= text.size(); ++size)
            for (const size_t piece : {size, size_t{1}, size_t{5}}) {
                std::vector<std::string> pieces;
                for (size_t at = 0; at < size; at += piece)
                    pieces.push_back(text.substr(at, std::min(piece, size - at)));
                const Segments segments =
                    parsePieces(format, pieces, Json::parse("[{\"name\": \"f\"}]"), Calls::Streamed);
                QCOMPARE(textOf(segments), text.substr(0, size));
                for (const ReplySegment& segment : segments)
                    QVERIFY2(segment.kind == SegmentKind::ToolCall || segment.isCut || size < 6,
                             show(segments).c_str());
            }
    }
}

/// A limit may cut a mark off anywhere; a reply that the model ended has such a text.
void TestReplyParser::beginningsThatALimitCutsOff() {
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    const Json tools = Json::parse("[{\"name\": \"f\"}]");
    const auto content = [&](const std::string& text, ReplyEnd end, const Json& declared) {
        ReplyParser parser(format, declared);
        Segments segments = parser.feed(text);
        for (ReplySegment& segment : parser.finish(end)) segments.push_back(std::move(segment));
        std::string shown;
        for (const ReplySegment& segment : segments)
            if (segment.kind == SegmentKind::Content && !segment.isCut) shown += segment.text;
        return shown;
    };
    const std::string call = "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>";
    for (const std::string& before : {std::string(), call + "\n", call})
        for (size_t size = 1; size <= 11; ++size) {
            const std::string text = before + std::string("<tool_call>").substr(0, size);
            QCOMPARE(QString::fromStdString(content(text, ReplyEnd::Cut, tools)).trimmed(), QString());
        }
    QCOMPARE(content("So.\n<", ReplyEnd::Cut, tools), std::string("So.\n"));
    QCOMPARE(content("a <too", ReplyEnd::Cut, tools), std::string("a "));
    QCOMPARE(content("a <", ReplyEnd::Cut, tools), std::string("a <"));
    QCOMPARE(content("<", ReplyEnd::Complete, tools), std::string("<"));
    QCOMPARE(content("<", ReplyEnd::Cut, Json()), std::string("<"));
}

void TestReplyParser::textIsKeptWithoutMarks() {
    for (const char* source :
         {"", qwenTemplate, "<|channel|><|message|>", "[TOOL_CALLS]", "ipython \"parameters\""}) {
        const std::string text = "  Leading, <b>tags</b>, | bars |, 🙂 and\n\n  trailing  \n";
        QCOMPARE(show(parseWhole(replyFormatOf(source, ""), text)), "C[" + text + "]");
    }
}

void TestReplyParser::randomMarksNeverLoseText() {
    const std::vector<std::string> words = {"<think>",
                                            "</think>",
                                            "<tool_call>",
                                            "</tool_call>",
                                            "{\"name\": \"f\"}",
                                            " ",
                                            "\n",
                                            "word",
                                            "<",
                                            "</",
                                            "🙂",
                                            "{",
                                            "}"};
    std::mt19937 random(11);
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    for (int round = 0; round < 500; ++round) {
        std::string text;
        for (int i = 0; i < 12; ++i) text += words[random() % words.size()];
        const Segments segments = parseWhole(format, text);
        std::vector<std::string> bytes;
        for (const char c : text) bytes.emplace_back(1, c);
        QCOMPARE(show(parsePieces(format, bytes)), show(segments));
        std::string kept;
        for (const ReplySegment& segment : segments) kept += segment.text;
        QVERIFY2(std::count(kept.begin(), kept.end(), 'w') == std::count(text.begin(), text.end(), 'w'),
                 text.c_str());
    }
}

void TestReplyParser::randomStreamedCallsNeverLoseText() {
    const std::string words[] = {"<tool_call>",
                                 "</tool_call>",
                                 "{\"name\": \"f\", \"arguments\": {\"a\": \"",
                                 "\"}}",
                                 "word",
                                 "\n",
                                 "\"",
                                 "\\",
                                 "[",
                                 "}",
                                 "<function=f>",
                                 "<parameter=a>",
                                 "</parameter>",
                                 "</function>"};
    std::mt19937 random(12);
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (size_t i = random() % 14; i > 0; --i) text += words[random() % std::size(words)];
        std::vector<std::string> pieces;
        for (size_t at = 0, size = 0; at < text.size(); at += size) {
            size = 1 + random() % 12;
            pieces.push_back(text.substr(at, size));
        }
        const std::string kept =
            textOf(parsePieces(format, pieces, Json::parse("[{\"name\": \"f\"}]"), Calls::Streamed));
        QVERIFY2(std::count(kept.begin(), kept.end(), 'w') == std::count(text.begin(), text.end(), 'w'),
                 text.c_str());
    }
}

void TestReplyParser::longRepliesTakeLinearTime() {
    const ReplyFormat format = replyFormatOf(qwenTemplate, "");
    ReplyParser parser(format);
    QElapsedTimer timer;
    timer.start();
    parser.feed("<tool_call>");
    for (int i = 0; i < 1'000'000; ++i) parser.feed("<x ");
    QCOMPARE(parser.finish().front().text.size(), size_t{3'000'011});
    QVERIFY2(timer.elapsed() < 10'000, "three megabytes took too long");
}

void TestReplyParser::deepJsonIsNoCall() {
    const std::string deep(200'000, '[');
    const std::string text = "<tool_call>{\"name\": \"f\", \"arguments\": " + deep + "}</tool_call>";
    QCOMPARE(parseWhole(replyFormatOf(qwenTemplate, ""), text).front().kind, SegmentKind::Content);
    const std::string python = "<|tool_call_start|>[f(a=" + deep + ")]<|tool_call_end|>";
    QCOMPARE(parseWhole(replyFormatOf("<|tool_call_start|>", ""), python).front().kind, SegmentKind::Content);
    const std::string gemma = "<|tool_call>call:f{a:" + deep + "}<tool_call|>";
    QCOMPARE(parseWhole(replyFormatOf("<|tool_call>", ""), gemma).front().kind, SegmentKind::Content);
}

QTEST_GUILESS_MAIN(TestReplyParser)
#include "tst_reply_parser.moc"
