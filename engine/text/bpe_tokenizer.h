#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth {
class GgufFile;
}

namespace hearth::text {

/// Byte pair encoding with merges (Sennrich et al. 2016) after a pre-tokenizer, over bytes or over UTF-8.
/// Throws Error(BadFile) for merges that are not two entries.
std::unique_ptr<Tokenizer> makeBpeTokenizer(const GgufFile& file,
                                            std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
