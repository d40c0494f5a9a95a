#pragma once

#include <span>
#include <string_view>

#include "text/pre_tokenizer.h"

namespace hearth::text {

/// Finds a rule by name; nullptr when there is no such rule.
const PreTokenizer* findPreTokenizer(std::string_view name) noexcept;
/// Every rule there is.
std::span<const PreTokenizer> preTokenizers() noexcept;

}  // namespace hearth::text
