#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth::text {

/// BERT's normaliser and WordPiece (Devlin et al. 2019): the longest entry from the left, word by word.
std::unique_ptr<Tokenizer> makeWordPieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
