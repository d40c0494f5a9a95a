#include "chat/conversation_search.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>
#include <unordered_map>

#include "chat/markdown_blocks.h"
#include "chat/plain_text.h"
#include "chat/rich_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {
constexpr int delayMs = 60;
constexpr int mostTitles = 12;
/// A text that is longer is shown as it was written: to parse it would take longer than a frame.
constexpr qsizetype mostParsed = 200000;

/// A reply as it is read, with the reasoning, for words are found there too.
QString readText(const QString& markdown) {
    PlainBlocks plain;
    for (const MarkdownBlock& block : MarkdownBlocks::parse(markdown))
        plain.add(block, wordsOf(block), false);
    return plain.text();
}
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
            return snippetRichText(snippet(hit));
        case AuthorRole:
            return hit.messageId == 0              ? QStringLiteral("chat")
                   : hit.role == store::Role::User ? QStringLiteral("user")
                                                   : QStringLiteral("assistant");
        case CreatedAtRole:
            return QDateTime::fromMSecsSinceEpoch(hit.createdAt);
        case WhenRole:
            return hit.messageId != 0 ? QString()
                                      : dateText(QDateTime::fromMSecsSinceEpoch(hit.createdAt),
                                                 QDateTime::currentDateTime());
        case SectionRole:
            if (hit.messageId == 0)
                return QStringLiteral("0\n%1\n").arg(m_recent ? tr("Recent chats") : tr("Chats"));
            // The id distinguishes two chats of the same title; the window shows the part after it.
            return QStringLiteral("%1\n%2\n%3")
                .arg(hit.conversationId)
                .arg(QString(hit.title).replace(u'\n', u' '),
                     dateText(QDateTime::fromMSecsSinceEpoch(m_headingTimes.value(hit.conversationId)),
                              QDateTime::currentDateTime()));
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
            {SectionRole, "section"},
            {WhenRole, "when"}};
}

void ConversationSearch::run() {
    QElapsedTimer timer;
    timer.start();
    m_delay.stop();
    beginResetModel();
    m_hits.clear();
    m_headingTimes.clear();
    m_chatCount = 0;
    m_titleCount = 0;
    m_more = false;
    m_terms = store::searchTerms(m_query);
    m_recent = m_terms.empty();
    try {
        findTitles();
        if (!m_recent) findMessages();
    } catch (const store::StoreError& error) {
        emit failed(tr("The search failed"), error.message());
    }
    endResetModel();
    m_elapsedMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    emit countChanged();
}

void ConversationSearch::findTitles() {
    for (store::Conversation& chat : m_store.conversations().titles(m_recent ? mostTitles : -1)) {
        if (!m_recent && !store::hasAllTerms(chat.title, m_terms)) continue;
        store::SearchHit hit;
        hit.conversationId = chat.id;
        hit.title = std::move(chat.title);
        hit.createdAt = chat.updatedAt;
        m_hits.push_back(std::move(hit));
        if (++m_titleCount == mostTitles) return;
    }
}

void ConversationSearch::findMessages() {
    std::vector<store::SearchHit> hits = m_store.search().find(m_query, mostMessages + 1);
    m_more = std::ssize(hits) > mostMessages;
    if (m_more) hits.pop_back();
    qint64 before = 0;
    for (store::SearchHit& hit : grouped(std::move(hits))) {
        if (hit.conversationId != before) {
            ++m_chatCount;
            // Branches are of different days, and the chat is one.
            m_headingTimes.insert(hit.conversationId, hit.createdAt);
        }
        before = hit.conversationId;
        m_hits.push_back(std::move(hit));
    }
}

QString ConversationSearch::snippet(const store::SearchHit& hit) const {
    if (hit.messageId == 0) {
        const QString marked = store::searchSnippet(hit.title, m_terms, hit.title.size() + 1);
        return marked.isEmpty() ? hit.title : marked;
    }
    const auto message = m_store.messages().find(hit.messageId);
    if (!message || message->text.size() > mostParsed) return hit.snippet;
    // A person's text is shown as it was typed, here as in the chat.
    const QString read = hit.role == store::Role::User ? message->text : readText(message->text);
    const QString plain = store::searchSnippet(read, m_terms);
    return plain.isEmpty() ? hit.snippet : plain;
}

}  // namespace hearth::app
