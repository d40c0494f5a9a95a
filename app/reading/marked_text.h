#pragma once

#include <QString>
#include <QStringView>

namespace hearth::app {

/// Gathers the text of a document as TextForm::Marked: paragraphs parted by an empty line, headings with "#"
/// for each level, the rows of a table a line each with " | " between the cells. A table within a cell
/// becomes part of that cell.
class MarkedText {
public:
    void add(QStringView text) { m_paragraph += text; }
    /// `headingLevel` 1 to 6: it was a heading; others: it was none.
    void endParagraph(int headingLevel = 0);
    void beginTable();
    void endCell();
    void endRow();
    void endTable();
    /// The text collected so far.
    const QString& text() const { return m_text; }

private:
    QString m_text, m_paragraph, m_row;
    int m_tables = 0;  ///< around this place
};

}  // namespace hearth::app
