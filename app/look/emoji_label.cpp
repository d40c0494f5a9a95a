#include "look/emoji_label.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include "look/emoji_runs.h"
#include "look/emoji_style.h"
#include "look/fonts.h"

namespace hearth::app {

namespace {

/// More is not laid out: labels are short.
constexpr qsizetype mostLabelCharacters = 600;

/// In HTML a font cannot be kept from being helped out by others, which the selector would do. The font shows
/// the same without it.
QString withoutSelectors(QStringView text) {
    QString out;
    qsizetype at = 0;
    for (const EmojiRun& run : emojiRuns(text)) {
        out += text.mid(at, run.start - at);
        out += text.mid(run.start, run.length).toString().remove(QChar(0xfe0f));
        at = run.start + run.length;
    }
    out += text.mid(at);
    return out;
}

/// The emoji runs of a text after its selectors were removed: the same as before.
std::vector<EmojiRun> runsWithoutSelectors(QStringView text) {
    std::vector<EmojiRun> runs;
    qsizetype removed = 0;
    for (const EmojiRun& run : joinedEmojiRuns(text)) {
        const qsizetype selectors = text.mid(run.start, run.length).count(QChar(0xfe0f));
        runs.push_back({run.start - removed, run.length - selectors});
        removed += selectors;
    }
    return runs;
}

/// Position where a line must end so that it and an ellipsis fit.
qsizetype endWithin(const QString& text, const std::vector<EmojiRun>& runs, const QFont& font, double room) {
    QTextLayout layout(text, font);
    QList<QTextLayout::FormatRange> formats;
    for (const EmojiRun& run : runs)
        formats.append({static_cast<int>(run.start), static_cast<int>(run.length), emojiFormat()});
    layout.setFormats(formats);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(room);
    layout.endLayout();
    if (line.naturalTextWidth() <= room) return text.size();
    const double ellipsis = QFontMetricsF(font).horizontalAdvance(QChar(0x2026));
    return line.xToCursor(std::max(0.0, room - ellipsis), QTextLine::CursorOnCharacter);
}

}  // namespace

bool EmojiLabel::isRich() const {
    return !emojiFamily().isEmpty() && !emojiRuns(QStringView(m_text).left(mostLabelCharacters)).empty();
}

QString EmojiLabel::shown() const {
    if (!isRich()) return m_text;
    const QStringView start = QStringView(m_text).left(mostLabelCharacters);
    const QString text = withoutSelectors(start);
    const std::vector<EmojiRun> runs = runsWithoutSelectors(start);
    const qsizetype end = m_room > 0 ? endWithin(text, runs, m_font, m_room) : text.size();
    QString html;
    qsizetype at = 0;
    for (const EmojiRun& run : runs) {
        if (run.start >= end) break;
        html += text.mid(at, run.start - at).toHtmlEscaped();
        at = std::min(end, run.start + run.length);
        html += QStringLiteral("<span style=\"font-family:'%1'\">").arg(emojiFamily()) +
                text.mid(run.start, at - run.start) + QLatin1String("</span>");
    }
    html += text.mid(at, end - at).toHtmlEscaped();
    if (end < text.size() || start.size() < m_text.size()) html += QChar(0x2026);
    return QStringLiteral("<p style=\"margin:0;white-space:pre-wrap\">%1</p>").arg(html);
}

}  // namespace hearth::app

#include "moc_emoji_label.cpp"
