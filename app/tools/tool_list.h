#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>

#include "tools/tool_box.h"
#include "tools/tool_settings.h"

namespace hearth::app {

/// All tools for the settings: one row a tool, those that cannot be offered last. GUI thread.
class ToolList : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,  ///< ToolBox::Tool::key(); empty: it cannot be offered
        NameRole,
        AboutRole,  ///< its provider's description, or the reason why it cannot be offered
        SourceRole,
        OnRole,
        AllowedRole  ///< it runs without a question
    };

    ToolList(const ToolBox& box, ToolSettings& settings, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_box.tools().size() + m_box.leftOut().size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void countChanged();

private:
    void reset();

    const ToolBox& m_box;
    ToolSettings& m_settings;
    int m_rows = 0;
};

}  // namespace hearth::app
