#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// What a whole block of keys and values holds, in every group of layers: the tokens of its positions, all
/// that came before them, and where the sequence came from. Equal keys of one model are equal contents.
using PrefixKey = ContentHash;

/// Where a sequence came from, which is the key in front of its first block. Zero: from its tokens alone.
/// Other origins are those of sequences whose blocks remember more than their tokens say (tokens that were
/// dropped before them); such blocks never answer for the same tokens of another origin.
using SequenceOrigin = ContentHash;

/// The key of a block that follows one of key `parent`, or the first block of a sequence with that origin.
PrefixKey prefixKey(const PrefixKey& parent, std::span<const TokenId> blockTokens) noexcept;

/// The keys of all whole blocks of a sequence, in order; shape (tokens.size() / blockPositions).
std::vector<PrefixKey> prefixKeys(const SequenceOrigin& origin, std::span<const TokenId> tokens,
                                  uint32_t blockPositions);

}  // namespace hearth
