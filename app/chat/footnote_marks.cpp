#include "chat/footnote_marks.h"

#include <algorithm>

namespace hearth::app {

namespace {

constexpr qsizetype longestLabel = 32;

bool isLabel(QChar c) {
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'.';
}

bool beginsLine(QStringView text, qsizetype at) {
    while (at > 0 && QStringView(u" >").contains(text[at - 1])) --at;
    return at == 0 || text[at - 1] == u'\n';
}

}  // namespace

FootnoteMark footnoteMarkAt(QStringView text, qsizetype at) {
    if (!text.mid(at).startsWith(u"[^") || (at > 0 && text[at - 1] == u'\\')) return {};
    const qsizetype start = at + 2;
    qsizetype end = start;
    while (end < text.size() && end - start <= longestLabel && isLabel(text[end])) ++end;
    const QStringView label = text.mid(start, end - start);
    if (label.isEmpty() || label.size() > longestLabel || end >= text.size() || text[end] != u']') return {};
    const QChar after = end + 1 < text.size() ? text[end + 1] : QChar();
    if (after == u':' && beginsLine(text, at)) return {end + 2 - at, label, true};
    const bool isNumber = std::ranges::all_of(label, [](QChar c) { return c.isDigit(); });
    const QChar before = at > 0 ? text[at - 1] : QChar(u' ');
    const bool isBehindWord = before.isLetterOrNumber() ||
                              QStringView(u".,;:!?)]}\"'*_”’»").contains(before) ||
                              before.unicode() >= 0x2e80;
    // A link of that name, and what an expression repeats.
    if (QStringView(u"([*+?{").contains(after) && !after.isNull() && after != u'[') return {};
    if (!isNumber && (!isBehindWord || label.size() < 2 || label.contains(u'-'))) return {};
    return {end + 1 - at, label, false};
}

}  // namespace hearth::app
