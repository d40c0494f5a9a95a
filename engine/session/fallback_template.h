#pragma once

#include <string>
#include <string_view>

namespace hearth {

class Tokenizer;

/// A chat template for models that bring none that works, chosen by the control tokens of the vocabulary.
struct FallbackTemplate {
    std::string_view name;    ///< "ChatML"
    std::string_view source;  ///< Jinja
};

/// Never fails: without known control tokens it is plain text with "User:" and "Assistant:".
FallbackTemplate fallbackTemplate(const Tokenizer& tokenizer);

}  // namespace hearth
