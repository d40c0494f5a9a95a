#pragma once

#include <string>

namespace hearth::text {

struct Vocabulary;

/// The serialised sentencepiece.ModelProto of a score-based BPE vocabulary: the same pieces under the same
/// ids, followed by one unknown piece if the vocabulary has none. No normalisation and no dummy prefix;
/// spaces are escaped. Control and user-defined entries are pieces that text never becomes, because they are
/// found beforehand.
std::string sentencePieceModel(const Vocabulary& vocabulary);

/// True if the library writes characters that have no piece as byte tokens. It does so only if the vocabulary
/// has each byte exactly once.
bool fallsBackToBytes(const Vocabulary& vocabulary);

}  // namespace hearth::text
