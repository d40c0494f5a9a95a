#pragma once

#include <QString>

#include "chat/markdown_block.h"

namespace hearth::app {

/// A reply as it is read: without Markdown's marks and without the reasoning. Lists keep their markers,
/// tables become columns parted by tabs, formulas readable Unicode.
QString plainTextOf(const QString& markdown);

/// A block's rich text without its tags.
QString withoutTags(const QString& richText);

/// The words of a block without tags and markers.
QString wordsOf(const MarkdownBlock& block);

/// The same with formulas as their LaTeX, in dollars: what is copied can be pasted where formulas are read.
QString copiedWordsOf(const MarkdownBlock& block);

/// A block's rich text without its tags, with its formulas as their LaTeX in dollars.
QString withoutTagsButFormulas(const QString& richText);

/// Puts blocks together as they are read: items of a list close to each other, all else with a line between.
class PlainBlocks {
public:
    /// `words` are the block's own or a part of them; `marked`: with the marker of its list.
    void add(const MarkdownBlock& block, const QString& words, bool marked);
    const QString& text() const { return m_text; }

private:
    QString m_text;
    bool m_afterItem = false;
};

}  // namespace hearth::app
