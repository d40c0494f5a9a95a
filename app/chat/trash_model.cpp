#include "chat/trash_model.h"

#include <algorithm>
#include <limits>

#include "chat/conversation_list_model.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

/// Of the window's time at once.
constexpr int eraseSliceMs = 10;
/// Less takes no time that anybody notices.
constexpr qint64 longErasure = 2000;

}  // namespace

TrashModel::TrashModel(store::Store& store, ConversationListModel& conversations, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_conversations(conversations) {
    connect(&m_nextSome, &QTimer::timeout, this, &TrashModel::eraseSome);
    // Continues the erasing that the last run did not finish.
    startErasing();
}

template <class Change>
bool TrashModel::changeStore(const QString& title, Change&& change) {
    try {
        change();
        return true;
    } catch (const store::StoreError& error) {
        emit failed(title, error.message());
        return false;
    }
}

int TrashModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> TrashModel::roleNames() const {
    return {{ConversationIdRole, "conversationId"}, {TitleRole, "title"}, {WhenRole, "when"}};
}

QVariant TrashModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const store::Conversation& conversation = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return conversation.id;
        case Qt::DisplayRole:
        case TitleRole:
            return conversation.title;
        case WhenRole:
            return whenText(QDateTime::fromMSecsSinceEpoch(conversation.deletedAt),
                            QDateTime::currentDateTime());
        default:
            return {};
    }
}

QString TrashModel::whenText(const QDateTime& deletedAt, const QDateTime& now) {
    const qint64 days = std::max<qint64>(0, deletedAt.date().daysTo(now.date()));
    const qint64 left = std::max<qint64>(0, store::Store::trashDays - days);
    const QString since = days == 0   ? tr("Deleted today")
                          : days == 1 ? tr("Deleted yesterday")
                                      : tr("Deleted %1 days ago").arg(days);
    const QString until = left == 0   ? tr("erased at the next start")
                          : left == 1 ? tr("erased tomorrow")
                                      : tr("erased in %1 days").arg(left);
    return tr("%1, %2").arg(since, until);
}

void TrashModel::reload() {
    std::vector<store::Conversation> rows;
    changeStore(tr("The trash could not be read"), [&] { rows = m_store.conversations().trash(); });
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    emit countChanged();
}

void TrashModel::restore(qint64 conversationId) {
    m_conversations.restore(conversationId);
    reload();
}

void TrashModel::erase(qint64 conversationId) {
    if (changeStore(tr("The chat was not erased"), [&] { m_store.eraseConversation(conversationId); }))
        emit erased();
    startErasing();
    reload();
}

void TrashModel::eraseAll() {
    if (changeStore(tr("The trash was not emptied"),
                    [&] { m_store.emptyTrash(std::numeric_limits<qint64>::max()); }))
        emit erased();
    startErasing();
    reload();
}

void TrashModel::startErasing() {
    try {
        m_toErase = m_erased + m_store.leftToErase();
        if (m_toErase > m_erased) m_nextSome.start();
    } catch (const store::StoreError&) {
        // It is tried again at the next start.
    }
    emit progressChanged();
}

void TrashModel::eraseSome() {
    int removed = 0;
    changeStore(tr("The trash was not emptied"), [&] { removed = m_store.eraseSome(eraseSliceMs); });
    m_erased += removed;
    if (removed == 0) {
        m_nextSome.stop();
        m_toErase = m_erased = 0;
    }
    emit progressChanged();
}

QString TrashModel::progressText() const {
    if (!m_nextSome.isActive() || m_toErase < longErasure) return {};
    const QLocale locale = spokenLocale();
    return tr("Erasing: %1 of %2 messages")
        .arg(locale.toString(m_erased), locale.toString(std::max(m_toErase, m_erased)));
}

}  // namespace hearth::app
