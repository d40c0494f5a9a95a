#include "chat/markdown_parser.h"

#include <md4c.h>

#include <QByteArray>
#include <utility>

#include "chat/emphasis_marks.h"
#include "chat/footnote_marks.h"
#include "chat/math_spans.h"
#include "chat/math_text.h"
#include "chat/rich_text.h"

namespace hearth::app {

namespace {

/// More columns than anybody reads; md4c writes every cell of every row, so hostile heads would cost a
/// square.
constexpr qsizetype mostColumns = 64;
/// Depth from which lists and quotes are no longer distinguished.
constexpr int deepest = 12;
/// Maximum depth of nested styles; deeper text looks like the text around it.
constexpr int mostSpans = 16;

QString decodedEntity(QStringView entity) {
    if (entity.startsWith(u"&#")) {
        const bool isHex = entity.size() > 2 && (entity[2] == u'x' || entity[2] == u'X');
        const QStringView digits = entity.mid(isHex ? 3 : 2).chopped(1);
        bool isNumber = false;
        const uint code = digits.toUInt(&isNumber, isHex ? 16 : 10);
        const bool isScalar = isNumber && code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        const char32_t scalar = isScalar ? code : 0xfffd;
        return QString::fromUcs4(&scalar, 1);
    }
    static constexpr std::pair<const char16_t*, char16_t> names[] = {
        {u"&amp;", u'&'},    {u"&lt;", u'<'},      {u"&gt;", u'>'},       {u"&quot;", u'"'},
        {u"&apos;", u'\''},  {u"&nbsp;", 0x00a0},  {u"&ndash;", 0x2013},  {u"&mdash;", 0x2014},
        {u"&copy;", 0x00a9}, {u"&times;", 0x00d7}, {u"&hellip;", 0x2026}, {u"&rarr;", 0x2192}};
    for (const auto& [name, character] : names)
        if (entity == QStringView(name)) return QString(QChar(character));
    return entity.toString();
}

QString attributeText(const MD_ATTRIBUTE& attribute) {
    QString out;
    for (int i = 0; attribute.text != nullptr && attribute.substr_offsets[i] < attribute.size; ++i) {
        const MD_OFFSET start = attribute.substr_offsets[i];
        const QString part = QString::fromUtf8(
            attribute.text + start, static_cast<qsizetype>(attribute.substr_offsets[i + 1] - start));
        out += attribute.substr_types[i] == MD_TEXT_ENTITY ? decodedEntity(part) : part;
    }
    return out.remove(emphasisMark);
}

/// A part of the text that md4c does not see. It is replaced by hiddenStart, its number and hiddenEnd,
/// characters that no text contains.
struct Hidden {
    enum Kind { Formula, DisplayFormula, FootnoteReference, FootnoteDefinition, Address } kind = Formula;
    QString source;  ///< a formula without its marks, a footnote's label
    QString marked;  ///< as it was written
};

constexpr QChar hiddenStart(0xfdd0), hiddenEnd(0xfdd1);

/// Length of the address at the start of a text that is the target of a link: "](https://e.org)" from the "h"
/// on.
qsizetype linkedAddress(QStringView text) {
    if (!text.startsWith(u"https://") && !text.startsWith(u"http://")) return 0;
    int open = 0;
    qsizetype end = 0;
    for (; end < text.size() && !text[end].isSpace() && text[end] != u'<'; ++end) {
        open += text[end] == u'(' ? 1 : text[end] == u')' ? -1 : 0;
        if (open < 0) break;
    }
    return end;
}

/// Hides the formulas, the marks of footnotes and the addresses of links of a text. Addresses: md4c takes
/// marks that follow one at once for a part of it.
class Hiding {
public:
    explicit Hiding(std::vector<Hidden>& hidden) : m_hidden(hidden) {}

    QString of(QStringView text) {
        qsizetype at = 0;
        for (const MathSpan& span : mathSpans(text)) {
            addText(text.first(span.start), at);
            const QStringView marked = text.mid(span.start, span.length);
            const QStringView inside = marked.mid(span.markLength).chopped(span.markLength);
            hide({span.isDisplay ? Hidden::DisplayFormula : Hidden::Formula, inside.trimmed().toString(),
                  marked.toString()});
            at = span.start + span.length;
        }
        addText(text, at);
        return std::move(m_out);
    }

private:
    void hide(Hidden hidden) {
        m_out += hiddenStart + QString::number(m_hidden.size()) + hiddenEnd;
        m_hidden.push_back(std::move(hidden));
    }
    /// Adds the text from `at` to its end; the text before it may be inspected.
    void addText(QStringView text, qsizetype at) {
        while (at < text.size()) {
            const QChar c = text[at];
            const FootnoteMark mark = c == u'[' ? footnoteMarkAt(text, at) : FootnoteMark();
            if (mark.length > 0) {
                hide({mark.isDefinition ? Hidden::FootnoteDefinition : Hidden::FootnoteReference,
                      mark.label.toString(), text.mid(at, mark.length).toString()});
                at += mark.length;
                continue;
            }
            const bool isLink = c == u'(' && at > 0 && text[at - 1] == u']';
            if (const qsizetype length = isLink ? linkedAddress(text.mid(at + 1)) : 0; length > 0) {
                m_out += c;
                hide({Hidden::Address, {}, text.mid(at + 1, length).toString()});
                at += length + 1;
                continue;
            }
            m_out += c == hiddenStart || c == hiddenEnd || c == emphasisMark ? QChar(0xfffd) : c;
            ++at;
        }
    }

