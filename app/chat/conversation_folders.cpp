// ConversationListModel: the folders of the sidebar.
#include <algorithm>
#include <tuple>
#include <utility>

#include "chat/conversation_list_model.h"

namespace hearth::app {

bool ConversationListModel::comesBefore(const Row& a, const Row& b) {
    if (a.group() != b.group()) return a.group() < b.group();
    return std::tuple(a.conversation.updatedAt, a.conversation.id) >
           std::tuple(b.conversation.updatedAt, b.conversation.id);
}

int ConversationListModel::rowsBefore(int group) const {
    const auto first = std::partition_point(m_rows.begin(), m_rows.end(),
                                            [group](const Row& row) { return row.group() < group; });
    return static_cast<int>(first - m_rows.begin());
}

void ConversationListModel::insertRows(int row, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    beginInsertRows({}, row, row + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.begin() + row, rows.begin(), rows.end());
    endInsertRows();
    emit countChanged();
}

void ConversationListModel::removeRows(int row, int count) {
    if (count == 0) return;
    beginRemoveRows({}, row, row + count - 1);
    m_rows.erase(m_rows.begin() + row, m_rows.begin() + row + count);
    endRemoveRows();
    emit countChanged();
}

std::vector<ConversationListModel::Row> ConversationListModel::folderRows() const {
    std::vector<Row> rows;
    const QString current = folderOfCurrent();
    for (const store::Folder& folder : m_store.conversations().folders()) {
        if (folder.count == 0) continue;
        Row head;
        head.folderCount = folder.count;
        head.isFolder = true;
        head.conversation.folder = head.conversation.title = folder.name;
        const bool open = m_openFolders.contains(folder.name);
        head.holdsCurrent = !open && folder.name == current;
        rows.push_back(std::move(head));
        if (!open) continue;
        for (store::Conversation& conversation : m_store.conversations().inFolder(folder.name))
            rows.push_back({std::move(conversation), 0, false, true});
    }
    return rows;
}

QString ConversationListModel::folderOfCurrent() const {
    if (m_currentId == 0) return {};
    const auto conversation = m_store.conversations().find(m_currentId);
    return conversation && !conversation->pinned && conversation->deletedAt == 0 ? conversation->folder
                                                                                 : QString();
}

void ConversationListModel::markFolder() {
    const QString current = folderOfCurrent();
    for (int row = rowsBefore(1); row < rowsBefore(2); ++row) {
        Row& head = m_rows[static_cast<size_t>(row)];
        if (!head.isFolder) continue;
        const bool holds =
            !m_openFolders.contains(head.conversation.folder) && head.conversation.folder == current;
        if (holds == head.holdsCurrent) continue;
        head.holdsCurrent = holds;
        emit dataChanged(index(row), index(row), {CurrentRole});
    }
}

int ConversationListModel::currentRow() const {
    if (const int row = rowOf(m_currentId); row >= 0) return row;
    const auto holding = std::ranges::find(m_rows, true, &Row::holdsCurrent);
    return holding == m_rows.end() ? -1 : static_cast<int>(holding - m_rows.begin());
}

void ConversationListModel::rebuildFolders() {
    std::vector<Row> rows;
    try {
        rows = folderRows();
    } catch (const store::StoreError& error) {
        emit failed(tr("The folders could not be read"), error.message());
        return;
    }
    const int first = rowsBefore(1);
    const int had = rowsBefore(2) - first;
    const auto key = [](const Row& row) { return std::pair(row.isFolder, row.conversation.id); };
    const bool sameRows =
        had == static_cast<int>(rows.size()) &&
        std::equal(rows.begin(), rows.end(), m_rows.begin() + first, [&](const Row& now, const Row& was) {
            return key(now) == key(was) &&
                   (!now.isFolder || now.conversation.folder == was.conversation.folder);
        });
    if (sameRows) {
        std::move(rows.begin(), rows.end(), m_rows.begin() + first);
        if (had > 0) emit dataChanged(index(first), index(first + had - 1));
        return;
    }
    removeRows(first, had);
    insertRows(first, rows);
    emit currentIdChanged();
}

void ConversationListModel::toggleFolder(const QString& folder) {
    if (!m_openFolders.remove(folder)) m_openFolders.insert(folder);
    rebuildFolders();
}

void ConversationListModel::renameFolder(const QString& folder, const QString& name) {
    const QString trimmed = name.simplified().left(100);
    try {
        m_store.conversations().renameFolder(folder, trimmed);
    } catch (const store::StoreError& error) {
        emit failed(tr("The folder was not renamed"), error.message());
        return;
    }
    if (m_openFolders.remove(folder) && !trimmed.isEmpty()) m_openFolders.insert(trimmed);
    // Conversations that come out of a folder stand anywhere.
    reload();
}

QStringList ConversationListModel::folderNames() const {
    QStringList names;
    try {
        for (const store::Folder& folder : m_store.conversations().folders()) names += folder.name;
    } catch (const store::StoreError&) {
        // The list of the sidebar has told it.
    }
    return names;
}

void ConversationListModel::markBusyFolders() {
    QSet<QString> folders;
    try {
        for (const qint64 id : std::as_const(m_busy))
            if (const auto conversation = m_store.conversations().find(id);
                conversation && !conversation->folder.isEmpty() && !conversation->pinned)
                folders.insert(conversation->folder);
    } catch (const store::StoreError& error) {
        emit failed(tr("The folders could not be read"), error.message());
    }
    if (folders == m_busyFolders) return;
    m_busyFolders = folders;
    for (int row = 0; row < count(); ++row)
        if (m_rows[static_cast<size_t>(row)].isFolder) emit dataChanged(index(row), index(row), {BusyRole});
}

}  // namespace hearth::app
