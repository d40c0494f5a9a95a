#include "settings/prompt_list_model.h"

#include <algorithm>

namespace hearth::app {

namespace {
constexpr int maxNameLength = 60;
}

PromptListModel::PromptListModel(store::Store& store, QObject* parent)
    : QAbstractListModel(parent), m_store(store) {
    reload();
}

int PromptListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> PromptListModel::roleNames() const {
    return {{NameRole, "name"}, {TextRole, "text"}};
}

QVariant PromptListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const store::Prompt& prompt = m_prompts[static_cast<size_t>(index.row())];
    if (role == Qt::DisplayRole || role == NameRole) return prompt.name;
    return role == TextRole ? QVariant(prompt.text) : QVariant();
}

bool PromptListModel::save(const QString& name, const QString& text) {
    const QString trimmed = name.simplified().left(maxNameLength);
    if (trimmed.isEmpty() || text.trimmed().isEmpty()) return false;
    try {
        m_store.prompts().put({trimmed, text});
    } catch (const store::StoreError& error) {
        emit failed(tr("The system prompt was not saved"), error.message());
        return false;
    }
    reload();
    return true;
}

void PromptListModel::remove(const QString& name) {
    try {
        m_store.prompts().remove(name);
    } catch (const store::StoreError& error) {
        emit failed(tr("The system prompt was not removed"), error.message());
    }
    reload();
}

QString PromptListModel::textOf(const QString& name) const {
    const auto found = std::find_if(m_prompts.begin(), m_prompts.end(),
                                    [&](const store::Prompt& prompt) { return prompt.name == name; });
    return found == m_prompts.end() ? QString() : found->text;
}

QString PromptListModel::nameOf(const QString& text) const {
    const auto found = std::find_if(m_prompts.begin(), m_prompts.end(),
                                    [&](const store::Prompt& prompt) { return prompt.text == text; });
    return found == m_prompts.end() ? QString() : found->name;
}

void PromptListModel::reload() {
    std::vector<store::Prompt> prompts;
    try {
        prompts = m_store.prompts().all();
    } catch (const store::StoreError& error) {
        emit failed(tr("The system prompts could not be read"), error.message());
    }
    beginResetModel();
    m_prompts = std::move(prompts);
    endResetModel();
    emit countChanged();
}

}  // namespace hearth::app
