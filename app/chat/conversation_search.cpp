#include "chat/conversation_search.h"

#include <QDateTime>
#include <QElapsedTimer>

#include "chat/rich_text.h"

namespace hearth::app {

namespace {
constexpr int delayMs = 60;
constexpr int mostHits = 100;
}  // namespace

ConversationSearch::ConversationSearch(store::Store& store, QObject* parent)
    : QAbstractListModel(parent), m_store(store) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(delayMs);
    connect(&m_delay, &QTimer::timeout, this, &ConversationSearch::run);
}

void ConversationSearch::setQuery(const QString& query) {
    if (m_query == query) return;
    m_query = query;
    emit queryChanged();
    m_delay.start();
}

int ConversationSearch::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant ConversationSearch::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const store::SearchHit& hit = m_hits[static_cast<size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return hit.conversationId;
        case MessageIdRole:
            return hit.messageId;
        case Qt::DisplayRole:
        case TitleRole:
            return hit.title;
        case SnippetRole:
            return snippetRichText(hit.snippet);
        case AuthorRole:
            return hit.role == store::Role::User ? QStringLiteral("user") : QStringLiteral("assistant");
        case CreatedAtRole:
            return QDateTime::fromMSecsSinceEpoch(hit.createdAt);
        default:
            return {};
    }
}

QHash<int, QByteArray> ConversationSearch::roleNames() const {
    return {{ConversationIdRole, "conversationId"},
            {MessageIdRole, "messageId"},
            {TitleRole, "title"},
            {SnippetRole, "snippet"},
            {AuthorRole, "author"},
            {CreatedAtRole, "createdAt"}};
}

void ConversationSearch::run() {
    QElapsedTimer timer;
    timer.start();
    std::vector<store::SearchHit> hits;
    try {
        hits = m_store.search().find(m_query, mostHits);
    } catch (const store::StoreError& error) {
        emit failed(tr("The search did not work"), error.message());
    }
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
    m_elapsedMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    emit countChanged();
}

}  // namespace hearth::app
