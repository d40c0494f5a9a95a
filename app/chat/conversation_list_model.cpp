#include "chat/conversation_list_model.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <span>
#include <utility>

#include "notices/toast_queue.h"

namespace hearth::app {

namespace {

constexpr int pageRows = 200;
constexpr int maxToastTitle = 40;

}  // namespace

template <class Change>
bool ConversationListModel::changeStore(const QString& title, Change&& change) {
    try {
        change();
        return true;
    } catch (const store::StoreError& error) {
        emit failed(title, error.message());
        return false;
    }
}

ConversationListModel::ConversationListModel(store::Store& store, ToastQueue& toasts, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_toasts(toasts) {
    connect(busy, &BusyConversations::changed, this, [this](qint64 id) {
        if (const int row = rowOf(m_rows, id); row >= 0) emit dataChanged(index(row), index(row), {BusyRole});
        markBusyFolders();
    });
    reload();
}

int ConversationListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ConversationListModel::roleNames() const {
    return {{ConversationIdRole, "conversationId"},
            {TitleRole, "title"},
            {SectionRole, "section"},
            {PinnedRole, "pinned"},
            {FolderRole, "folder"},
            {BusyRole, "busy"},
            {CurrentRole, "current"},
            {UpdatedAtRole, "updatedAt"},
            {IsFolderRole, "isFolder"},
            {FolderCountRole, "folderCount"},
            {ExpandedRole, "expanded"},
            {InFolderRole, "inFolder"}};
}

QVariant ConversationListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ConversationRow& row = m_rows[static_cast<size_t>(index.row())];
    const store::Conversation& conversation = row.conversation;
    switch (role) {
        case ConversationIdRole:
            return conversation.id;
        case Qt::DisplayRole:
        case TitleRole:
            return conversation.title;
        case SectionRole:
            if (row.group() == 1) return tr("Folders");
            return sectionOf(conversation.pinned, QDateTime::fromMSecsSinceEpoch(conversation.updatedAt),
                             QDateTime::currentDateTime());
        case PinnedRole:
            return conversation.pinned;
        case FolderRole:
            return conversation.folder;
        case BusyRole:
            return row.isFolder ? m_busyFolders.contains(conversation.folder) &&
                                      !m_openFolders.contains(conversation.folder)
                                : m_busy.contains(conversation.id);
        case CurrentRole:
            return row.isFolder ? row.holdsCurrent : conversation.id == m_currentId;
        case UpdatedAtRole:
            return QDateTime::fromMSecsSinceEpoch(conversation.updatedAt);
        case IsFolderRole:
            return row.isFolder;
        case FolderCountRole:
            return row.folderCount;
        case ExpandedRole:
            return row.isFolder && m_openFolders.contains(conversation.folder);
        case InFolderRole:
            return row.inFolder;
        default:
            return {};
    }
}

QString ConversationListModel::sectionOf(bool pinned, const QDateTime& updatedAt, const QDateTime& now) {
    if (pinned) return tr("Pinned");
    const qint64 days = updatedAt.date().daysTo(now.date());
    if (days <= 0) return tr("Today");
    if (days == 1) return tr("Yesterday");
    return days <= 7 ? tr("Last 7 days") : tr("Older");
}

bool ConversationListModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && m_hasMore;
}

ConversationRows ConversationListModel::readPage() {
    std::vector<store::Conversation> page;
    if (!changeStore(tr("The chats could not be read"), [&] {
            page = m_store.conversations().list(pageRows,
                                                rowsBefore(m_rows, 1) + count() - rowsBefore(m_rows, 2));
        })) {
        m_hasMore = false;
        return {};
    }
    m_hasMore = page.size() == pageRows;
    ConversationRows rows;
    rows.reserve(page.size());
    for (store::Conversation& conversation : page) rows.push_back({std::move(conversation)});
    return rows;
}

void ConversationListModel::fetchMore(const QModelIndex& parent) {
    if (!canFetchMore(parent)) return;
    const ConversationRows page = readPage();
    const auto rest =
        std::find_if(page.begin(), page.end(), [](const ConversationRow& row) { return row.group() == 2; });
    insertRows(rowsBefore(m_rows, 1), {page.begin(), rest});
    insertRows(count(), {rest, page.end()});
}

