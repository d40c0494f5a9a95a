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

/// Identifies the contents of a whole block of keys and values, in every group of layers: the tokens of its
/// positions, all tokens before them, and the origin of the sequence. Equal keys of one model mean equal
/// contents.
using PrefixKey = ContentHash;

/// Origin of a sequence, used as the key before its first block. Zero: its tokens alone determine it. Other
/// origins are of sequences whose blocks depend on more than their tokens (on tokens that were dropped before
/// them). Such blocks are never used for the same tokens of another origin.
using SequenceOrigin = ContentHash;

/// The key of a block that follows one of key `parent`, or the first block of a sequence with that origin.
PrefixKey prefixKey(const PrefixKey& parent, const PromptView& blockTokens);

/// The keys of all whole blocks of a sequence, in order; shape (tokens.size() / blockPositions).
std::vector<PrefixKey> prefixKeys(const SequenceOrigin& origin, PromptView tokens, uint32_t blockPositions);

}  // namespace hearth
