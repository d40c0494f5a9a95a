#include "cache/prefix_key.h"

namespace hearth {

ContentHash tokenHash(const PromptView& tokens, uint64_t seed) {
    if (!tokens.hasSpans()) return contentHash(std::as_bytes(tokens.ids()), seed);
    const std::vector<TokenId> numbers = identityNumbers(tokens);
    return contentHash(std::as_bytes(std::span(numbers)), seed);
}

PrefixKey prefixKey(const PrefixKey& parent, const PromptView& blockTokens) {
    return joined(parent, tokenHash(blockTokens));
}

std::vector<PrefixKey> prefixKeys(const SequenceOrigin& origin, PromptView tokens, uint32_t blockPositions) {
    std::vector<PrefixKey> keys;
    keys.reserve(tokens.size() / blockPositions);
    for (PrefixKey last = origin; tokens.size() >= blockPositions; tokens = tokens.subspan(blockPositions))
        keys.push_back(last = prefixKey(last, tokens.first(blockPositions)));
    return keys;
}

}  // namespace hearth