void ConversationListModel::reload() {
    beginResetModel();
    m_rows.clear();
    m_rows = readPage();
    ConversationRows folders;
    changeStore(tr("The folders could not be read"),
                [&] { folders = folderRows(m_store, m_openFolders, m_currentId); });
    m_rows.insert(m_rows.begin() + rowsBefore(m_rows, 2), std::make_move_iterator(folders.begin()),
                  std::make_move_iterator(folders.end()));
    endResetModel();
    emit countChanged();
    emit currentIdChanged();
}

void ConversationListModel::create() {
    emit openRequested(0);
}

void ConversationListModel::open(qint64 conversationId) {
    emit openRequested(conversationId);
}

void ConversationListModel::openNext(int delta) {
    // Folders cannot be opened, so they are passed over.
    const int step = delta < 0 ? -1 : 1;
    int row = currentRow();
    for (int left = std::abs(delta); left > 0;) {
        row += step;
        if (row < 0 || row >= count()) return;
        if (!m_rows[static_cast<size_t>(row)].isFolder) --left;
    }
    if (row >= 0) open(m_rows[static_cast<size_t>(row)].conversation.id);
}

void ConversationListModel::setCurrent(qint64 conversationId) {
    if (conversationId == m_currentId) return;
    const int before = rowOf(m_rows, m_currentId);
    m_currentId = conversationId;
    changeStore(tr("The folders could not be read"), [&] { markFolder(); });
    // The open chat has to be visible.
    if (conversationId != 0 && rowOf(m_rows, conversationId) < 0)
        changeStore(tr("The chat could not be read"), [&] {
            const auto conversation = m_store.conversations().find(conversationId);
            if (!conversation || conversation->folder.isEmpty() || conversation->pinned) return;
            m_openFolders.insert(conversation->folder);
            rebuildFolders();
        });
    const int now = rowOf(m_rows, conversationId);
    if (before >= 0) emit dataChanged(index(before), index(before), {CurrentRole});
    if (now >= 0) emit dataChanged(index(now), index(now), {CurrentRole});
    emit currentIdChanged();
}

void ConversationListModel::rename(qint64 conversationId, const QString& title) {
    const QString trimmed = title.simplified().left(200);
    if (trimmed.isEmpty()) return;
    if (changeStore(tr("The chat was not renamed"), [&] {
            m_store.conversations().setTitle(conversationId, trimmed, store::TitleSource::Person);
        }))
        refresh(conversationId);
}

void ConversationListModel::setPinned(qint64 conversationId, bool pinned) {
    if (changeStore(tr("The chat was not pinned"),
                    [&] { m_store.conversations().setPinned(conversationId, pinned); }))
        refresh(conversationId);
}

void ConversationListModel::moveToFolder(qint64 conversationId, const QString& folder) {
    if (changeStore(tr("The chat was not moved"), [&] {
            m_store.conversations().setFolder(conversationId, folder.simplified().left(100));
        }))
        refresh(conversationId);
}

void ConversationListModel::remove(qint64 conversationId) {
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (!changeStore(tr("The chat was not moved to the trash"),
                     [&] { m_store.conversations().moveToTrash(conversationId, now); }))
        return;
    QString title = tr("The chat");
    if (const int row = rowOf(m_rows, conversationId); row >= 0) {
        title = m_rows[static_cast<size_t>(row)].conversation.title;
        if (title.size() > maxToastTitle) title = title.left(maxToastTitle - 1).trimmed() + u'…';
        removeRows(row, 1);
        emit currentIdChanged();
    }
    rebuildFolders();
    emit removed(conversationId);
    m_toasts.show(tr("“%1” moved to the trash").arg(title), tr("Undo"),
                  [this, conversationId] { restore(conversationId); });
}

int ConversationListModel::total() {
    int total = 0;
    changeStore(tr("The chats could not be counted"), [&] { total = m_store.conversations().count(); });
    return total;
}

void ConversationListModel::removeAll() {
    const int chats = total();
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (chats == 0 || !changeStore(tr("The chats were not moved to the trash"),
                                   [&] { m_store.conversations().moveAllToTrash(now); }))
        return;
    const QSet<qint64> replying = m_busy.ids();
    const qint64 open = m_currentId;
    reload();
    for (const qint64 id : replying) emit removed(id);
    if (open != 0 && !replying.contains(open)) emit removed(open);
    m_toasts.show(chats == 1 ? tr("1 chat moved to the trash") : tr("%1 chats moved to the trash").arg(chats),
                  tr("Undo"), [this, now] {
                      changeStore(tr("The chats were not brought back"),
                                  [&] { m_store.conversations().restoreAll(now); });
                      reload();
                  });
}

