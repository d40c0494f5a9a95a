#include "speculation/draft_text.h"

#include <algorithm>

namespace hearth {

std::vector<TokenId> draftText(const PromptTokens& tokens) {
    std::vector<TokenId> text;
    text.reserve(tokens.size());
    const auto size = static_cast<int64_t>(tokens.size());
    int64_t from = 0;
    const auto addUpTo = [&](int64_t end) {
        if (end > from) text.insert(text.end(), tokens.ids.begin() + from, tokens.ids.begin() + end);
    };
    for (const TokenSpan& span : tokens.spans) {
        addUpTo(std::min(span.first, size));
        from = std::clamp(span.end(), from, size);
    }
    addUpTo(size);
    return text;
}

}  // namespace hearth
