#include "cache/prefix_key.h"

namespace hearth {

PrefixKey prefixKey(const PrefixKey& parent, std::span<const TokenId> blockTokens) noexcept {
    return joined(parent, contentHash(std::as_bytes(blockTokens)));
}

std::vector<PrefixKey> prefixKeys(const SequenceOrigin& origin, std::span<const TokenId> tokens,
                                  uint32_t blockPositions) {
    std::vector<PrefixKey> keys;
    keys.reserve(tokens.size() / blockPositions);
    for (PrefixKey last = origin; tokens.size() >= blockPositions; tokens = tokens.subspan(blockPositions))
        keys.push_back(last = prefixKey(last, tokens.first(blockPositions)));
    return keys;
}

}  // namespace hearth
