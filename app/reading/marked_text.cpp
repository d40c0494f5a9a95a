#include "reading/marked_text.h"

#include <algorithm>
#include <utility>

namespace hearth::app {

void MarkedText::endParagraph(int headingLevel) {
    if (m_tables > 0) {
        // Paragraphs of a cell stand in one line.
        m_paragraph += u' ';
        return;
    }
    const QString words = std::exchange(m_paragraph, {}).trimmed();
    if (words.isEmpty()) return;
    if (!m_text.isEmpty()) m_text += QLatin1String("\n\n");
    if (headingLevel >= 1 && headingLevel <= 6)
        m_text += QString(headingLevel, u'#') + u' ' + words.simplified();
    else
        m_text += words;
}

void MarkedText::beginTable() {
    if (m_tables == 0) {
        endParagraph();
        if (!m_text.isEmpty()) m_text += u'\n';
    }
    ++m_tables;
}

void MarkedText::endCell() {
    if (m_tables != 1) {
        m_paragraph += u' ';
        return;
    }
    if (!m_row.isEmpty()) m_row += QLatin1String(" | ");
    m_row += std::exchange(m_paragraph, {}).simplified();
}

void MarkedText::endRow() {
    if (m_tables != 1) return;
    const QString row = std::exchange(m_row, {}).trimmed();
    if (row.isEmpty()) return;
    if (!m_text.isEmpty()) m_text += u'\n';
    m_text += row;
}

void MarkedText::endTable() {
    if (m_tables == 1) endRow();
    m_tables = std::max(0, m_tables - 1);
}

}  // namespace hearth::app
