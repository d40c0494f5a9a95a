#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <map>
#include <string>
#include <vector>

#include "hearth/request_record.h"

namespace hearth::app {

/// Programs that use the model, the one that asked last first. GUI thread.
class ProgramList : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ProgramAccess")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    /// `figures`: what it asked for and how much of that was cached, one line.
    enum Role { NameRole = Qt::UserRole + 1, FiguresRole };

    using QAbstractListModel::QAbstractListModel;

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void show(const std::map<std::string, ClientFigures>& clients);

signals:
    void countChanged();

private:
    struct Row {
        std::string name;
        ClientFigures figures;
    };
    std::vector<Row> m_rows;
};

}  // namespace hearth::app
