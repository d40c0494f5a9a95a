#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth {
class GgufFile;
}

namespace hearth::text {

/// The most probable path through the entries (Kudo 2018), after the character map of the file.
/// Throws Error(BadFile) when that map is damaged.
std::unique_ptr<Tokenizer> makeUnigramTokenizer(const GgufFile& file,
                                                std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
