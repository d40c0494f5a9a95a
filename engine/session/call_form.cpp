#include "session/call_form.h"

#include <string>

namespace hearth {

std::optional<grammar::CallForm> callFormOf(const ReplyFormat& format, std::string_view templateSource,
                                            const Tokenizer& tokenizer) {
    const auto has = [&](std::string_view text) {
        return templateSource.find(text) != std::string_view::npos;
    };
    const auto mark = [&](const std::string& text) {
        const std::vector<TokenId> tokens = tokenizer.encode(text, {.parseSpecial = true});
        const bool isToken = tokens.size() == 1 && tokenizer.kind(tokens.front()) != TokenKind::Normal;
        return isToken ? grammar::markSign + text : text;
    };
    if (format.bareJsonCalls)
        return grammar::CallForm{
            .open = "{\"name\": ", .middle = ", \"parameters\": ", .close = "}", .several = false};
    if (format.calls.empty()) return std::nullopt;
    const CallSyntax& syntax = format.calls.front();
    if (syntax.body == CallBody::Tagged && syntax.open == "<tool_call>" && !has("<function=") &&
        !has("<arg_key>"))
        return grammar::CallForm{.open = mark(syntax.open) + "\n{\"name\": ",
                                 .middle = ", \"arguments\": ",
                                 .close = "}\n" + mark(syntax.close),
                                 .between = "\n"};
    if (syntax.body == CallBody::Mistral && has("[ARGS]"))
        return grammar::CallForm{.open = mark(syntax.open), .quotesName = false, .middle = mark("[ARGS]")};
    if (syntax.body == CallBody::Mistral)
        return grammar::CallForm{.first = mark(syntax.open) + "[",
                                 .open = "{\"name\": ",
                                 .middle = ", \"arguments\": ",
                                 .close = "}",
                                 .between = ", ",
                                 .last = "]"};
    return std::nullopt;
}

}  // namespace hearth
