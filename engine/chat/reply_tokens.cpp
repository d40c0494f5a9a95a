#include "chat/reply_tokens.h"

#include <algorithm>

#include "hearth/reply_text.h"

namespace hearth {

namespace {

using Ids = std::span<const TokenId>;

/// Without the token that ended the reply, since the template writes its own; empty for unknown ids.
Ids withoutEndToken(const Tokenizer& tokenizer, Ids ids) {
    const bool known =
        std::ranges::all_of(ids, [&](TokenId id) { return id >= 0 && id < tokenizer.vocabSize(); });
    if (!known) return {};
    const bool ended = !ids.empty() && tokenizer.isEndOfGeneration(ids.back());
    return ended ? ids.first(ids.size() - 1) : ids;
}

bool holdsControl(const Tokenizer& tokenizer, Ids ids) {
    return std::ranges::any_of(ids, [&](TokenId id) { return tokenizer.kind(id) == TokenKind::Control; });
}

/// As a reply's text is made of its tokens.
std::string shownText(const Tokenizer& tokenizer, Ids ids) {
    StreamDecoder decoder(tokenizer, true);
    std::string text;
    for (const TokenId id : ids) text += decoder.push(id);
    return text + decoder.flush();
}

void skipBlanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// Takes `start` off the text; false when the text begins otherwise.
bool skip(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

struct Marks {
    std::string open, between;
};

Marks marksOf(const ReplyFormat& format) {
    if (format.harmony)
        return {"<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"};
    return {format.thinkOpen, format.thinkClose};
}

}  // namespace

Ids tokensThatSay(const Tokenizer& tokenizer, Ids ids, std::string_view text) {
    ids = withoutEndToken(tokenizer, ids);
    if (holdsControl(tokenizer, ids)) return {};
    return shownText(tokenizer, ids) == text ? ids : Ids();
}

Ids lastTokensThatSay(const Tokenizer& tokenizer, Ids ids, std::string_view text) {
    ids = withoutEndToken(tokenizer, ids);
    size_t first = ids.size(), bytes = 0;
    while (first > 0 && bytes < text.size()) bytes += tokenizer.pieceBytes(ids[--first]).size();
    return tokensThatSay(tokenizer, ids.subspan(first), text);
}

Ids tokensThatReason(const Tokenizer& tokenizer, Ids ids, std::string_view text, const ReplyFormat& format) {
    ids = withoutEndToken(tokenizer, ids);
    const auto parts = splitReplyText(text);
    const Marks marks = marksOf(format);
    if (!parts || marks.between.empty()) return {};
    for (const TokenId id : ids) {
        if (tokenizer.kind(id) != TokenKind::Control) continue;
        const std::string mark = tokenizer.pieceBytes(id, true);
        if (mark.empty() ||
            (marks.open.find(mark) == std::string::npos && marks.between.find(mark) == std::string::npos))
            return {};
    }
    const std::string whole = shownText(tokenizer, ids);
    std::string_view rest = whole;
    skipBlanks(rest);
    // Some templates have opened the reasoning already.
    skip(rest, marks.open);
    skipBlanks(rest);
    if (!skip(rest, parts->reasoning)) return {};
    skipBlanks(rest);
    if (parts->content.empty() && rest.empty()) return ids;
    if (!skip(rest, marks.between)) return {};
    skipBlanks(rest);
    return rest == parts->content ? ids : Ids();
}

}  // namespace hearth
