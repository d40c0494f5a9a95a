#include "chat/markdown_parser.h"

#include <md4c.h>

#include <QByteArray>
#include <utility>

#include "chat/math_text.h"
#include "chat/rich_text.h"

namespace hearth::app {

namespace {

/// More columns than anybody reads; md4c writes every cell of every row, so hostile heads would cost a
/// square.
constexpr qsizetype mostColumns = 64;
/// Depth beyond which lists and quotes are not told apart any more.
constexpr int deepest = 12;

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
    return out;
}

class Builder {
public:
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
                m_text += QLatin1String("<code>");
                break;
            case MD_SPAN_A: {
                const QString address =
                    safeLinkAddress(attributeText(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
                m_linkOpen = !address.isEmpty();
                if (m_linkOpen)
                    m_text += QLatin1String("<a href=\"") + escapedRichText(address) + QLatin1String("\">");
                break;
            }
            case MD_SPAN_LATEXMATH:
                m_text += QLatin1String("<i>");
                break;
            case MD_SPAN_LATEXMATH_DISPLAY:
                m_text += QLatin1String("<br/><i>");
                break;
            default:
                break;
        }
    }

    void leaveSpan(MD_SPANTYPE type) {
        if (!m_formula.isEmpty())
            m_text += escapedRichText(mathText(std::exchange(m_formula, {})))
                          .replace(u'\n', QLatin1String("<br/>"));
        switch (type) {
            case MD_SPAN_EM:
            case MD_SPAN_LATEXMATH:
                m_text += QLatin1String("</i>");
                break;
            case MD_SPAN_LATEXMATH_DISPLAY:
                m_text += QLatin1String("</i><br/>");
                break;
            case MD_SPAN_STRONG:
                m_text += QLatin1String("</b>");
                break;
            case MD_SPAN_DEL:
                m_text += QLatin1String("</s>");
                break;
            case MD_SPAN_CODE:
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
        if (!m_isOpen) openText();
        const bool isCodeBlock = m_blocks.back().kind == MarkdownBlock::Kind::Code;
        switch (type) {
            case MD_TEXT_NULLCHAR:
                m_text += QChar(0xfffd);
                break;
            case MD_TEXT_BR:
            case MD_TEXT_SOFTBR:
                if (!m_formula.isEmpty()) {
                    m_formula += u' ';
                    break;
                }
                m_text += QLatin1String("<br/>");
                break;
            case MD_TEXT_ENTITY:
                m_text +=
                    escapedRichText(decodedEntity(QString::fromUtf8(data, static_cast<qsizetype>(size))));
                break;
            case MD_TEXT_LATEXMATH:
                // A formula comes in pieces and is read when its span ends.
                m_formula += QString::fromUtf8(data, static_cast<qsizetype>(size));
                break;
            default: {
                const QString plain = QString::fromUtf8(data, static_cast<qsizetype>(size));
                m_text += isCodeBlock ? withVisibleControls(plain) : escapedRichText(plain);
            }
        }
    }

private:
    struct List {
        bool isOrdered;
        unsigned next;
        char delimiter;
    };

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

    std::vector<MarkdownBlock> m_blocks;
    std::vector<List> m_lists;
    QString m_text, m_marker, m_formula;
    int m_quoteDepth = 0;
    bool m_isOpen = false, m_isTask = false, m_isChecked = false, m_linkOpen = false;
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

std::vector<MarkdownBlock> parseMarkdown(QStringView text) {
    unsigned flags = MD_FLAG_NOHTML | MD_FLAG_TASKLISTS | MD_FLAG_STRIKETHROUGH | MD_FLAG_LATEXMATHSPANS |
                     MD_FLAG_PERMISSIVEURLAUTOLINKS;
    if (!hasHugeRow(text)) flags |= MD_FLAG_TABLES;
    Builder builder;
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
    const QByteArray utf8 = text.toUtf8();
    if (md_parse(utf8.constData(), static_cast<MD_SIZE>(utf8.size()), &parser, &builder) != 0) {
        // Out of memory inside the parser: the text itself is still worth showing.
        return {MarkdownBlock{.text = escapedRichText(text)}};
    }
    return builder.take();
}

}  // namespace hearth::app