    std::vector<Hidden>& m_hidden;
    QString m_out;
};

class Builder {
public:
    explicit Builder(const std::vector<Hidden>& hidden) : m_hidden(hidden) {}

    std::vector<MarkdownBlock> take() {
        closeLeaf();
        return std::move(m_blocks);
    }

    void enterBlock(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_QUOTE:
                closeLeaf();
                ++m_quoteDepth;
                break;
            case MD_BLOCK_UL:
                closeLeaf();
                m_lists.push_back({false, 0, '.'});
                break;
            case MD_BLOCK_OL: {
                closeLeaf();
                const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
                m_lists.push_back({true, list->start, list->mark_delimiter});
                break;
            }
            case MD_BLOCK_LI:
                closeLeaf();
                enterItem(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
                break;
            case MD_BLOCK_HR:
                closeLeaf();
                m_blocks.push_back({.kind = MarkdownBlock::Kind::Rule});
                break;
            case MD_BLOCK_H:
                open(MarkdownBlock::Kind::Heading);
                m_blocks.back().level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                break;
            case MD_BLOCK_CODE:
                open(MarkdownBlock::Kind::Code);
                m_blocks.back().language =
                    withVisibleControls(attributeText(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang));
                break;
            case MD_BLOCK_TABLE:
                open(MarkdownBlock::Kind::Table);
                break;
            case MD_BLOCK_TR:
                m_blocks.back().cells.append(QStringList());
                break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD:
                enterCell(type, *static_cast<MD_BLOCK_TD_DETAIL*>(detail));
                break;
            case MD_BLOCK_P:
                openText();
                break;
            default:
                break;
        }
    }

    void leaveBlock(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_QUOTE:
                closeLeaf();
                --m_quoteDepth;
                break;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                closeLeaf();
                m_lists.pop_back();
                break;
            case MD_BLOCK_LI:
                // An item without text still has a marker to show.
                if (!m_marker.isEmpty() || m_isTask) openText();
                closeLeaf();
                break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD:
                m_blocks.back().cells.last().append(std::exchange(m_text, {}));
                break;
            case MD_BLOCK_P:
            case MD_BLOCK_H:
            case MD_BLOCK_CODE:
            case MD_BLOCK_TABLE:
                closeLeaf();
                break;
            default:
                break;
        }
    }

    void enterSpan(MD_SPANTYPE type, void* detail) {
        if (!m_isOpen) openText();
        if (m_spanDepth++ >= mostSpans) return;
        switch (type) {
            case MD_SPAN_EM:
                m_text += QLatin1String("<i>");
                break;
            case MD_SPAN_STRONG:
                m_text += QLatin1String("<b>");
                break;
            case MD_SPAN_DEL:
                m_text += QLatin1String("<s>");
                break;
            case MD_SPAN_CODE:
                m_inCode = true;
                m_text += QLatin1String("<code>");
                break;
            case MD_SPAN_A: {
                const QString address =
                    safeLinkAddress(withHidden(attributeText(static_cast<MD_SPAN_A_DETAIL*>(detail)->href)));
                m_linkOpen = !address.isEmpty();
                if (m_linkOpen)
                    m_text += QLatin1String("<a href=\"") + escapedRichText(address) + QLatin1String("\">");
                break;
            }
            default:
                break;
        }
    }

    void leaveSpan(MD_SPANTYPE type) {
        if (--m_spanDepth >= mostSpans) return;
        switch (type) {
            case MD_SPAN_EM:
                m_text += QLatin1String("</i>");
                break;
            case MD_SPAN_STRONG:
                m_text += QLatin1String("</b>");
                break;
            case MD_SPAN_DEL:
                m_text += QLatin1String("</s>");
                break;
            case MD_SPAN_CODE:
                m_inCode = false;
                m_text += QLatin1String("</code>");
                break;
            case MD_SPAN_A:
                if (std::exchange(m_linkOpen, false)) m_text += QLatin1String("</a>");
                break;
            default:
                break;
        }
    }

