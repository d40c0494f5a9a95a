#include "chat/block_pieces.h"

#include <algorithm>
#include <utility>

#include "chat/plain_text.h"

namespace hearth::app {

namespace {

using Joint = MarkdownBlock::Joint;

/// Marks that belong to the character before; looked back for no farther than this.
constexpr qsizetype longestCluster = 64;
/// Formulas stay whole.
const QLatin1String mathClose("</math>");
/// Layout cost of a change of style in a line, in characters.
constexpr qsizetype styleCost = 12;

/// Fonts hold emoji as compressed pictures, which Qt unpacks each time that it measures one.
constexpr qsizetype emojiCost = 32;
/// From here on a row is made when there is time for it: 32 emoji, or 64 changes of style with two tags each.
constexpr qsizetype slowCost = 1024, tagCost = 8;
/// A line of code so long is laid out as one, with all its colours.
constexpr qsizetype slowLine = 1024;
/// Of a table that is cut: its parts are smaller than the largest whole one, so that a screen has few cells
/// too many.
constexpr int cellsOfPart = 40;

/// Layout cost of a character, in characters; for an emoji, the cost of its first half or of the unit that
/// makes it one.
qsizetype costOf(QChar c) {
    const char16_t unit = c.unicode();
    const bool isEmoji = unit == 0x200d || unit == 0xfe0f || (unit >= 0xd83c && unit <= 0xd83e);
    return isEmoji ? emojiCost : 1;
}

/// Number of characters of a text that fit into the layout cost of one row.
qsizetype bearable(QStringView text) {
    qsizetype cost = 0, at = 0;
    while (at < text.size() && cost < mostPieceCharacters) cost += costOf(text[at++]);
    return at;
}

bool clings(QChar c) {
    return c.isLowSurrogate() || c.isMark() || c == QChar(0x200d) ||
           (c >= QChar(0xfe00) && c <= QChar(0xfe0f));
}

/// Cuts rich text (made by Hearth: see MarkdownBlock) after `most` visible characters.
class RichCutter {
public:
    explicit RichCutter(const QString& text) : m_text(text) {}

    std::vector<std::pair<QString, Joint>> cut(qsizetype most) {
        m_at = m_start = 0;
        while (m_at < m_text.size()) {
            if (m_seen >= most) closePiece(m_seen < 2 * m_breakSeen);
            step();
        }
        if (m_start < m_text.size()) m_pieces.emplace_back(m_prefix + m_text.mid(m_start), m_joint);
        return std::move(m_pieces);
    }

private:
    /// Moves m_at past the character, entity or tag there.
    void step() {
        const QChar c = m_text[m_at];
        if (c == u'<') {
            takeTag();
            return;
        }
        qsizetype next = m_at + 1;
        if (c == u'&') {
            const qsizetype end = m_text.indexOf(u';', m_at);
            if (end >= 0) next = end + 1;
        }
        while (next < m_text.size() && next - m_at < longestCluster && clings(m_text[next])) ++next;
        qsizetype cost = 0;
        for (qsizetype i = m_at; i < next && c != u'&'; ++i) cost += costOf(m_text[i]);
        m_seen += cost > 8 ? cost : 1;
        m_at = next;
        if (c == u' ') noteBreak(m_at, m_at, Joint::Word);
    }

    void takeTag() {
        qsizetype end = m_text.indexOf(u'>', m_at);
        if (end < 0) end = m_text.size() - 1;
        const QString tag = m_text.mid(m_at, end + 1 - m_at);
        if (tag.startsWith(QLatin1String("<math"))) {
            const qsizetype close = m_text.indexOf(mathClose, end);
            if (close >= 0) end = close + mathClose.size() - 1;
            m_seen += styleCost;
        } else if (tag.startsWith(QLatin1String("<br"))) {
            noteBreak(m_at, end + 1, Joint::Line);
            ++m_seen;
        } else if (tag.startsWith(QLatin1String("</"))) {
            if (!m_open.empty()) m_open.pop_back();
        } else if (!tag.endsWith(QLatin1String("/>"))) {
            m_open.push_back(tag);
            m_seen += styleCost;
        } else {
            ++m_seen;
        }
        m_at = end + 1;
    }

    void noteBreak(qsizetype end, qsizetype next, Joint joint) {
        m_breakEnd = end;
        m_breakNext = next;
        m_breakSeen = m_seen;
        m_breakJoint = joint;
        m_breakOpen = m_open;
    }

    void closePiece(bool atBreak) {
        if (!atBreak) noteBreak(m_at, m_at, Joint::Word);
        QString piece = m_prefix + m_text.mid(m_start, m_breakEnd - m_start);
        m_prefix.clear();
        for (auto tag = m_breakOpen.rbegin(); tag != m_breakOpen.rend(); ++tag) {
            const qsizetype blank = tag->indexOf(u' ');
            const qsizetype nameEnd = blank < 0 ? tag->size() - 1 : blank;
            piece += QLatin1String("</") + tag->mid(1, nameEnd - 1) + u'>';
        }
        for (const QString& tag : m_breakOpen) m_prefix += tag;
        m_pieces.emplace_back(std::move(piece), m_joint);
        m_joint = m_breakJoint;
        m_open = m_breakOpen;
        m_at = m_start = m_breakNext;
        m_seen = m_breakSeen = 0;
    }