void ConversationListModel::restore(qint64 conversationId) {
    if (!changeStore(tr("The chat was not restored"),
                     [&] { m_store.conversations().restore(conversationId); }))
        return;
    refresh(conversationId);
    open(conversationId);
}

void ConversationListModel::refresh(qint64 conversationId) {
    std::optional<store::Conversation> conversation;
    if (!changeStore(tr("The chat could not be read"),
                     [&] { conversation = m_store.conversations().find(conversationId); }))
        return;
    if (!conversation || conversation->deletedAt != 0) return;
    ConversationRow changed{std::move(*conversation)};
    changed.inFolder = !changed.conversation.folder.isEmpty() && !changed.conversation.pinned;
    int row = rowOf(m_rows, conversationId);
    const bool wasInFolder = row >= 0 && m_rows[static_cast<size_t>(row)].inFolder;
    if (row >= 0 && wasInFolder != changed.inFolder) {
        removeRows(row, 1);
        row = -1;
    }
    if (changed.inFolder || row < 0) rebuildFolders();
    if (!changed.inFolder) place(std::move(changed), row);
    if (m_busy.contains(conversationId)) markBusyFolders();
    emit currentIdChanged();
    emit conversationChanged(conversationId);
}

/// Puts a conversation at its place among the others; `row` is its present row, -1 for none.
void ConversationListModel::place(ConversationRow changed, int row) {
    int target = 0;
    for (int i = 0; i < count(); ++i) {
        if (i == row) continue;
        if (!comesBefore(m_rows[static_cast<size_t>(i)], changed)) break;
        ++target;
    }
    if (row < 0) {
        // Below the last row that was read it will come with its page.
        if (target == count() && m_hasMore) return;
        insertRows(target, {std::move(changed)});
        return;
    }
    if (target != row) {
        beginMoveRows({}, row, row, {}, target > row ? target + 1 : target);
        m_rows.erase(m_rows.begin() + row);
        m_rows.insert(m_rows.begin() + target, std::move(changed));
        endMoveRows();
    } else {
        const auto section = [](const ConversationRow& one) {
            return sectionOf(one.conversation.pinned,
                             QDateTime::fromMSecsSinceEpoch(one.conversation.updatedAt),
                             QDateTime::currentDateTime());
        };
        if (section(changed) != section(m_rows[static_cast<size_t>(row)])) {
            // A ListView updates the heading for inserted and removed rows, not for changed data.
            removeRows(row, 1);
            insertRows(row, {std::move(changed)});
            return;
        }
        m_rows[static_cast<size_t>(row)] = std::move(changed);
    }
    emit dataChanged(index(target), index(target));
}

void ConversationListModel::insertRows(int row, const ConversationRows& rows) {
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

void ConversationListModel::markFolder() {
    const QString current = folderOf(m_store, m_currentId);
    for (int row = rowsBefore(m_rows, 1); row < rowsBefore(m_rows, 2); ++row) {
        ConversationRow& head = m_rows[static_cast<size_t>(row)];
        if (!head.isFolder) continue;
        const bool holds =
            !m_openFolders.contains(head.conversation.folder) && head.conversation.folder == current;
        if (holds == head.holdsCurrent) continue;
        head.holdsCurrent = holds;
        emit dataChanged(index(row), index(row), {CurrentRole});
    }
}

int ConversationListModel::currentRow() const {
    if (const int row = rowOf(m_rows, m_currentId); row >= 0) return row;
    const auto holding = std::ranges::find(m_rows, true, &ConversationRow::holdsCurrent);
    return holding == m_rows.end() ? -1 : static_cast<int>(holding - m_rows.begin());
}

void ConversationListModel::rebuildFolders() {
    ConversationRows rows;
    try {
        rows = folderRows(m_store, m_openFolders, m_currentId);
    } catch (const store::StoreError& error) {
        emit failed(tr("The folders could not be read"), error.message());
        return;
    }
    const int first = rowsBefore(m_rows, 1);
    const int had = rowsBefore(m_rows, 2) - first;
    if (areSame(rows, std::span(m_rows).subspan(static_cast<size_t>(first), static_cast<size_t>(had)))) {
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
        folders = foldersOf(m_store, m_busy.ids());
    } catch (const store::StoreError& error) {
        emit failed(tr("The folders could not be read"), error.message());
    }
    if (folders == m_busyFolders) return;
    m_busyFolders = folders;
    for (int row = 0; row < count(); ++row)
        if (m_rows[static_cast<size_t>(row)].isFolder) emit dataChanged(index(row), index(row), {BusyRole});
}

}  // namespace hearth::app
