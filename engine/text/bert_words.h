#pragma once

#include <functional>
#include <string_view>

namespace hearth::text {

/// Changes to a text before it is split into words, as in BERT's tokeniser (Devlin et al. 2019), in this
/// order.
struct BertRules {
    bool cleans = true;         ///< control characters are removed; other white space becomes spaces
    bool spacesHan = true;      ///< ideographs are words of their own
    bool stripsAccents = true;  ///< the text is decomposed (NFD), and nonspacing marks are removed
    bool lowercases = true;
};

/// Calls `visit` for each word, which lives as long as the call: a run without white space, or one character
/// of punctuation. Bytes that are not UTF-8 count as U+FFFD. Time is near-linear in text.size(). The
/// characters' classes are those that the library tokenizers knows, Unicode 8.
void splitBertWords(std::string_view text, const BertRules& rules,
                    const std::function<void(std::string_view)>& visit);

}  // namespace hearth::text
