#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractItemModel>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <algorithm>
#include <compare>

namespace hearth::app {

/// A selection of text across the rows of a list, each of which shows its text in an editor of its own: its
/// beginning (the anchor) and its end (the focus), either of which may come first. A selection is cleared
/// when a row that it covers is removed. GUI thread.
class RowSelection : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// A QAbstractItemModel, not owned; Qt 6.4's qmllint does not know that type.
    Q_PROPERTY(QObject* model READ model WRITE setModel NOTIFY modelChanged)
    Q_PROPERTY(bool empty READ empty NOTIFY changed)
    /// True if the selection covers more than one row.
    Q_PROPERTY(bool spans READ spans NOTIFY changed)
    Q_PROPERTY(int fromRow READ fromRow NOTIFY changed)
    Q_PROPERTY(int from READ from NOTIFY changed)
    Q_PROPERTY(int toRow READ toRow NOTIFY changed)
    /// Position after the selection in the last row.
    Q_PROPERTY(int to READ to NOTIFY changed)

public:
    using QObject::QObject;

    QObject* model() const { return m_model; }
    void setModel(QObject* model);
    bool empty() const { return m_anchor == m_focus; }
    bool spans() const { return m_anchor.row != m_focus.row; }
    int fromRow() const { return first().row; }
    int from() const { return first().position; }
    int toRow() const { return second().row; }
    int to() const { return second().position; }

    /// Puts both ends there: nothing is selected until extend().
    Q_INVOKABLE void begin(int row, int position);
    /// Moves the focus; without begin() nothing happens.
    Q_INVOKABLE void extend(int row, int position);
    Q_INVOKABLE void selectAll();
    Q_INVOKABLE void clear();
    /// The selected part of a row with `length` characters: x is the first one, y is after the last. x == y:
    /// nothing.
    Q_INVOKABLE QPoint range(int row, int length) const;
    /// True if the selection includes this row. For rows that are selected whole or not at all.
    Q_INVOKABLE bool touches(int row) const;

signals:
    void changed();
    void modelChanged();

private:
    struct Place {
        int row = -1;
        int position = 0;
        auto operator<=>(const Place&) const = default;
    };
    const Place& first() const { return std::min(m_anchor, m_focus); }
    const Place& second() const { return std::max(m_anchor, m_focus); }
    void set(Place anchor, Place focus);

    QPointer<QAbstractItemModel> m_model;
    Place m_anchor, m_focus;
};

}  // namespace hearth::app
