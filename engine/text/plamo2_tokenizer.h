#pragma once

#include <memory>

#include "hearth/tokenizer.h"

namespace hearth::text {

/// The path of least cost through the entries, from the end of the text to its start, costs in steps of 1e-4;
/// characters without an entry become byte entries. Throws Error(BadFile) when a byte entry is missing.
std::unique_ptr<Tokenizer> makePlamo2Tokenizer(std::unique_ptr<const Vocabulary> vocabulary);

}  // namespace hearth::text
