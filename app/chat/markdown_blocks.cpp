#include "chat/markdown_blocks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "chat/block_pieces.h"
#include "chat/markdown_parser.h"
#include "chat/math_text.h"
#include "chat/rich_text.h"
#include "structure/json_export.h"
#include "structure/json_outline.h"

namespace hearth::app {

namespace {

/// Segments up to this length are parsed again with every addition.
constexpr qsizetype shortSegment = 4096;
/// Longer ones when they grew by this part.
constexpr qsizetype growthShare = 64;
/// Longer ones are cut.
constexpr qsizetype longestSegment = 32768;

const QStringView reasoningStart = u"<think>";
const QStringView reasoningEnd = u"</think>";
/// Beginning that the rest of a long JSON text is parsed with.
const QString jsonHead = QStringLiteral("```json\n");

qsizetype runLength(QStringView line, QChar c) {
    qsizetype length = 0;
    while (length < line.size() && line[length] == c) ++length;
    return length;
}

/// The length of the fence that a line opens at its very start; 0 when it opens none.
qsizetype fenceLength(QStringView line) {
    if (line.isEmpty() || (line[0] != u'`' && line[0] != u'~')) return 0;
    const qsizetype length = runLength(line, line[0]);
    if (length < 3) return 0;
    // "``` a ```" is code inside a paragraph.
    return line[0] == u'`' && line.mid(length).contains(u'`') ? 0 : length;
}

bool closesFence(QStringView line, QChar fence, qsizetype length) {
    const QStringView trimmed = line.trimmed();
    const qsizetype indent = runLength(line, u' ');
    return indent < 4 && trimmed.size() >= length && runLength(trimmed, fence) == trimmed.size();
}

struct FormulaMarks {
    QStringView start, end;      ///< null: there is no formula
    bool isEnvironment = false;  ///< the marks are part of the formula
};

/// The marks of the formula that a line opens.
FormulaMarks formulaMarks(QStringView line) {
    if (line.startsWith(u"$$$")) return {};
    if (line.startsWith(u"$$")) return {u"$$", u"$$"};
    if (line.startsWith(u"\\[")) return {u"\\[", u"\\]"};
    static constexpr std::pair<const char16_t*, const char16_t*> environments[] = {
        {u"\\begin{equation}", u"\\end{equation}"}, {u"\\begin{equation*}", u"\\end{equation*}"},
        {u"\\begin{align}", u"\\end{align}"},       {u"\\begin{align*}", u"\\end{align*}"},
        {u"\\begin{aligned}", u"\\end{aligned}"},   {u"\\begin{gather}", u"\\end{gather}"},
        {u"\\begin{gather*}", u"\\end{gather*}"},   {u"\\begin{cases}", u"\\end{cases}"},
        {u"\\begin{pmatrix}", u"\\end{pmatrix}"},   {u"\\begin{bmatrix}", u"\\end{bmatrix}"}};
    for (const auto& [start, end] : environments)
        if (line.startsWith(QStringView(start))) return {start, end, true};
    return {};
}

/// True if a formula is followed by nothing but a punctuation mark.
bool formulaEndsLine(QStringView rest) {
    const QStringView trimmed = rest.trimmed();
    return trimmed.isEmpty() || (trimmed.size() == 1 && QStringView(u".,;:").contains(trimmed[0]));
}

/// True if a line begins a list item: a bullet, or a number with up to nine digits. Inside a paragraph only
/// the number 1 counts.
bool startsItem(QStringView line, bool insideParagraph) {
    qsizetype at = 0;
    if (!line.isEmpty() && (line[0] == u'-' || line[0] == u'*' || line[0] == u'+')) {
        at = 1;
    } else {
        while (at < line.size() && at < 9 && line[at] >= u'0' && line[at] <= u'9') ++at;
        if (at == 0 || at >= line.size() || (line[at] != u'.' && line[at] != u')')) return false;
        if (insideParagraph && line.left(at) != u"1") return false;
        ++at;
    }
    return at + 1 < line.size() && line[at] == u' ' && !line.mid(at).trimmed().isEmpty();
}

bool isHeading(QStringView line) {
    const qsizetype length = runLength(line, u'#');
    return length >= 1 && length <= 6 && (length == line.size() || line[length] == u' ');
}

std::pair<QStringView, QStringView> cutLine(QStringView text) {
    const qsizetype end = text.indexOf(u'\n');
    return end < 0 ? std::pair{text, QStringView()} : std::pair{text.left(end), text.mid(end + 1)};
}

MarkdownBlock fenceBlock(QStringView text, bool complete) {
    auto [head, body] = cutLine(text);
    const QChar fence = head[0];
    const qsizetype length = runLength(head, fence);
    MarkdownBlock block{.kind = MarkdownBlock::Kind::Code, .open = !complete};
    block.language = withVisibleControls(head.mid(length).trimmed().toString().section(u' ', 0, 0));
    for (qsizetype start = 0; start < body.size();) {
        qsizetype end = body.indexOf(u'\n', start);
        if (end < 0) end = body.size();
        const QStringView line = body.mid(start, end - start);
        const bool isLast = end == body.size();
        if (closesFence(line, fence, length)) {
            body = body.left(start);
            block.open = false;
            break;
        }
        if (isLast && block.open && !line.isEmpty() && runLength(line, fence) == line.size()) {
            body = body.left(start);  // the closing fence in the making
            break;
        }
        start = end + 1;
    }
    if (body.endsWith(u'\n')) body = body.chopped(1);
    block.text = withVisibleControls(body);
    return block;
}

/// The formula that a segment is: nothing when it is not closed and never will be, for then it is text.
std::optional<MarkdownBlock> formulaBlock(QStringView text, bool complete) {
    text = text.trimmed();
    const FormulaMarks marks = formulaMarks(text);
    if (marks.end.isNull()) return {};
    QStringView inside = text.mid(marks.start.size());
    const qsizetype close = inside.indexOf(marks.end);
    if (close >= 0 ? !formulaEndsLine(inside.mid(close + marks.end.size())) : complete) return {};
    const QStringView stop = close < 0 ? QStringView() : inside.mid(close + marks.end.size());
    if (marks.isEnvironment)
        inside = close < 0 ? text : text.first(marks.start.size() + close + marks.end.size());
    else if (close >= 0)
        inside = inside.first(close);
    MarkdownBlock block = mathBlock(inside);
    // Of one that is being written, the readable form does not come and go with each command.
    if (close < 0) block.text = withVisibleControls(mathText(inside));
    block.text += stop.trimmed();
    block.source += stop.trimmed();
    block.open = close < 0;
    return block;
}

/// A reply that is JSON: Markdown's marks in it mean nothing, and indented it can be read.
std::optional<MarkdownBlock> jsonBlock(QStringView text, bool complete) {
    text = text.trimmed();
    const QStringView inside = text.mid(1).trimmed();
    const bool object = text.startsWith(u'{') && (inside.startsWith(u'"') || inside.startsWith(u'}'));
    const bool list = text.startsWith(u'[') && !inside.isEmpty() && QStringView(u"{[\"").contains(inside[0]);
    if (!object && !list) return {};
    const JsonOutline outline = JsonOutline::of(text);
    if (!outline.isJson || outline.cut || (complete && !outline.whole && outline.nodes.size() < 2)) return {};
    return MarkdownBlock{.kind = MarkdownBlock::Kind::Code,
                         .text = withVisibleControls(indentedJson(text)),
                         .language = QStringLiteral("json"),
                         .open = !complete};
}

}  // namespace

bool MarkdownBlocks::Scanner::startsSegment(QStringView line, bool continues) {
    const bool isBlank = line.trimmed().isEmpty();
    switch (kind) {
        case Segment::Fence:
            if (closesFence(line, fence, fenceLength)) kind = Segment::None;
            return false;
        case Segment::Math:
            // TeX has no empty lines in a formula, so an unclosed formula was not one.
            if (isBlank) {
                kind = Segment::Text;
                afterBlank = true;
            } else if (const qsizetype close = line.indexOf(mathEnd); close >= 0) {
                kind = formulaEndsLine(line.mid(close + mathEnd.size())) ? Segment::None : Segment::Text;
            }
            return false;
        case Segment::Reasoning:
            if (line.contains(reasoningEnd)) kind = Segment::None;
            return false;
        default:
            break;
    }
    if (continues) return false;
    if (isBlank) {
        afterBlank = true;
        return false;
    }
    const bool wasAtStart = std::exchange(atStart, false);
    const bool wasAfterBlank = std::exchange(afterBlank, false);
    if (wasAtStart && line.trimmed().startsWith(reasoningStart)) {
        kind = line.contains(reasoningEnd) ? Segment::None : Segment::Reasoning;
        return true;
    }
    if (const qsizetype length = hearth::app::fenceLength(line); length > 0) {
        kind = Segment::Fence;
        fence = line[0];
        fenceLength = length;
        return true;
    }
    if (const FormulaMarks marks = formulaMarks(line); !marks.end.isNull()) {
        const QStringView rest = line.mid(marks.start.size());
        const qsizetype close = rest.indexOf(marks.end);
        if (close < 0 || formulaEndsLine(rest.mid(close + marks.end.size()))) {
            kind = close < 0 ? Segment::Math : Segment::None;
            mathEnd = marks.end;
            return true;
        }
    }
    if (isHeading(line)) {
        kind = Segment::None;
        return true;
    }
    const bool insideParagraph = kind == Segment::Text && !wasAfterBlank;
    if (startsItem(line, insideParagraph)) {
        kind = Segment::List;
        return true;
    }
    const bool isIndented = line[0].isSpace();
    if (kind == Segment::None || (wasAfterBlank && !isIndented)) {
        kind = Segment::Text;
        return true;
    }
    return false;
}

std::vector<MarkdownBlock> MarkdownBlocks::parse(QStringView text) {
    MarkdownBlocks blocks;
    blocks.m_text = text.toString();
    blocks.update(true);
    return std::move(blocks.m_blocks);
}

void MarkdownBlocks::clear() {
    *this = {};
}

int MarkdownBlocks::append(QStringView delta) {
    m_text += delta;
    return update(false);
}

int MarkdownBlocks::finish() {
    return update(true);
}

std::vector<MarkdownBlock> MarkdownBlocks::parseSegment(QStringView text, bool complete, bool first) const {
    while (!text.isEmpty() && (text[0] == u'\n' || text[0] == u'\r')) text = text.mid(1);
    const QStringView trimmed = text.trimmed();
    std::vector<MarkdownBlock> blocks;
    if (trimmed.isEmpty()) return blocks;
    if (first && trimmed.startsWith(reasoningStart)) {
        const qsizetype end = trimmed.indexOf(reasoningEnd);
        MarkdownBlock block{.kind = MarkdownBlock::Kind::Reasoning, .open = end < 0 && !complete};
        QStringView inside = trimmed.mid(reasoningStart.size());
        if (end >= 0) inside = inside.left(end - reasoningStart.size());
        block.text = withVisibleControls(inside.trimmed());
        // Models with thinking switched off write an empty pair.
        if (!block.text.isEmpty() || block.open) blocks.push_back(std::move(block));
        if (end >= 0) {
            const QStringView rest = trimmed.mid(end + reasoningEnd.size());
            for (MarkdownBlock& more : parseMarkdown(rest)) blocks.push_back(std::move(more));
        }
        return blocks;
    }
    // The start of a reply may be the start of "<think>".
    if (first && !complete && reasoningStart.startsWith(trimmed)) return blocks;
    const QStringView firstLine = cutLine(text).first;
    if (fenceLength(firstLine) > 0) return {fenceBlock(text, complete)};
    if (auto formula = formulaBlock(text, complete)) {
        blocks.push_back(std::move(*formula));
        return blocks;
    }
    return parseMarkdown(text);
}

void MarkdownBlocks::appendSegment(QStringView text, bool complete) {
    if (m_carried.joint != MarkdownBlock::Joint::None) {
        appendCarried(m_carried, text, complete);
        return;
    }
    const bool begins = std::ranges::all_of(
        m_blocks, [](const MarkdownBlock& block) { return block.kind == MarkdownBlock::Kind::Reasoning; });
    if (std::optional<MarkdownBlock> json = begins ? jsonBlock(text, complete) : std::nullopt) {
        appendInPieces(m_blocks, std::move(*json));
        return;
    }
    for (MarkdownBlock& block : parseSegment(text, complete, m_blocks.empty()))
        appendInPieces(m_blocks, std::move(block));
}

void MarkdownBlocks::appendCarried(const Carried& carried, QStringView text, bool complete) {
    if (text.isEmpty()) return;
    // Blanks at the start of a line would make it code.
    while (carried.head.isEmpty() && !text.isEmpty() && text[0].isSpace()) text = text.mid(1);
    const bool isReasoning = carried.kind == MarkdownBlock::Kind::Reasoning;
    std::vector<MarkdownBlock> parsed =
        parseSegment(QString(carried.head).append(text), complete, isReasoning);
    if (parsed.empty()) return;
    const bool continues = parsed[0].kind == carried.kind;
    if (continues && carried.kind == MarkdownBlock::Kind::Table && !carried.head.isEmpty())
        parsed[0].cells.removeFirst();
    const bool isEmpty =
        carried.kind == MarkdownBlock::Kind::Table ? parsed[0].cells.isEmpty() : parsed[0].text.isEmpty();
    if (continues && isEmpty) parsed.erase(parsed.begin());
    const size_t before = m_blocks.size();
    for (MarkdownBlock& block : parsed) appendInPieces(m_blocks, std::move(block));
    if (continues && !isEmpty) m_blocks[before].joint = carried.joint;
}

void MarkdownBlocks::cutSegment(qsizetype end) {
    QStringView segment = QStringView(m_text).mid(m_segmentStart, end - m_segmentStart);
    while (segment.startsWith(u'\n')) segment = segment.mid(1);
    Carried next{.head = m_carried.head,
                 .joint = segment.endsWith(u'\n') ? MarkdownBlock::Joint::Line : MarkdownBlock::Joint::Word};
    closeSegment(end);
    if (!m_blocks.empty()) next.kind = m_blocks.back().kind;
    const auto [firstLine, rest] = cutLine(segment);
    if (m_scanner.kind == Segment::Fence) {
        if (next.head.isEmpty()) next.head = firstLine.toString() + u'\n';
        next.kind = MarkdownBlock::Kind::Code;
    } else if (next.head == jsonHead ||
               (next.kind == MarkdownBlock::Kind::Code && m_blocks.back().language == u"json" &&
                (segment.startsWith(u'{') || segment.startsWith(u'[')))) {
        next.head = jsonHead;
        next.kind = MarkdownBlock::Kind::Code;
    } else if (next.kind == MarkdownBlock::Kind::Reasoning && !segment.contains(reasoningEnd)) {
        next.head = reasoningStart.toString();
    } else if (next.kind == MarkdownBlock::Kind::Table) {
        if (next.head.isEmpty())
            next.head = firstLine.toString() + u'\n' + cutLine(rest).first.toString() + u'\n';
    } else {
        next.head.clear();
        m_scanner.kind = Segment::Text;
    }
    m_carried = std::move(next);
}

bool MarkdownBlocks::takeLine() {
    const qsizetype lineEnd = m_text.indexOf(u'\n', m_scanned);
    qsizetype end = lineEnd < 0 ? m_text.size() : lineEnd;
    const bool isLong = end - m_scanned > longestSegment;
    if (isLong)
        end = m_scanned + cutPosition(QStringView(m_text).mid(m_scanned, end - m_scanned), longestSegment);
    const qsizetype next = isLong || lineEnd < 0 ? end : end + 1;
    if (next - m_segmentStart > longestSegment && m_scanned > m_segmentStart) cutSegment(m_scanned);
    if (lineEnd < 0 && !isLong) return false;
    QStringView line = QStringView(m_text).mid(m_scanned, end - m_scanned);
    if (line.endsWith(u'\r')) line = line.chopped(1);
    if (m_scanner.startsSegment(line, midLine())) closeSegment(m_scanned);
    m_scanned = next;
    return true;
}

void MarkdownBlocks::closeSegment(qsizetype end) {
    m_blocks.resize(m_stable);
    appendSegment(QStringView(m_text).mid(m_segmentStart, end - m_segmentStart), true);
    m_stable = m_blocks.size();
    m_segmentStart = end;
    m_carried = {};
}

int MarkdownBlocks::update(bool complete) {
    const size_t keptBefore = m_stable;
    std::vector<MarkdownBlock> old(
        std::make_move_iterator(m_blocks.begin() + static_cast<ptrdiff_t>(m_stable)),
        std::make_move_iterator(m_blocks.end()));
    m_blocks.resize(m_stable);

    const qsizetype segmentBefore = m_segmentStart;
    while (takeLine()) {
    }
    const bool sameSegment = segmentBefore == m_segmentStart;
    const qsizetype length = m_text.size() - m_segmentStart;
    const qsizetype unseen = m_text.size() - m_parsed;
    if (!complete && sameSegment && length > shortSegment && unseen < length / growthShare && !old.empty()) {
        m_blocks.insert(m_blocks.end(), std::make_move_iterator(old.begin()),
                        std::make_move_iterator(old.end()));
        return static_cast<int>(m_blocks.size());
    }
    // The unfinished line may start a segment of its own; the next text decides, so nothing of this is kept.
    Scanner ahead = m_scanner;
    const QStringView tail = QStringView(m_text).mid(m_segmentStart);
    const qsizetype lineStart = m_scanned - m_segmentStart;
    if (lineStart < tail.size() && ahead.startsSegment(tail.mid(lineStart), midLine()) && lineStart > 0) {
        appendSegment(tail.left(lineStart), true);
        const Carried carried = std::exchange(m_carried, {});
        appendSegment(tail.mid(lineStart), complete);
        m_carried = carried;
    } else {
        appendSegment(tail, complete);
    }
    m_parsed = m_text.size();

    size_t same = keptBefore;
    while (same < m_blocks.size() && same - keptBefore < old.size() &&
           m_blocks[same] == old[same - keptBefore])
        ++same;
    return static_cast<int>(same);
}

}  // namespace hearth::app
