#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth::text {

/// BPE by scores with byte fallback, done by the sentencepiece library (Kudo and Richardson 2018) on a model
/// that is put together from the metadata. Throws Error(BadFile) when the library refuses it.
std::unique_ptr<Tokenizer> makeSentencePieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
