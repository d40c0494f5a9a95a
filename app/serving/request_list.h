#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <vector>

#include "hearth/request_record.h"

namespace hearth::app {

/// The last requests of other programs, the newest first: who asked for what, never the text. GUI thread.
class RequestList : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ProgramAccess")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    /// `title`: when and who; `figures`: what was asked, tokens and times, or what went wrong.
    enum Role { TitleRole = Qt::UserRole + 1, FiguresRole, FailedRole };
    static constexpr int mostRows = 20;

    using QAbstractListModel::QAbstractListModel;

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// The oldest first.
    void show(const std::vector<RequestRecord>& log);

signals:
    void countChanged();

private:
    std::vector<RequestRecord> m_rows;
};

}  // namespace hearth::app
