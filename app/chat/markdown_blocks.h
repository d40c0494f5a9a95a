#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QStringView>
#include <vector>

namespace hearth::app {

/// One block of a reply: what one row of the message list shows.
struct MarkdownBlock {
    enum class Kind { Paragraph, Heading, ListItem, TaskItem, Quote, Code, Table, Math, Reasoning, Rule };
    Kind kind = Kind::Paragraph;
    /// Rich text of our own making (b, i, s, u, code, a, br) for Paragraph, Heading, ListItem, TaskItem and
    /// Quote; plain text for Code, Math and Reasoning; empty for Table and Rule.
    QString text;
    int level = 0;     ///< Heading: 1 to 6. ListItem, TaskItem: depth from 1. Quote: depth from 1
    QString marker;    ///< ListItem: "1." or a bullet; empty for further paragraphs of an item
    QString language;  ///< Code: the first word of the info string
    bool checked = false;
    bool open = false;         ///< Code, Math, Reasoning: the end has not come yet
    QList<QStringList> cells;  ///< Table: rows of rich text, the head first
    QList<int> alignments;     ///< Table: Qt::AlignLeft, AlignRight or AlignHCenter by column
    bool operator==(const MarkdownBlock&) const = default;
};

/// Turns a growing Markdown text into blocks; only the last segment (paragraph, item, table, fence) is parsed
/// again. Time is linear in the text for any text. Images are dropped, HTML is text, links keep only http,
/// https and mailto addresses, and bidirectional controls are made visible. Not thread-safe; holds no Qt
/// objects.
class MarkdownBlocks {
public:
    /// The blocks of a whole text.
    static std::vector<MarkdownBlock> parse(QStringView text);

    void clear();
    /// Adds text at the end. Returns the number of leading blocks that did not change.
    int append(QStringView delta);
    /// The text is complete: closes open blocks. Returns as append().
    int finish();
    const std::vector<MarkdownBlock>& blocks() const { return m_blocks; }

private:
    int reparseTail(bool final);

    QString m_text;
    qsizetype m_segmentStart = 0;  ///< everything before is parsed for good
    qsizetype m_scanned = 0;       ///< lines before this were looked at for segment ends
    int m_stableBlocks = 0;        ///< blocks of the text before m_segmentStart
    std::vector<MarkdownBlock> m_blocks;
};

}  // namespace hearth::app
