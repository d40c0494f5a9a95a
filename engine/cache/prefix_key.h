#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// The hash of some tokens and what their spans hold; without spans that of the ids alone, which names what
/// earlier versions kept on disk. One that begins otherwise (`seed`) differs.
ContentHash tokenHash(const PromptView& tokens, uint64_t seed = 0);

/// What a whole block of keys and values holds, in every group of layers: the tokens of its positions, all
/// that came before them, and where the sequence came from. Equal keys of one model are equal contents.
using PrefixKey = ContentHash;

/// Where a sequence came from, which is the key in front of its first block. Zero: from its tokens alone.
/// Other origins are those of sequences whose blocks remember more than their tokens say (tokens that were
/// dropped before them); such blocks never answer for the same tokens of another origin.
using SequenceOrigin = ContentHash;

/// The key of a block that follows one of key `parent`, or the first block of a sequence with that origin.
PrefixKey prefixKey(const PrefixKey& parent, const PromptView& blockTokens);

/// The keys of all whole blocks of a sequence, in order; shape (tokens.size() / blockPositions).
std::vector<PrefixKey> prefixKeys(const SequenceOrigin& origin, PromptView tokens, uint32_t blockPositions);

}  // namespace hearth
