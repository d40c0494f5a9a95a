#include "tools/tool_list.h"

namespace hearth::app {

ToolList::ToolList(const ToolBox& box, ToolSettings& settings, QObject* parent)
    : QAbstractListModel(parent), m_box(box), m_settings(settings), m_rows(count()) {
    connect(&m_box, &ToolBox::toolsChanged, this, &ToolList::reset);
    connect(&m_settings, &ToolSettings::changed, this, [this] {
        if (m_rows > 0) emit dataChanged(index(0), index(m_rows - 1), {OnRole, AllowedRole});
    });
}

void ToolList::reset() {
    beginResetModel();
    m_rows = count();
    endResetModel();
    emit countChanged();
}

int ToolList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

QHash<int, QByteArray> ToolList::roleNames() const {
    return {{KeyRole, "key"},       {NameRole, "name"}, {AboutRole, "about"},
            {SourceRole, "source"}, {OnRole, "on"},     {AllowedRole, "allowed"}};
}

QVariant ToolList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.row() >= count()) return {};
    const auto row = static_cast<size_t>(index.row());
    if (row >= m_box.tools().size()) {
        const ToolBox::LeftOut& left = m_box.leftOut()[row - m_box.tools().size()];
        return role == NameRole     ? left.name
               : role == AboutRole  ? left.reason
               : role == SourceRole ? left.source
               : role == KeyRole    ? QString()
                                    : QVariant(false);
    }
    const ToolBox::Tool& tool = m_box.tools()[row];
    switch (role) {
        case KeyRole:
            return tool.key();
        case NameRole:
            return tool.name;
        case AboutRole:
            return tool.description.description;
        case SourceRole:
            return tool.description.source;
        case OnRole:
            return m_settings.isOn(tool.key());
        case AllowedRole:
            return m_settings.isAllowed(tool.permission());
        default:
            return {};
    }
}

}  // namespace hearth::app

#include "moc_tool_list.cpp"
