#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth::text {

struct Vocabulary;

/// Vocabularies with DNA: what stands between <dna> and </dna> is cut into six-letter words, the last one
/// filled up with A; everything else goes to `plain`. Without such entries, all of it does.
void splitDnaWords(const Vocabulary& vocabulary, std::string_view run,
                   const std::function<void(std::string_view)>& plain, std::vector<TokenId>& out);

}  // namespace hearth::text
