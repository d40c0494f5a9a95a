#pragma once

#include <QString>
#include <QStringView>
#include <vector>

#include "chat/markdown_block.h"

namespace hearth::app {

/// Turns a growing Markdown text into blocks. The text is cut into segments (a paragraph, one top-level list
/// item, a table, a fence, a formula, the model's reasoning); only the last one is parsed again when text is
/// added, and a long one only when it has grown by a part of its length, so the time is linear in the text
/// for any text. Cutting the same text differently gives the same blocks. Not thread-safe.
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
    enum class Segment { None, Text, List, Heading, Fence, Math, Reasoning };
    /// What is known of the segment that the scanner stands in.
    struct Scanner {
        Segment kind = Segment::None;
        bool afterBlank = false;
        bool atStart = true;  ///< nothing but blank lines so far
        QChar fence;
        qsizetype fenceLength = 0;
        QStringView mathEnd;

        /// Takes the next line (without its end). True when a new segment starts with it.
        bool startsSegment(QStringView line);
    };

    void closeSegment(qsizetype end);
    void appendSegment(QStringView text, bool complete);
    int update(bool complete);

    QString m_text;
    Scanner m_scanner;
    qsizetype m_segmentStart = 0;  ///< everything before is parsed for good
    qsizetype m_scanned = 0;       ///< the start of the first line that the scanner has not seen
    qsizetype m_parsed = 0;        ///< how much of the text m_blocks show
    size_t m_stable = 0;           ///< blocks of the text before m_segmentStart
    std::vector<MarkdownBlock> m_blocks;
};

}  // namespace hearth::app
