#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QTimer>
#include <vector>

namespace hearth::app {

class MessageBlockModel;

/// Finds a text in the open conversation, block by block, without regard to case: Ctrl+F. Follows the
/// messages while they change. GUI thread.
class FindInChat : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY changed)
    /// How many blocks contain it.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Which of them is shown, from 1; 0 while there is none.
    Q_PROPERTY(int current READ current NOTIFY changed)
    /// The row of the message list that it stands in; -1 while there is none.
    Q_PROPERTY(int row READ row NOTIFY changed)

public:
    explicit FindInChat(const MessageBlockModel& blocks, QObject* parent = nullptr);

    QString query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_rows.size()); }
    int current() const { return m_current + 1; }
    int row() const { return m_current < 0 ? -1 : m_rows[static_cast<size_t>(m_current)]; }

    /// To the next block (1) or the one before (-1), round the ends.
    Q_INVOKABLE void step(int delta);

signals:
    void changed();

private:
    void search(int nearRow);

    const MessageBlockModel& m_blocks;
    QString m_query;
    std::vector<int> m_rows;
    int m_current = -1;
    QTimer m_later;
};

}  // namespace hearth::app
