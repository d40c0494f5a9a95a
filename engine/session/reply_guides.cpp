#include "session/reply_guides.h"

#include <nlohmann/json.hpp>
#include <span>

#include "chat/prompt_builder.h"
#include "grammar/grammar_errors.h"
#include "hearth/bounded_json.h"
#include "hearth/reply_parser.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

using grammar::FreeText;
using grammar::ReplyGuide;

/// True if a reply may have several calls.
bool isParallel(const ReplyGrammar& calls) {
    const auto source = parseOrderedJson(calls.source);
    return !source.is_object() || source.value("parallel", nlohmann::ordered_json(true)) == true;
}

/// Free text in which calls may come but need not.
FreeText untilCalls(const grammar::CallForm& form, const ReplyFormat& format) {
    FreeText free{.trigger = form.trigger, .begun = form.begun, .onlyAtStart = form.onlyAtStart};
    if (format.harmony) {
        // The text of messages, between their headers.
        free.skipOpen = "<|message|>", free.skipClose = "<|end|>";
        return free;
    }
    free.skipOpen = format.thinkOpen, free.skipClose = format.thinkClose;
    if (format.recipients) free.skipOpen = "to=self<|message|>", free.skipClose = "<|eom|>";
    if (format.startsThinking) free.behind = {format.thinkClose};
    return free;
}

}  // namespace

std::shared_ptr<const grammar::CallForm> ReplyGuides::callForm() {
    const std::optional<grammar::CallForm>& form = m_maker->callForm();
    return form ? std::shared_ptr<const grammar::CallForm>(m_maker, &*form) : nullptr;
}

std::optional<ReplyGuide> ReplyGuides::guideToCalls(const ReplyGrammar& calls, const ReplyFormat& format) {
    const std::shared_ptr<const grammar::CallForm> form = callForm();
    if (calls.kind == ReplyGrammar::Kind::ToolCalls) {
        if (!form) throw Error(errors::callsWithoutForm);
        FreeText free;
        // One call at least; further ones of forms that are read one by one are the model's to make.
        if (!form->several && form->resumes && isParallel(calls)) free = untilCalls(*form, format);
        free.resumes = !free.trigger.empty();
        free.atOnce = true;
        free.behind.clear();
        if (!format.harmony && !format.recipients) free.behind = marksBeforeAnswer(format);
        // Templates and models write a line end before calls, which headers of messages have no place for.
        const bool spaceFirst = !format.harmony && !format.recipients;
        auto rules = m_grammars.get(calls, spaceFirst, *form);
        return ReplyGuide(std::move(rules), m_tokenizer, std::move(free));
    }
    if (!form) return std::nullopt;
    try {
        FreeText free = untilCalls(*form, format);
        free.resumes = form->resumes && isParallel(calls);
        return ReplyGuide(m_grammars.get(calls, false, *form), m_tokenizer, std::move(free));
    } catch (const Error& error) {
        // Calls that cannot be held to anything are still the model's to make.
        if (error.is(errors::valueWithoutForm)) return std::nullopt;
        throw;
    }
}

std::optional<ReplyGuide> ReplyGuides::guide(const GenerationRequest& request, const PromptPieces& prompt) {
    using Kind = ReplyGrammar::Kind;
    const Kind kind = request.grammar.kind;
    if (kind == Kind::None) return std::nullopt;
    if (request.rawText || !request.rawTokens.empty()) {
        if (kind == Kind::MayCallTools) return std::nullopt;
        return ReplyGuide(m_grammars.get(request.grammar, false), m_tokenizer, {});
    }
    const PromptPiece* const started = startedReply(request, prompt);
    const ReplyFormat format = replyFormatBehind(
        m_template.source(), std::span(prompt).first(prompt.size() - (started != nullptr ? 1 : 0)));
    std::optional<ReplyGuide> guide;
    if (kind == Kind::ToolCalls || kind == Kind::MayCallTools) {
        guide = guideToCalls(request.grammar, format);
    } else {
        FreeText free{.behind = marksBeforeAnswer(format)};
        auto rules = m_grammars.get(request.grammar, !free.behind.empty());
        guide.emplace(std::move(rules), m_tokenizer, std::move(free));
    }
    if (guide && started != nullptr && !guide->goOnFrom(started->text)) throw Error(errors::replyDoesNotFit);
    return guide;
}

}  // namespace hearth
