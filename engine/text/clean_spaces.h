#pragma once

#include <string>

namespace hearth::text {

/// What the detokenisers of some vocabularies do to their text: takes the space away before ? ! . , around a
/// lone apostrophe, and before 's 'm 're 've.
std::string cleanSpaces(const std::string& input);

}  // namespace hearth::text
