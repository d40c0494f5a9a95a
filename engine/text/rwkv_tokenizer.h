#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth::text {

/// The longest entry at each place, over bytes.
std::unique_ptr<Tokenizer> makeRwkvTokenizer(std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
