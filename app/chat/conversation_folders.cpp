#include "chat/conversation_folders.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace hearth::app {

bool comesBefore(const ConversationRow& a, const ConversationRow& b) {
    if (a.group() != b.group()) return a.group() < b.group();
    return std::tuple(a.conversation.updatedAt, a.conversation.id) >
           std::tuple(b.conversation.updatedAt, b.conversation.id);
}

int rowsBefore(const ConversationRows& rows, int group) {
    const auto first = std::partition_point(
        rows.begin(), rows.end(), [group](const ConversationRow& row) { return row.group() < group; });
    return static_cast<int>(first - rows.begin());
}

int rowOf(const ConversationRows& rows, qint64 conversationId) {
    const auto found = std::find_if(rows.begin(), rows.end(), [conversationId](const ConversationRow& row) {
        return !row.isFolder && row.conversation.id == conversationId;
    });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

ConversationRows folderRows(store::Store& store, const QSet<QString>& openFolders, qint64 currentId) {
    ConversationRows rows;
    const QString current = folderOf(store, currentId);
    for (const store::Folder& folder : store.conversations().folders()) {
        if (folder.count == 0) continue;
        ConversationRow head;
        head.folderCount = folder.count;
        head.isFolder = true;
        head.conversation.folder = head.conversation.title = folder.name;
        const bool open = openFolders.contains(folder.name);
        head.holdsCurrent = !open && folder.name == current;
        rows.push_back(std::move(head));
        if (!open) continue;
        for (store::Conversation& conversation : store.conversations().inFolder(folder.name))
            rows.push_back({std::move(conversation), 0, false, true});
    }
    return rows;
}

QString folderOf(store::Store& store, qint64 conversationId) {
    if (conversationId == 0) return {};
    const auto conversation = store.conversations().find(conversationId);
    return conversation && !conversation->pinned && conversation->deletedAt == 0 ? conversation->folder
                                                                                 : QString();
}

QSet<QString> foldersOf(store::Store& store, const QSet<qint64>& conversationIds) {
    QSet<QString> folders;
    for (const qint64 id : conversationIds)
        if (const auto conversation = store.conversations().find(id);
            conversation && !conversation->folder.isEmpty() && !conversation->pinned)
            folders.insert(conversation->folder);
    return folders;
}

bool areSame(std::span<const ConversationRow> a, std::span<const ConversationRow> b) {
    return std::ranges::equal(a, b, [](const ConversationRow& one, const ConversationRow& other) {
        return one.isFolder == other.isFolder && one.conversation.id == other.conversation.id &&
               (!one.isFolder || one.conversation.folder == other.conversation.folder);
    });
}

}  // namespace hearth::app