    void text(MD_TEXTTYPE type, const char* data, MD_SIZE size) {
        // Text after a formula on lines of its own begins a line anyway.
        const bool isBreak = type == MD_TEXT_BR || type == MD_TEXT_SOFTBR;
        if (isBreak && m_afterDisplay) return;
        const QString plain = QString::fromUtf8(data, static_cast<qsizetype>(size)).remove(emphasisMark);
        if (!m_isOpen && !m_afterDisplay) openText();
        switch (type) {
            case MD_TEXT_NULLCHAR:
                m_text += QChar(0xfffd);
                break;
            case MD_TEXT_BR:
            case MD_TEXT_SOFTBR:
                m_text += QLatin1String("<br/>");
                break;
            case MD_TEXT_ENTITY:
                if (!m_isOpen) openText();
                m_text += escapedRichText(decodedEntity(plain));
                break;
            default:
                addText(plain);
        }
    }

private:
    struct List {
        bool isOrdered;
        unsigned next;
        char delimiter;
    };

    /// A text with the hidden parts restored as they were written.
    QString withHidden(QString text) const {
        qsizetype start = 0;
        while ((start = text.indexOf(hiddenStart, start)) >= 0) {
            const qsizetype end = text.indexOf(hiddenEnd, start);
            if (end < 0) break;
            const QString& marked = m_hidden[text.mid(start + 1, end - start - 1).toUInt()].marked;
            text.replace(start, end - start + 1, marked);
            start += marked.size();
        }
        return text;
    }

    /// Running text, with formulas or without.
    void addText(const QString& plain) {
        if (m_isOpen && m_blocks.back().kind == MarkdownBlock::Kind::Code) {
            m_text += withVisibleControls(withHidden(plain));
            return;
        }
        if (m_inCode) {
            m_text += escapedRichText(withHidden(plain));
            return;
        }
        qsizetype at = 0;
        while (at < plain.size()) {
            qsizetype start = plain.indexOf(hiddenStart, at);
            if (start < 0) start = plain.size();
            addWords(QStringView(plain).mid(at, start - at));
            const qsizetype end = plain.indexOf(hiddenEnd, start);
            if (end < 0) break;
            addHidden(m_hidden[plain.mid(start + 1, end - start - 1).toUInt()]);
            at = end + 1;
        }
    }

    void addWords(QStringView words) {
        if (m_afterDisplay) {
            // A full stop after a formula is a part of it.
            while (!words.isEmpty() && QStringView(u".,;:").contains(words[0])) {
                m_blocks.back().text += words.front();
                m_blocks.back().source += words.front();
                words = words.mid(1);
            }
            while (!words.isEmpty() && words[0].isSpace()) words = words.mid(1);
            if (!words.isEmpty()) openText();
        }
        m_text += escapedRichText(words);
    }

    void addHidden(const Hidden& hidden) {
        if (hidden.kind == Hidden::Address) {
            m_text += escapedRichText(hidden.marked);
            return;
        }
        const bool isFootnote =
            hidden.kind == Hidden::FootnoteReference || hidden.kind == Hidden::FootnoteDefinition;
        if (!isFootnote) return addFormula(hidden);
        // Each note is a paragraph, even without a blank line between them.
        if (hidden.kind == Hidden::FootnoteDefinition && m_spanDepth == 0 && canSplit()) {
            while (m_text.endsWith(QLatin1String("<br/>"))) m_text.chop(5);
            if (!m_text.isEmpty() || m_afterDisplay) openText();
        }
        if (!m_isOpen) openText();
        m_text += QLatin1String("<sup>[") + escapedRichText(hidden.source) + QLatin1String("]</sup>");
    }

    void addFormula(const Hidden& formula) {
        if (formula.kind == Hidden::DisplayFormula && m_spanDepth == 0 && canSplit()) {
            while (m_text.endsWith(QLatin1String("<br/>"))) m_text.chop(5);
            const int depth = static_cast<int>(m_lists.size());
            const bool isEmpty = m_isOpen && m_text.trimmed().isEmpty() && m_blocks.back().marker.isEmpty() &&
                                 m_blocks.back().kind != MarkdownBlock::Kind::TaskItem;
            if (isEmpty) m_blocks.pop_back();
            if (isEmpty) m_isOpen = false;
            closeLeaf();
            m_blocks.push_back(mathBlock(formula.source));
            m_blocks.back().level = std::min(depth, deepest);
            m_afterDisplay = true;
            return;
        }
        if (!m_isOpen) openText();
        m_text += mathRichText(formula.source);
    }

