/// A list model for invented data: rows are JavaScript objects.
#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QVariantList>
#include <QVariantMap>

/// Roles are the keys of `defaults`; a row inherits the values that it does not set.
class RowsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QVariantMap defaults MEMBER m_defaults WRITE setDefaults NOTIFY reset)
    Q_PROPERTY(QVariantList rows MEMBER m_rows WRITE setRows NOTIFY reset)
    Q_PROPERTY(int count READ count NOTIFY reset)

public:
    using QAbstractListModel::QAbstractListModel;

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : count(); }
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setDefaults(const QVariantMap& defaults);
    void setRows(const QVariantList& rows);
    Q_INVOKABLE void append(const QVariantMap& row);
    Q_INVOKABLE void change(int row, const QString& role, const QVariant& value);
    Q_INVOKABLE QVariant at(int row, const QString& role) const;

signals:
    void reset();

private:
    QVariantMap m_defaults;
    QVariantList m_rows;
};
