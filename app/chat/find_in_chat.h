#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QTimer>
#include <algorithm>
#include <compare>
#include <vector>

namespace hearth::app {

class MessageBlockModel;

/// Finds every place of a text in the open conversation without regard to case: Ctrl+F. Places do not
/// overlap; of very many only the first are counted. Follows the messages while they change. GUI thread.
class FindInChat : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY changed)
    /// Number of matches.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Number of the match that is shown, from 1; 0 while there is none.
    Q_PROPERTY(int current READ current NOTIFY changed)
    /// Row of the message list that contains it; -1 while there is none.
    Q_PROPERTY(int row READ row NOTIFY changed)
    /// Number of the match within that row, from 0.
    Q_PROPERTY(int occurrence READ occurrence NOTIFY changed)

public:
    explicit FindInChat(const MessageBlockModel& blocks, QObject* parent = nullptr);

    QString query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_places.size()); }
    int current() const { return m_current + 1; }
    int row() const { return place().row; }
    int occurrence() const { return std::max(0, place().occurrence); }

    /// To the next place (1) or the one before (-1), round the ends.
    Q_INVOKABLE void step(int delta);

signals:
    void changed();

private:
    struct Place {
        int row = -1, occurrence = -1;
        auto operator<=>(const Place&) const = default;
    };
    Place place() const { return m_current < 0 ? Place{} : m_places[static_cast<size_t>(m_current)]; }
    void search(Place near);

    const MessageBlockModel& m_blocks;
    QString m_query;
    std::vector<Place> m_places;
    int m_current = -1;
    QTimer m_later;
};

}  // namespace hearth::app