    /// True if a formula on lines of its own may separate two parts of the text here.
    bool canSplit() const {
        if (m_afterDisplay) return true;
        const MarkdownBlock::Kind kind = m_blocks.back().kind;
        return m_isOpen && kind != MarkdownBlock::Kind::Heading && kind != MarkdownBlock::Kind::Table;
    }

    void open(MarkdownBlock::Kind kind) {
        closeLeaf();
        m_blocks.push_back({.kind = kind});
        m_isOpen = true;
    }

    /// Opens the block that running text belongs to here: in an item, in a quote or on its own.
    void openText() {
        closeLeaf();
        MarkdownBlock block;
        if (!m_lists.empty()) {
            block.kind = m_isTask ? MarkdownBlock::Kind::TaskItem : MarkdownBlock::Kind::ListItem;
            block.level = std::min(static_cast<int>(m_lists.size()), deepest);
            block.marker = std::exchange(m_marker, {});
            block.checked = m_isChecked;
            m_isTask = false;
        } else if (m_quoteDepth > 0) {
            block.kind = MarkdownBlock::Kind::Quote;
            block.level = std::min(m_quoteDepth, deepest);
        }
        m_blocks.push_back(std::move(block));
        m_isOpen = true;
    }

    void closeLeaf() {
        m_afterDisplay = false;
        if (!std::exchange(m_isOpen, false)) return;
        MarkdownBlock& block = m_blocks.back();
        if (block.kind != MarkdownBlock::Kind::Table) block.text = std::exchange(m_text, {});
        if (block.kind == MarkdownBlock::Kind::Code && block.text.endsWith(u'\n')) block.text.chop(1);
        m_text.clear();
    }

    void enterItem(const MD_BLOCK_LI_DETAIL& item) {
        List& list = m_lists.back();
        m_isTask = item.is_task != 0;
        m_isChecked = item.is_task != 0 && item.task_mark != ' ';
        if (list.isOrdered)
            m_marker = QString::number(list.next++) + QLatin1Char(list.delimiter);
        else
            m_marker = m_isTask ? QString() : QString(QChar(0x2022));
    }

    void enterCell(MD_BLOCKTYPE type, const MD_BLOCK_TD_DETAIL& cell) {
        m_text.clear();
        if (type != MD_BLOCK_TH) return;
        m_blocks.back().alignments.append(cell.align == MD_ALIGN_RIGHT    ? Qt::AlignRight
                                          : cell.align == MD_ALIGN_CENTER ? Qt::AlignHCenter
                                                                          : Qt::AlignLeft);
    }

    const std::vector<Hidden>& m_hidden;
    std::vector<MarkdownBlock> m_blocks;
    std::vector<List> m_lists;
    QString m_text, m_marker;
    int m_quoteDepth = 0, m_spanDepth = 0;
    bool m_isOpen = false, m_isTask = false, m_isChecked = false, m_linkOpen = false, m_inCode = false;
    bool m_afterDisplay = false;  ///< the last block is a formula from within running text
};

bool hasHugeRow(QStringView text) {
    qsizetype bars = 0;
    for (const QChar c : text) {
        if (c == u'|' && ++bars > mostColumns) return true;
        if (c == u'\n') bars = 0;
    }
    return false;
}

}  // namespace

MarkdownBlock mathBlock(QStringView latex) {
    return {.kind = MarkdownBlock::Kind::Math,
            .text = withVisibleControls(wholeMathText(latex).value_or(latex.trimmed().toString())),
            .source = withVisibleControls(latex.trimmed())};
}

std::vector<MarkdownBlock> parseMarkdown(QStringView text) {
    unsigned flags =
        MD_FLAG_NOHTML | MD_FLAG_TASKLISTS | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEURLAUTOLINKS;
    if (!hasHugeRow(text)) flags |= MD_FLAG_TABLES;
    std::vector<Hidden> hidden;
    const QByteArray utf8 = withEmphasisMarks(Hiding(hidden).of(text)).toUtf8();
    Builder builder(hidden);
    MD_PARSER parser{};
    parser.flags = flags;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
        static_cast<Builder*>(to)->enterBlock(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
        static_cast<Builder*>(to)->leaveBlock(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
        static_cast<Builder*>(to)->enterSpan(type, detail);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* to) {
        static_cast<Builder*>(to)->leaveSpan(type);
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* data, MD_SIZE size, void* to) {
        static_cast<Builder*>(to)->text(type, data, size);
        return 0;
    };
    if (md_parse(utf8.constData(), static_cast<MD_SIZE>(utf8.size()), &parser, &builder) != 0) {
        // Out of memory inside the parser: the text itself is still worth showing.
        return {MarkdownBlock{.text = escapedRichText(text)}};
    }
    return builder.take();
}

}  // namespace hearth::app
