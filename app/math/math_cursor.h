#pragma once

#include <QChar>
#include <QString>
#include <QStringView>

namespace hearth::app {

/// A place in a formula as it is written, and the words of LaTeX that begin there.
class MathCursor {
public:
    explicit MathCursor(QStringView text) : m_text(text) {}

    bool atEnd() const { return m_at >= m_text.size(); }
    QChar peek(qsizetype ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar();
    }
    void skip(qsizetype count = 1) { m_at += count; }
    void skipAll() { m_at = m_text.size(); }
    void restart() { m_at = 0; }
    void skipBlanks();
    /// The name of the command at the backslash here, which is passed; of one character when it is no letter.
    QString commandName();
    bool commandIsNext(QStringView name) const;
    /// Contents of braces, as written.
    QString rawArgument();
    QString optionalArgument();
    /// Passes the end of a row, with the room that is to follow it, if it is here.
    bool takeRowEnd();

private:
    QStringView m_text;
    qsizetype m_at = 0;
};

}  // namespace hearth::app
