#include "chat/conversation_search.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>
#include <unordered_map>

#include "chat/rich_text.h"
#include "look/spoken_locale.h"

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
        case SectionRole:
            // The id keeps two chats of the same title apart; the window shows what comes after it.
            return QStringLiteral("%1\n%2\n%3")
                .arg(hit.conversationId)
                .arg(QString(hit.title).replace(u'\n', u' '),
                     dateText(QDateTime::fromMSecsSinceEpoch(hit.createdAt), QDateTime::currentDateTime()));
        default:
            return {};
    }
}

QString ConversationSearch::dateText(const QDateTime& when, const QDateTime& now) {
    const QLocale locale = spokenLocale();
    const qint64 days = when.date().daysTo(now.date());
    if (days <= 0) return tr("today, %1").arg(when.toString(QStringLiteral("HH:mm")));
    if (days == 1) return tr("yesterday");
    if (days <= 7) return tr("last %1").arg(locale.dayName(when.date().dayOfWeek()));
    return locale.toString(when.date(), when.date().year() == now.date().year()
                                            ? QStringLiteral("d MMMM")
                                            : QStringLiteral("d MMMM yyyy"));
}

std::vector<store::SearchHit> ConversationSearch::grouped(std::vector<store::SearchHit> hits) {
    std::unordered_map<qint64, size_t> place;
    for (const store::SearchHit& hit : hits) place.try_emplace(hit.conversationId, place.size());
    std::stable_sort(hits.begin(), hits.end(), [&](const auto& a, const auto& b) {
        return place.at(a.conversationId) < place.at(b.conversationId);
    });
    return hits;
}

QHash<int, QByteArray> ConversationSearch::roleNames() const {
    return {{ConversationIdRole, "conversationId"},
            {MessageIdRole, "messageId"},
            {TitleRole, "title"},
            {SnippetRole, "snippet"},
            {AuthorRole, "author"},
            {CreatedAtRole, "createdAt"},
            {SectionRole, "section"}};
}

void ConversationSearch::run() {
    QElapsedTimer timer;
    timer.start();
    std::vector<store::SearchHit> hits;
    try {
        hits = grouped(m_store.search().find(m_query, mostHits));
    } catch (const store::StoreError& error) {
        emit failed(tr("The search did not work"), error.message());
    }
    beginResetModel();
    m_hits = std::move(hits);
    m_chatCount = 0;
    for (size_t i = 0; i < m_hits.size(); ++i)
        if (i == 0 || m_hits[i].conversationId != m_hits[i - 1].conversationId) ++m_chatCount;
    endResetModel();
    m_elapsedMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    emit countChanged();
}

}  // namespace hearth::app
