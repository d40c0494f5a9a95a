#pragma once

#include <QSet>
#include <QString>
#include <span>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// A row of the sidebar: a conversation, or a folder of them.
struct ConversationRow {
    store::Conversation conversation = {};  ///< of a folder: its name in `folder` and `title`
    int folderCount = 0;
    bool isFolder = false, inFolder = false;
    bool holdsCurrent = false;  ///< of a closed folder
    /// 0: pinned, 1: folders and their conversations, 2: the rest.
    int group() const { return isFolder || inFolder ? 1 : conversation.pinned ? 0 : 2; }
};
using ConversationRows = std::vector<ConversationRow>;

/// The order of the sidebar, but for that of folders.
bool comesBefore(const ConversationRow& a, const ConversationRow& b);
/// Number of rows before this group, counted from the first row.
int rowsBefore(const ConversationRows& rows, int group);
/// -1: there is no such row.
int rowOf(const ConversationRows& rows, qint64 conversationId);
/// Reads the rows of the folders that are not empty, each open one with those of its conversations. Throws
/// store::StoreError.
ConversationRows folderRows(store::Store& store, const QSet<QString>& openFolders, qint64 currentId);
/// The folder of a conversation; empty: it is in none. Throws store::StoreError.
QString folderOf(store::Store& store, qint64 conversationId);
/// The folders of all of these. Throws store::StoreError.
QSet<QString> foldersOf(store::Store& store, const QSet<qint64>& conversationIds);
/// Compares the conversations and folders that rows stand for, not their contents.
bool areSame(std::span<const ConversationRow> a, std::span<const ConversationRow> b);

}  // namespace hearth::app
