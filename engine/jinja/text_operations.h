#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// Python's str methods on texts with provenance. Positions are bytes unless a name says characters.
/// Every function charges the runtime for what it reads and makes.

using Texts = MeteredVector<Text>;

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

/// Characters first, first + step, ... before end (indices already clamped).
Text sliceText(Runtime& runtime, const Text& text, int64_t first, int64_t end, int64_t step);
/// strip / lstrip / rstrip; with `characters` those are removed instead of white space.
Text stripText(Runtime& runtime, const Text& text, const Text* characters, bool left, bool right);
/// str.replace, `limit` times at most (negative: all).
Text replaceText(Runtime& runtime, const Text& text, const Text& from, const Text& to, int64_t limit);
/// str.split(separator): Error(BadInput) for an empty one.
Texts splitText(Runtime& runtime, const Text& text, std::string_view separator, int64_t limit);
/// str.rsplit(separator).
Texts splitTextRight(Runtime& runtime, const Text& text, std::string_view separator, int64_t limit);
/// str.split() and str.rsplit() without a separator: runs of white space.
Texts splitSpace(Runtime& runtime, const Text& text, int64_t limit, bool fromRight);
Texts splitLines(Runtime& runtime, const Text& text, bool keepEnds);

enum class CaseChange { Upper, Lower, Capitalize, Title, Swap };
Text changeCase(Runtime& runtime, const Text& text, CaseChange change);

enum class Alignment { Left, Center, Right };
/// ljust, center, rjust: `width` in characters. str.center puts the odd space left or right as Python does.
Text padText(Runtime& runtime, const Text& text, int64_t width, const Text& fill, Alignment alignment);

/// & < > ' " as HTML entities (markupsafe's forms).
Text escapeHtml(Runtime& runtime, const Text& text);

}  // namespace hearth::jinja
