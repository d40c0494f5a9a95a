#pragma once

namespace hearth {
class GgufFile;
}

namespace hearth::text {

struct Vocabulary;

/// Fills in `special`, `endOfGeneration` and the kinds of control tokens: from the ids in the metadata, and
/// from the well-known spellings where the metadata is silent.
void findSpecialTokens(const GgufFile& file, Vocabulary& vocabulary);

}  // namespace hearth::text