    const QString& m_text;
    std::vector<std::pair<QString, Joint>> m_pieces;
    std::vector<QString> m_open, m_breakOpen;  ///< tags, the outermost first
    QString m_prefix;
    qsizetype m_at = 0, m_start = 0, m_seen = 0;
    qsizetype m_breakEnd = 0, m_breakNext = 0, m_breakSeen = 0;
    Joint m_joint = Joint::None, m_breakJoint = Joint::Word;
};

void appendTable(std::vector<MarkdownBlock>& blocks, MarkdownBlock table) {
    const qsizetype columns = std::max<qsizetype>(1, table.cells.isEmpty() ? 1 : table.cells[0].size());
    const qsizetype most = std::max<qsizetype>(1, mostPieceCells / columns);
    if (table.cells.size() <= most) {
        blocks.push_back(std::move(table));
        return;
    }
    const qsizetype rowsOfPart = std::max<qsizetype>(1, cellsOfPart / columns);
    // The parts have columns of the same widths.
    for (const QStringList& row : std::as_const(table.cells))
        for (qsizetype column = 0; column < row.size(); ++column) {
            if (column == table.widest.size()) table.widest.append(QString());
            const QString words = withoutTags(row[column].left(mostPieceCharacters));
            if (words.size() > table.widest[column].size()) table.widest[column] = words;
        }
    const QList<QStringList> rows = std::exchange(table.cells, {});
    for (qsizetype first = 0; first < rows.size(); first += rowsOfPart) {
        MarkdownBlock piece = table;
        piece.cells = rows.mid(first, rowsOfPart);
        if (first > 0) piece.joint = Joint::Line;
        blocks.push_back(std::move(piece));
    }
}

void appendPlain(std::vector<MarkdownBlock>& blocks, MarkdownBlock block) {
    const QString whole = std::exchange(block.text, {});
    const std::vector<TextPiece> pieces = textPieces(whole);
    for (size_t i = 0; i < pieces.size(); ++i) {
        MarkdownBlock piece = block;
        piece.text = pieces[i].text.toString();
        if (i > 0) piece.joint = pieces[i].joint;
        piece.open = block.open && i + 1 == pieces.size();
        blocks.push_back(std::move(piece));
    }
}

void appendRich(std::vector<MarkdownBlock>& blocks, MarkdownBlock block) {
    if (block.text.size() <= mostPieceCharacters && !isSlow(block)) {
        blocks.push_back(std::move(block));
        return;
    }
    const QString whole = std::exchange(block.text, {});
    bool first = true;
    for (auto& [text, joint] : RichCutter(whole).cut(mostPieceCharacters)) {
        MarkdownBlock piece = block;
        piece.text = std::move(text);
        if (!std::exchange(first, false)) {
            piece.joint = joint;
            piece.marker.clear();
            if (piece.kind == MarkdownBlock::Kind::TaskItem) piece.kind = MarkdownBlock::Kind::ListItem;
        }
        blocks.push_back(std::move(piece));
    }
}

}  // namespace

bool isSlow(const MarkdownBlock& block) {
    // In plain text it is a character as others are.
    const bool isCode = block.kind == MarkdownBlock::Kind::Code;
    const bool hasTags =
        !isCode && block.kind != MarkdownBlock::Kind::Math && block.kind != MarkdownBlock::Kind::Reasoning;
    qsizetype cost = 0, line = 0;
    for (const QChar c : block.text) {
        line = c == u'\n' ? 0 : line + 1;
        if (isCode && line >= slowLine) return true;
        const qsizetype of = hasTags && c == u'<' ? tagCost : costOf(c);
        if (of > 1 && (cost += of) >= slowCost) return true;
    }
    return false;
}

qsizetype cutPosition(QStringView text, qsizetype most) {
    if (text.size() <= most) return text.size();
    const qsizetype line = text.left(most).lastIndexOf(u'\n');
    if (line >= most / 2) return line + 1;
    qsizetype word = text.left(most).lastIndexOf(u' ') + 1;
    if (word >= most / 2) return word;
    for (qsizetype at = most; at > most - longestCluster && at > 0; --at)
        if (!clings(text[at])) return at;
    return text[most].isLowSurrogate() ? most - 1 : most;
}

std::vector<TextPiece> textPieces(QStringView text, int mostLines) {
    std::vector<TextPiece> pieces;
    Joint joint = Joint::None;
    do {
        const QStringView window = text.left(bearable(text));
        qsizetype end = cutPosition(text, window.size()), lineEnd = -1;
        for (int line = 0; line < mostLines; ++line) {
            lineEnd = window.indexOf(u'\n', lineEnd + 1);
            if (lineEnd < 0) break;
        }
        // A line break at the end of the text does not separate two parts.
        if (lineEnd >= 0 && lineEnd + 1 < text.size()) end = std::min(end, lineEnd + 1);
        const bool atLine = end < text.size() && end > 0 && text[end - 1] == u'\n';
        pieces.push_back({text.left(atLine ? end - 1 : end), joint});
        joint = atLine ? Joint::Line : Joint::Word;
        text = text.mid(end);
    } while (!text.isEmpty());
    return pieces;
}

QString richStart(const QString& richText, qsizetype most) {
    return RichCutter(richText).cut(most).front().first;
}

void appendInPieces(std::vector<MarkdownBlock>& blocks, MarkdownBlock block) {
    switch (block.kind) {
        case MarkdownBlock::Kind::Table:
            appendTable(blocks, std::move(block));
            break;
        case MarkdownBlock::Kind::Rule:
            blocks.push_back(std::move(block));
            break;
        case MarkdownBlock::Kind::Math:
            // Formulas of this length are not typeset; their source is readable.
            if (std::max(block.text.size(), block.source.size()) > mostPieceCharacters) {
                block.kind = MarkdownBlock::Kind::Code;
                if (!block.source.isEmpty()) block.text = std::exchange(block.source, {});
            }
            [[fallthrough]];
        case MarkdownBlock::Kind::Code:
        case MarkdownBlock::Kind::Reasoning:
            appendPlain(blocks, std::move(block));
            break;
        default:
            appendRich(blocks, std::move(block));
    }
}

}  // namespace hearth::app
