#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace hearth::app {

/// One block of a reply, shown as one row of the message list.
struct MarkdownBlock {
    enum class Kind { Paragraph, Heading, ListItem, TaskItem, Quote, Code, Table, Math, Reasoning, Rule };
    /// Position of a part of a block that is too long for one row: directly after the part before it, or on
    /// the next line. None: the block is not a later part of another one.
    enum class Joint { None, Word, Line };
    Kind kind = Kind::Paragraph;
    /// Rich text of our own making (b, i, s, code, a, br, sup, sub, and math with its source in tex) for
    /// Paragraph, Heading, ListItem, TaskItem and Quote; plain text for Code, Math and Reasoning; empty for
    /// Table and Rule.
    QString text = {};
    int level = 0;        ///< Heading: 1 to 6. ListItem, TaskItem and Quote: depth from 1. Math: of its list
    QString marker = {};  ///< ListItem: "1." or a bullet; empty for further paragraphs of an item
    QString source = {};  ///< Math: LaTeX without its marks; `text` is the readable form
    QString language = {};  ///< Code: the first word of the info string
    bool checked = false;
    bool open = false;              ///< Code, Math, Reasoning: the end has not come yet
    QList<QStringList> cells = {};  ///< Table: rows of rich text, the head first (not in a further part)
    QStringList widest = {};        ///< Table in parts: the longest words of each column, of all parts
    QList<int> alignments = {};     ///< Table: Qt::AlignLeft, AlignRight or AlignHCenter by column
    Joint joint = Joint::None;
    bool operator==(const MarkdownBlock&) const = default;
};

}  // namespace hearth::app
