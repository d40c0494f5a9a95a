#pragma once

#include <vector>

#include "hearth/prompt_tokens.h"

namespace hearth {

/// The text of a prompt without the tokens that hold the place of pictures, for draft models: none of them
/// sees, and hundreds of equal tokens would be all that it knows of the prompt.
std::vector<TokenId> draftText(const PromptTokens& tokens);

}  // namespace hearth
