#pragma once

#include <optional>

#include "grammar/pattern.h"
#include "grammar/text_set.h"

namespace hearth::grammar {

/// The lengths of the texts that a node fits, at least and at most.
Lengths lengthsOf(const Pattern& pattern, uint32_t node);

/// About how many places an expression has when its counts are written out.
size_t writtenOut(const Pattern& pattern);

/// Says that the expression fits whole texts alone.
bool isAnchored(const Pattern& pattern);

/// Drops counts that `most`, the length of the whole text, allows to be exceeded by no text anyway, and upper
/// ones at ends where anything may follow.
void dropIdleCounts(Pattern& pattern, TextSet::Fit fit, const std::optional<size_t>& most);

/// Characters, any number of which between the two lengths are all that the expression fits.
struct CountedCharacters {
    CodePoints characters;
    Lengths lengths;
};
/// nullopt: the expression is not of this form.
std::optional<CountedCharacters> countedCharacters(const Pattern& pattern, TextSet::Fit fit);

/// Says whether spellCounted() can and should be used: there are large counts, and no text is read with many
/// different ones at once.
bool canBeCounted(const Pattern& pattern, TextSet::Fit fit);
/// The expression of a grammar that fits what the pattern fits, with its counts as they are.
Rules::Id spellCounted(Rules& rules, const Pattern& pattern, TextSet::Fit fit,
                       const TextSet::Spelling& spelling);

}  // namespace hearth::grammar
