#pragma once

#include <vector>

#include "store/records.h"

namespace hearth::app {

/// Tokens that shortenFiles() can save at most. Passages of documents are left as they are.
int shortenableTokens(const std::vector<store::Attachment>& files);
/// Gives files whose tokens were not counted their share of the tokens that all of these texts have together.
void shareTokens(std::vector<store::Attachment>& files, int together);
/// Cuts off the ends of files, of the longest ones first, until they have about this many tokens less. Where
/// a file ends early, a sentence in brackets says how much is missing. Tokens that were not counted are
/// estimated by the length of the text; those of shortened files are estimates.
void shortenFiles(std::vector<store::Attachment>& files, int tokens);

}  // namespace hearth::app
