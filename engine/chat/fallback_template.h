#pragma once

#include <functional>
#include <string_view>

namespace hearth {

/// A chat template for models that bring none that works, chosen by the control tokens of the vocabulary.
struct FallbackTemplate {
    std::string_view name;    ///< for people: "ChatML"
    std::string_view source;  ///< Jinja; needs messages, add_generation_prompt, bos_token, eos_token
};

/// `hasToken` says whether a text is one control token of the vocabulary. Never fails: without known control
/// tokens it is plain text with "User:" and "Assistant:".
FallbackTemplate fallbackTemplate(const std::function<bool(std::string_view)>& hasToken);

}  // namespace hearth
