#include <algorithm>
#include <array>

#include "hearth/reply_parser.h"
#include "unicode/utf8.h"

namespace hearth {
namespace {

struct ThinkMarks {
    std::string_view sign;  ///< in the template
    std::string_view open;
    std::string_view close;
};
// The first sign that a template holds decides.
constexpr ThinkMarks kThinkMarks[] = {
    {"<|START_THINKING|>", "<|START_THINKING|>", "<|END_THINKING|>"},
    {"<|channel>thought", "<|channel>thought\n", "<channel|>"},
    {"</mm:think>", "<mm:think>", "</mm:think>"},
    {"<seed:think>", "<seed:think>", "</seed:think>"},
    {"[THINK]", "[THINK]", "[/THINK]"},
    {"<|open|>", "<|open|>think<|sep|>", "<|close|>think<|sep|>"},
    {"</think>", "<think>", "</think>"},
    {"<think>", "<think>", "</think>"},
};

struct CallMarks {
    std::string_view sign;
    std::string_view open;
    std::string_view close;
    CallBody body;
};
constexpr CallMarks kCallMarks[] = {
    {"｜DSML｜", "<｜DSML｜function_calls>", "</｜DSML｜function_calls>", CallBody::Invoke},
    {"｜DSML｜", "<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>", CallBody::Invoke},
    {"<｜tool▁calls▁begin｜>", "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", CallBody::DeepSeek},
    {"<|tool_calls_section_begin|>", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>",
     CallBody::Kimi},
    {"<|open|>", "<|open|>call ", "<|close|>call<|sep|>", CallBody::KimiMarkup},
    {"<|tool_call_start|>", "<|tool_call_start|>", "<|tool_call_end|>", CallBody::Pythonic},
    {"<|tool_list_start|>", "<|tool_call_start|>", "<|tool_call_end|>", CallBody::Pythonic},
    {"[TOOL_CALLS]", "[TOOL_CALLS]", "", CallBody::Mistral},
    {"<|START_ACTION|>", "<|START_ACTION|>", "<|END_ACTION|>", CallBody::Tagged},
    {"<TOOLCALL>", "<TOOLCALL>", "</TOOLCALL>", CallBody::Tagged},
    {"<minimax:tool_call>", "<minimax:tool_call>", "</minimax:tool_call>", CallBody::Invoke},
    {"]<]minimax[>[", "]<]minimax[>[<tool_call>", "]<]minimax[>[</tool_call>", CallBody::Invoke},
    {"<seed:tool_call>", "<seed:tool_call>", "</seed:tool_call>", CallBody::Tagged},
    {"<atem:function_calls>", "<atem:function_calls>", "</atem:function_calls>", CallBody::Invoke},
    {"<|tool_call>", "<|tool_call>", "<tool_call|>", CallBody::Gemma},
    {"<|tool_call|>", "<|tool_call|>", "", CallBody::Tagged},
    {"<|function_call|>", "<|function_call|>", "", CallBody::Tagged},
    {"<tool_calls>", "<tool_calls>", "</tool_calls>", CallBody::Tagged},
    {"<tool_call>", "<tool_call>", "</tool_call>", CallBody::Tagged},
    {"<function=", "<function=", "</function>", CallBody::Named},
    {"<|python_tag|>", "<|python_tag|>", "", CallBody::Python},
};

constexpr std::string_view kDropped[] = {
    "<|START_TEXT|>",          "<|END_TEXT|>",
    "<|START_RESPONSE|>",      "<|END_RESPONSE|>",
    "<|open|>response<|sep|>", "<|close|>response<|sep|>",
    "<|open|>tools<|sep|>",    "<|close|>tools<|sep|>",
    "<|close|>message<|sep|>", "<|end_of_msg|>",
};

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// Some templates make their tags with .format(SUFFIX): "<think{}>".
std::string suffixOf(std::string_view source) {
    if (!contains(source, "<think{}>") && !contains(source, "<tool_calls{}>")) return {};
    const size_t call = source.find(".format(");
    const size_t nameAt = call + std::string_view(".format(").size();
    const std::string_view name = source.substr(nameAt, source.find(')', nameAt) - nameAt);
    const std::string assignment = "set " + std::string(name) + " = '";
    const size_t at = source.find(assignment);
    if (at == std::string_view::npos) return {};
    const size_t begin = at + assignment.size();
    return std::string(source.substr(begin, source.find('\'', begin) - begin));
}

bool endsOpen(std::string_view prompt, std::string_view open, std::string_view close) {
    prompt = prompt.substr(0, trimmedRange(prompt, false, true).second);
    open = open.substr(0, trimmedRange(open, false, true).second);
    if (open.empty() || !prompt.ends_with(open)) return false;
    return close.empty() || !prompt.ends_with(close);
}

}  // namespace

ReplyFormat replyFormatOf(std::string_view templateSource, std::string_view prompt) {
    ReplyFormat format;
    if (contains(templateSource, "<|channel|>") && contains(templateSource, "<|message|>")) {
        format.harmony = true;
        return format;
    }
    if (const std::string suffix = suffixOf(templateSource); !suffix.empty()) {
        format.thinkOpen = "<think" + suffix + ">";
        format.thinkClose = "</think" + suffix + ">";
        format.calls.push_back({"<tool_call" + suffix + ">", "</tool_call" + suffix + ">", CallBody::Tagged});
        format.dropped = {"<tool_calls" + suffix + ">", "</tool_calls" + suffix + ">"};
    } else {
        for (const ThinkMarks& marks : kThinkMarks) {
            if (!contains(templateSource, marks.sign)) continue;
            format.thinkOpen = marks.open;
            format.thinkClose = marks.close;
            break;
        }
        for (const CallMarks& marks : kCallMarks) {
            if (!contains(templateSource, marks.sign)) continue;
            // Other signs of the same family are no second syntax; only DSML has two spellings, and a python
            // tag stands beside functions.
            const bool another =
                !format.calls.empty() && marks.sign != "｜DSML｜" && marks.body != CallBody::Python;
            if (!another) {
                format.calls.push_back({std::string(marks.open), std::string(marks.close), marks.body});
            }
        }
        for (const std::string_view mark : kDropped) {
            if (contains(templateSource, mark.substr(0, mark.starts_with("<|open|>") ? 8 : mark.size())) ||
                (mark.starts_with("<|close|>") && contains(templateSource, "<|close|>"))) {
                format.dropped.emplace_back(mark);
            }
        }
    }
    format.recipients = contains(templateSource, "to=self") && contains(templateSource, "<|message|>");
    format.bareJsonCalls =
        contains(templateSource, "ipython") && contains(templateSource, "\"parameters\"") &&
        !contains(templateSource, "<tool_call>") && !contains(templateSource, "<function=");
    format.startsThinking = endsOpen(prompt, format.thinkOpen, format.thinkClose);
    return format;
}

ReplyFormat replyFormatBehind(std::string_view templateSource, std::span<const PromptPiece> prompt) {
    // More than any mark and the space behind it.
    constexpr size_t enough = 512;
    std::string end;
    for (auto piece = prompt.rbegin(); piece != prompt.rend() && end.size() < enough; ++piece)
        end.insert(0, piece->text.substr(piece->text.size() - std::min(piece->text.size(), enough)));
    return replyFormatOf(templateSource, end);
}

std::vector<std::string> marksBeforeAnswer(const ReplyFormat& format) {
    if (format.harmony) return {"<|channel|>final", "<|message|>"};
    if (format.recipients) return {"to=user", "<|message|>"};
    if (format.startsThinking) return {format.thinkClose};
    return {};
}

}  // namespace hearth
