#include "chat/conversation_list_model.h"

#include <algorithm>
#include <tuple>

#include "window/toast_queue.h"

namespace hearth::app {

namespace {

constexpr int pageRows = 200;

/// Pinned first, then newest first: the order of ConversationTable::list().
bool comesBefore(const store::Conversation& a, const store::Conversation& b) {
    return std::tuple(a.pinned, a.updatedAt, a.id) > std::tuple(b.pinned, b.updatedAt, b.id);
}

}  // namespace

ConversationListModel::ConversationListModel(store::Store& store, ToastQueue& toasts, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_toasts(toasts) {
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
            {UpdatedAtRole, "updatedAt"}};
}

QVariant ConversationListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const store::Conversation& conversation = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return conversation.id;
        case Qt::DisplayRole:
        case TitleRole:
            return conversation.title;
        case SectionRole:
            return sectionOf(conversation.pinned, QDateTime::fromMSecsSinceEpoch(conversation.updatedAt),
                             QDateTime::currentDateTime());
        case PinnedRole:
            return conversation.pinned;
        case FolderRole:
            return conversation.folder;
        case BusyRole:
            return m_busy.contains(conversation.id);
        case CurrentRole:
            return conversation.id == m_currentId;
        case UpdatedAtRole:
            return QDateTime::fromMSecsSinceEpoch(conversation.updatedAt);
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

void ConversationListModel::fetchMore(const QModelIndex& parent) {
    if (!canFetchMore(parent)) return;
    std::vector<store::Conversation> page;
    try {
        page = m_store.conversations().list(pageRows, count());
    } catch (const store::StoreError& error) {
        m_hasMore = false;
        emit failed(tr("The chats could not be read"), error.message());
        return;
    }
    m_hasMore = page.size() == pageRows;
    if (page.empty()) return;
    beginInsertRows({}, count(), count() + static_cast<int>(page.size()) - 1);
    m_rows.insert(m_rows.end(), page.begin(), page.end());
    endInsertRows();
    emit countChanged();
}

void ConversationListModel::reload() {
    beginResetModel();
    m_rows.clear();
    m_hasMore = true;
    endResetModel();
    fetchMore({});
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
    if (m_rows.empty()) return;
    const int row = std::clamp(currentRow() + delta, 0, count() - 1);
    open(m_rows[static_cast<size_t>(row)].id);
}

void ConversationListModel::setCurrent(qint64 conversationId) {
    if (conversationId == m_currentId) return;
    const int before = currentRow();
    m_currentId = conversationId;
    const int now = currentRow();
    if (before >= 0) emit dataChanged(index(before), index(before), {CurrentRole});
    if (now >= 0) emit dataChanged(index(now), index(now), {CurrentRole});
    emit currentIdChanged();
}

void ConversationListModel::setBusy(qint64 conversationId, bool busy) {
    if (busy)
        m_busy.insert(conversationId);
    else
        m_busy.remove(conversationId);
    if (const int row = rowOf(conversationId); row >= 0) emit dataChanged(index(row), index(row), {BusyRole});
}

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
    if (const int row = rowOf(conversationId); row >= 0) {
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
        emit countChanged();
        emit currentIdChanged();
    }
    emit removed(conversationId);
    m_toasts.show(tr("Chat moved to the trash"), tr("Undo"),
                  [this, conversationId] { restore(conversationId); });
}

void ConversationListModel::restore(qint64 conversationId) {
    if (!changeStore(tr("The chat was not brought back"),
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
    const int row = rowOf(conversationId);
    if (row >= 0) {
        const store::Conversation& was = m_rows[static_cast<size_t>(row)];
        if (was.pinned == conversation->pinned && was.updatedAt == conversation->updatedAt) {
            m_rows[static_cast<size_t>(row)] = std::move(*conversation);
            emit dataChanged(index(row), index(row));
            emit conversationChanged(conversationId);
            return;
        }
    }
    // Where it belongs among the others.
    int target = 0;
    for (int i = 0; i < count(); ++i) {
        if (i == row) continue;
        if (!comesBefore(m_rows[static_cast<size_t>(i)], *conversation)) break;
        ++target;
    }
    if (row < 0) {
        // Below the last row that was read it will come with its page.
        if (target == count() && m_hasMore) return;
        beginInsertRows({}, target, target);
        m_rows.insert(m_rows.begin() + target, std::move(*conversation));
        endInsertRows();
        emit countChanged();
    } else {
        if (target != row) {
            beginMoveRows({}, row, row, {}, target > row ? target + 1 : target);
            m_rows.erase(m_rows.begin() + row);
            m_rows.insert(m_rows.begin() + target, std::move(*conversation));
            endMoveRows();
        } else {
            m_rows[static_cast<size_t>(row)] = std::move(*conversation);
        }
        emit dataChanged(index(target), index(target));
    }
    emit currentIdChanged();
    emit conversationChanged(conversationId);
}

int ConversationListModel::rowOf(qint64 conversationId) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [conversationId](const auto& row) { return row.id == conversationId; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

}  // namespace hearth::app
