#pragma once

#include <QString>
#include <QStringView>
#include <vector>

#include "chat/markdown_block.h"

namespace hearth::app {

/// Turns a growing Markdown text into blocks. The text is cut into segments (a paragraph, one top-level list
/// item, a table, a fence, a formula, the model's reasoning). Only the last one is parsed again when text is
/// added, and a long one only when it has grown by a part of its length. A segment that gets too long ends at
/// that point and continues as another one. So the time is linear for any text, and every addition is cheap.
/// Blocks are no longer than a row may be (block_pieces.h). Cutting the same text differently gives the same
/// blocks. Not thread-safe.
class MarkdownBlocks {
public:
    /// The blocks of a whole text.
    static std::vector<MarkdownBlock> parse(QStringView text);

    void clear();
    /// Adds text at the end. Returns the number of leading blocks that did not change.
    int append(QStringView delta);
    /// The text is complete: closes residual blocks. Returns as append().
    int finish();
    const std::vector<MarkdownBlock>& blocks() const { return m_blocks; }

private:
    enum class Segment { None, Text, List, Heading, Fence, Math, Reasoning };
    /// State of the segment that the scanner is in.
    struct Scanner {
        Segment kind = Segment::None;
        bool afterBlank = false;
        bool atStart = true;  ///< nothing but blank lines so far
        QChar fence;
        qsizetype fenceLength = 0;
        QStringView mathEnd;

        /// Takes the next line (without its end), or a further part of one. True when a new segment starts
        /// with it.
        bool startsSegment(QStringView line, bool continues);
    };

    /// Text that the rest of a cut segment needs before it so that it is parsed correctly.
    struct Carried {
        QString head;  ///< the fence, the table's head, the mark of reasoning
        MarkdownBlock::Joint joint = MarkdownBlock::Joint::None;
        MarkdownBlock::Kind kind = MarkdownBlock::Kind::Paragraph;  ///< of the block that continues
    };

    void closeSegment(qsizetype end);
    /// Ends the segment in its middle.
    void cutSegment(qsizetype end);
    /// Takes the next line, or the next part of one that is too long. False: it is not complete yet.
    bool takeLine();
    bool midLine() const { return m_scanned > 0 && m_text[m_scanned - 1] != u'\n'; }
    void appendSegment(QStringView text, bool complete);
    void appendCarried(const Carried& carried, QStringView text, bool complete);
    std::vector<MarkdownBlock> parseSegment(QStringView text, bool complete, bool first) const;
    int update(bool complete);

    QString m_text;
    Scanner m_scanner;
    Carried m_carried;
    qsizetype m_segmentStart = 0;  ///< everything before is parsed for good
    qsizetype m_scanned = 0;       ///< the start of the first line that the scanner has not seen
    qsizetype m_parsed = 0;        ///< number of characters of the text in m_blocks
    size_t m_stable = 0;           ///< blocks of the text before m_segmentStart
    std::vector<MarkdownBlock> m_blocks;
};

}  // namespace hearth::app
