#pragma once

#include <QString>
#include <QStringView>

namespace hearth::app {

/// Notices that a growing text ends in many copies of one piece, as those of small models do. Numbers in the
/// piece may count up. Code, tables, rulers and rows of figures repeat themselves by nature, so they have to
/// do so for much longer. Looks at the end of the text only, every few hundred characters; the time is linear
/// in the text.
class RepetitionWatch {
public:
    /// Appends text.
    void add(QStringView delta);
    /// True if the text that was added last repeats itself.
    bool isRepeating() const { return m_isRepeating; }
    /// Checks at once, for a text that is complete.
    bool isRepeatingNow();

private:
    void look();

    QString m_tail;
    qsizetype m_unseen = 0;
    bool m_inCode = false;
    QString m_lineStart;  ///< the first characters of the line that is being written
    bool m_isRepeating = false;
};

}  // namespace hearth::app
