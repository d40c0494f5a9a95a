#include "rows_model.h"

QVariant RowsModel::data(const QModelIndex& index, int role) const {
    return at(index.row(), QString::fromUtf8(roleNames().value(role)));
}

QVariant RowsModel::at(int row, const QString& role) const {
    if (row < 0 || row >= count()) return {};
    return m_rows[row].toMap().value(role, m_defaults.value(role));
}

QHash<int, QByteArray> RowsModel::roleNames() const {
    QHash<int, QByteArray> names;
    int role = Qt::UserRole;
    for (auto it = m_defaults.begin(); it != m_defaults.end(); ++it) names.insert(++role, it.key().toUtf8());
    return names;
}

void RowsModel::setDefaults(const QVariantMap& defaults) {
    beginResetModel();
    m_defaults = defaults;
    endResetModel();
    emit reset();
}

void RowsModel::setRows(const QVariantList& rows) {
    beginResetModel();
    m_rows = rows;
    endResetModel();
    emit reset();
}

void RowsModel::append(const QVariantMap& row) {
    beginInsertRows({}, count(), count());
    m_rows.append(row);
    endInsertRows();
    emit reset();
}

void RowsModel::change(int row, const QString& role, const QVariant& value) {
    QVariantMap changed = m_rows[row].toMap();
    changed.insert(role, value);
    m_rows[row] = changed;
    emit dataChanged(index(row), index(row), {roleNames().key(role.toUtf8())});
}
