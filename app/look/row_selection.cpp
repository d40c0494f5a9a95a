#include "look/row_selection.h"

#include <limits>

namespace hearth::app {

void RowSelection::setModel(QObject* object) {
    auto* const model = qobject_cast<QAbstractItemModel*>(object);
    if (model == m_model) return;
    if (m_model != nullptr) m_model->disconnect(this);
    m_model = model;
    clear();
    if (model != nullptr) {
        const auto touched = [this](int firstChanged) {
            if (firstChanged <= toRow()) clear();
        };
        connect(model, &QAbstractItemModel::modelReset, this, &RowSelection::clear);
        connect(model, &QAbstractItemModel::rowsRemoved, this,
                [touched](const QModelIndex&, int row) { touched(row); });
        connect(model, &QAbstractItemModel::rowsInserted, this,
                [touched](const QModelIndex&, int row) { touched(row); });
        connect(model, &QObject::destroyed, this, &RowSelection::clear);
    }
    emit modelChanged();
}

void RowSelection::set(Place anchor, Place focus) {
    if (anchor == m_anchor && focus == m_focus) return;
    m_anchor = anchor;
    m_focus = focus;
    emit changed();
}

void RowSelection::begin(int row, int position) {
    set({row, position}, {row, position});
}

void RowSelection::extend(int row, int position) {
    if (m_anchor.row >= 0) set(m_anchor, {row, position});
}

void RowSelection::selectAll() {
    const QAbstractItemModel* const model = m_model;
    const int rows = model != nullptr ? model->rowCount() : 0;
    if (rows > 0) set({0, 0}, {rows - 1, std::numeric_limits<int>::max()});
}

void RowSelection::clear() {
    set({}, {});
}

QPoint RowSelection::range(int row, int length) const {
    if (row < fromRow() || row > toRow()) return {0, 0};
    const int begin = row == fromRow() ? std::min(from(), length) : 0;
    const int end = row == toRow() ? std::min(to(), length) : length;
    return begin < end ? QPoint(begin, end) : QPoint(0, 0);
}

bool RowSelection::touches(int row) const {
    return spans() && row >= fromRow() && row <= toRow();
}

}  // namespace hearth::app

#include "moc_row_selection.cpp"
