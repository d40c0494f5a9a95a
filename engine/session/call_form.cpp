#include "session/call_form.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "chat/template_tools.h"
#include "grammar/token_texts.h"
#include "session/call_sample.h"

namespace hearth {

namespace {

using Json = nlohmann::ordered_json;

/// gpt-oss: the recipient stands in the header of a message, before its channel or behind it.
grammar::CallForm harmonyForm() {
    grammar::CallForm form;
    form.trigger = form.first = " to=functions.";
    form.middle = {"<|channel|>commentary json<|message|>",
                   "<|channel|>commentary <|constrain|>json<|message|>", " <|constrain|>json<|message|>"};
    form.several = false;
    form.freeOpen = "<|channel|>analysis<|message|>";
    form.freeClose = "<|end|><|start|>assistant";
    return form;
}

/// For templates that show no calls of earlier replies.
std::optional<grammar::CallForm> knownForm(const ReplyFormat& format, std::string_view source) {
    const auto has = [&](std::string_view text) { return source.find(text) != std::string_view::npos; };
    grammar::CallForm form;
    form.first = "{\"name\": \"";
    form.middle = {"\", \"parameters\": "};
    form.last = "}";
    form.several = false;
    form.onlyAtStart = true;
    form.trigger = form.first;
    if (format.bareJsonCalls) return form;
    if (format.calls.empty()) return std::nullopt;
    const CallSyntax& syntax = format.calls.front();
    form.onlyAtStart = false;
    form.several = true;
    form.resumes = !syntax.close.empty();
    form.trigger = syntax.open;
    form.middle = {"\", \"arguments\": "};
    if (syntax.body == CallBody::Tagged && syntax.open == "<tool_call>" && !has("<function=") &&
        !has("<arg_key>")) {
        form.first = syntax.open + "\n{\"name\": \"";
        form.last = "}\n" + syntax.close;
        form.between = form.last + "\n" + form.first;
        return form;
    }
    if (syntax.body == CallBody::Mistral && has("[ARGS]")) {
        form.between = form.first = syntax.open;
        form.middle = {"[ARGS]"};
        form.last.clear();
        return form;
    }
    // A list of JSON objects.
    if (syntax.body == CallBody::Mistral || syntax.open == "<|tool_call|>") {
        form.first = syntax.open + "[{\"name\": \"";
        form.between = "}, {\"name\": \"";
        form.last = "}]";
        return form;
    }
    return std::nullopt;
}

/// A form counts when what it makes is read as what was meant.
bool isProven(const grammar::CallForm& form, ReplyFormat format) {
    format.form = std::make_shared<const grammar::CallForm>(form);
    for (const bool withArguments : {true, false}) {
        const SpelledCall call = spellCall(form, withArguments);
        ReplyParser parser(format, Json::parse(call.tools));
        std::vector<ReplySegment> segments = parser.feed(call.text);
        std::ranges::move(parser.finish(), std::back_inserter(segments));
        size_t calls = 0;
        for (const ReplySegment& segment : segments) {
            if (segment.kind != SegmentKind::ToolCall &&
                segment.text.find_first_not_of(" \n") != std::string::npos)
                return false;
            if (segment.kind != SegmentKind::ToolCall) continue;
            if (segment.call.name != call.name ||
                Json::parse(segment.call.argumentsJson) != Json::parse(call.arguments))
                return false;
            ++calls;
        }
        if (calls != 1) return false;
    }
    return true;
}

void markAll(grammar::CallForm& form, const Tokenizer& tokenizer) {
    const auto mark = [&](std::string& piece) {
        piece = grammar::withMarkSigns(tokenizer, std::move(piece));
    };
    form.begun = form.outer + form.trigger;
    for (std::string* piece :
         {&form.begun, &form.outer, &form.first, &form.between, &form.last, &form.freeOpen, &form.freeClose})
        mark(*piece);
    for (std::string& middle : form.middle) mark(middle);
    if (!form.arguments) return;
    grammar::ArgumentForm& arguments = *form.arguments;
    for (std::string* piece : {&arguments.first, &arguments.between, &arguments.last, &arguments.none})
        mark(*piece);
    for (grammar::ArgumentForm::Value* kind : {&arguments.text, &arguments.number, &arguments.boolean,
                                               &arguments.object, &arguments.list, &arguments.null}) {
        mark(kind->before);
        mark(kind->behind);
    }
    mark(arguments.nested.sign);
}

}  // namespace

std::optional<grammar::CallForm> callFormOf(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate) {
    ReplyFormat format = replyFormatOf(chatTemplate.source(), {});
    const PromptBuilder prompts(tokenizer, chatTemplate);
    if (!hasCallSyntax(format)) {
        const TemplateTools& shown = prompts.templateTools();
        if (shown.lists || shown.calls) return std::nullopt;  // in a notation of its own
        format.calls.push_back(genericCallSyntax());
    }
    std::optional<grammar::CallForm> form;
    if (format.harmony)
        form = harmonyForm();
    else
        form = callFormOfTemplate(prompts, format);
    if (!form) form = knownForm(format, chatTemplate.source());
    // The header of a message to a tool.
    if (form && format.recipients) form->freeOpen = " to=", form->freeClose = "<|message|>";
    if (!form || !isProven(*form, format)) return std::nullopt;
    markAll(*form, tokenizer);
    return form;
}

}  // namespace hearth
