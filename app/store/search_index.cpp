#include "store/search_index.h"

#include <QStringList>
#include <algorithm>

#include "store/database.h"
#include "store/search_query.h"

namespace hearth::app::store {

namespace {

/// Parts the characters of the index's texts; nothing that is searched for and nothing that is seen.
constexpr char16_t spacer = 0x200b;

}  // namespace

QString SearchIndex::indexedText(const QString& text) {
    QString out;
    qsizetype copied = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const qsizetype start = i;
        const char32_t c = codePointAt(text, i);
        const bool isMarker = c == matchStart || c == matchEnd;
        if (!isMarker && (c < 0x0e00 || !isUnspaced(c))) continue;
        out += QStringView(text).mid(copied, start - copied);
        out += QChar(spacer);
        if (!isMarker) out += QStringView(text).mid(start, i - start + 1);
        out += QChar(spacer);
        copied = i + 1;
    }
    if (copied == 0) return {};
    out += QStringView(text).mid(copied);
    return out;
}

QString SearchIndex::matchExpression(const QString& query) {
    // Every term becomes a quoted string, so that nothing a person types is FTS5 syntax.
    QStringList phrases;
    for (const SearchTerm& term : searchTerms(query))
        phrases += u'"' + term.words.join(u' ') + (term.open ? QStringLiteral("\"*") : QStringLiteral("\""));
    return phrases.join(u' ');
}

void SearchIndex::add(qint64 messageId) {
    m_database
        .prepare(
            "INSERT INTO message_index(rowid, body) SELECT id, body FROM message_search_text WHERE id = ?")
        .bind(0, messageId)
        .run();
}

void SearchIndex::remove(qint64 messageId) {
    m_database
        .prepare(
            "INSERT INTO message_index(message_index, rowid, body) SELECT 'delete', id, body FROM "
            "message_search_text WHERE id = ?")
        .bind(0, messageId)
        .run();
}

void SearchIndex::check() {
    m_database.execute("INSERT INTO message_index(message_index, rank) VALUES('integrity-check', 1)");
}

std::vector<SearchHit> SearchIndex::find(const QString& query, int limit) {
    const QString expression = matchExpression(query);
    if (expression.isEmpty()) return {};
    // Newest first is what a person looks for, and it lets SQLite stop at the limit however common the word
    // is.
    Statement statement = m_database.prepare(
        "SELECT m.conversation_id, m.id, c.title, snippet(message_index, 0, char(2), char(3), '…', 16), "
        "m.role, "
        "m.created_at FROM message_index JOIN message m ON m.id = message_index.rowid "
        "JOIN conversation c ON c.id = m.conversation_id "
        "WHERE message_index MATCH ? AND c.deleted_at IS NULL AND m.deleted_at IS NULL ORDER BY "
        "message_index.rowid DESC LIMIT ?");
    statement.bind(0, expression).bind(1, qint64{limit});
    std::vector<SearchHit> hits;
    while (statement.step()) {
        SearchHit hit;
        hit.conversationId = statement.integer(0);
        hit.messageId = statement.integer(1);
        hit.title = statement.text(2);
        hit.snippet = statement.text(3).remove(QChar(spacer)).simplified();
        hit.role = static_cast<Role>(std::clamp<qint64>(statement.integer(4), 0, 2));
        hit.createdAt = statement.integer(5);
        hits.push_back(std::move(hit));
    }
    return hits;
}

}  // namespace hearth::app::store
