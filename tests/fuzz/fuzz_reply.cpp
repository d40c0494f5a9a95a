// Replies of every format from any bytes, cut in the middle: nothing crashes, and the cut changes nothing.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "hearth/reply_parser.h"

namespace {

constexpr std::string_view kTemplates[] = {
    "",
    "<think></think><tool_call>",
    "<|channel|><|message|>",
    "[TOOL_CALLS][THINK]",
    "ipython \"parameters\" <|python_tag|>",
    "<｜tool▁calls▁begin｜>",
    "<|tool_call_start|>",
    "<|channel>thought<|tool_call>",
    "｜DSML｜",
    "<|open|><|close|><|end_of_msg|>",
};

std::string parsed(std::string_view source, std::string_view first, std::string_view second) {
    hearth::ReplyParser parser(hearth::replyFormatOf(source, ""));
    std::string out;
    auto kind = hearth::SegmentKind::ToolCall;
    const auto add = [&](const std::vector<hearth::ReplySegment>& segments) {
        for (const auto& segment : segments) {
            const bool call = segment.kind == hearth::SegmentKind::ToolCall;
            if (call || segment.kind != kind)
                out += call                                           ? "\x01T"
                       : segment.kind == hearth::SegmentKind::Content ? "\x01"
                                                                        "C"
                                                                      : "\x01R";
            kind = segment.kind;
            out += call ? segment.call.name + segment.call.argumentsJson : segment.text;
        }
    };
    add(parser.feed(first));
    add(parser.feed(second));
    add(parser.finish());
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const std::string_view source = kTemplates[data[0] % std::size(kTemplates)];
    const std::string_view reply(reinterpret_cast<const char*>(data) + 2, size - 2);
    const size_t cut = reply.empty() ? 0 : data[1] % reply.size();
    if (parsed(source, reply, "") != parsed(source, reply.substr(0, cut), reply.substr(cut))) std::abort();
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view replies[] = {
        "\1\7<think>\nhm\n</think>\n\nText <tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": [1, "
        "\"x\"]}}\n</tool_call>",
        "\1\11<tool_call><function=f><parameter=a>\n1\n</parameter></function></tool_call> x",
        "\1\5<tool_call>f\n<arg_key>a</arg_key><arg_value>b</arg_value></tool_call>",
        "\2\21<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary "
        "to=functions.f<|message|>{}<|call|>",
        "\3\4[THINK]a[/THINK][TOOL_CALLS]f[CALL_ID]c[ARGS]{\"a\": 1}[TOOL_CALLS][{\"name\": \"f\"}]",
        "\4\3{\"name\": \"f\", \"parameters\": {}}; <|python_tag|>f.call(a=\"b\")",
        "\5\6<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{}\n```<"
        "｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "\6\5<|tool_call_start|>[f(a='x', b=[1, True]), g()]<|tool_call_end|>",
        "\7\5<|channel>thought\nx<channel|><|tool_call>call:f{a:<|\"|>b<|\"|>,c:{d:[1]}}<tool_call|>",
        "\10\5<｜DSML｜function_calls><｜DSML｜invoke name=\"f\"><｜DSML｜parameter name=\"a\" "
        "string=\"true\">b"
        "</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>",
        "\11\5<|open|>think<|sep|>x<|close|>think<|sep|><|open|>call tool=\"f\" "
        "index=\"1\"<|sep|><|open|>argument "
        "key=\"a\" type=\"string\"<|sep|>b<|close|>argument<|sep|><|close|>call<|sep|>",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto reply : replies) seeds.emplace_back(reply.begin(), reply.end());
    return seeds;
}
