#pragma once

#include <string>

namespace hearth::text {

/// Removes spaces as the detokenisers of some vocabularies do: before ? ! . , around a lone apostrophe, and
/// before 's 'm 're 've.
std::string cleanSpaces(const std::string& input);

}  // namespace hearth::text
