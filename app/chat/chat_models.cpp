#include "chat/chat_models.h"

#include <algorithm>
#include <utility>

namespace hearth::app {

void ChatModels::set(std::vector<Choice> choices) {
    if (choices == m_choices) return;
    beginResetModel();
    m_choices = std::move(choices);
    endResetModel();
    emit changed();
}

int ChatModels::rowOf(const QString& path) const {
    const auto found = std::ranges::find(m_choices, path, &Choice::path);
    return found == m_choices.end() ? -1 : static_cast<int>(found - m_choices.begin());
}

int ChatModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ChatModels::roleNames() const {
    return {{PathRole, "path"}, {NameRole, "name"}};
}

QVariant ChatModels::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Choice& choice = at(index.row());
    if (role == PathRole) return choice.path;
    return role == NameRole ? choice.name : QVariant();
}

}  // namespace hearth::app

#include "moc_chat_models.cpp"
