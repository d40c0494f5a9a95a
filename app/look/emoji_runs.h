#pragma once

#include <QStringView>
#include <vector>

namespace hearth::app {

/// A part of a text, in UTF-16 units.
struct EmojiRun {
    qsizetype start = 0, length = 0;
    bool operator==(const EmojiRun&) const = default;
};

/// The emoji sequences of a text, in order, by the rules of Unicode's UTS #51: characters that are emoji by
/// default, those followed by variation selector 16 or by a skin tone, keycaps, pairs of regional indicators,
/// tag sequences, and all of these joined by zero width joiners. Characters that are text by default (digits,
/// (c), TM, a plain heart) are none unless a selector follows, and those with variation selector 15 are none.
/// A sequence of more than eight joiners is no picture of any font; it ends there, and the joiner that
/// follows belongs to none. Takes time in proportion to the text. Any thread.
std::vector<EmojiRun> emojiRuns(QStringView text);

/// The same with sequences that touch each other as one run, which is what a font is set for.
std::vector<EmojiRun> joinedEmojiRuns(QStringView text);

}  // namespace hearth::app
