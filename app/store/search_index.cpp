#include "store/search_index.h"

#include <QStringList>
#include <algorithm>

#include "store/database.h"

namespace hearth::app::store {

namespace {

/// Scripts whose words are not parted by spaces.
bool isUnspaced(char32_t c) {
    switch (QChar::script(c)) {
        case QChar::Script_Han:
        case QChar::Script_Hiragana:
        case QChar::Script_Katakana:
        case QChar::Script_Bopomofo:
        case QChar::Script_Thai:
        case QChar::Script_Lao:
        case QChar::Script_Khmer:
        case QChar::Script_Myanmar:
            return true;
        default:
            return false;
    }
}

bool isWordCharacter(char32_t c) {
    return QChar::isLetterOrNumber(c) || QChar::isMark(c);
}

char32_t codePointAt(const QString& text, qsizetype& index) {
    const QChar first = text.at(index);
    if (first.isHighSurrogate() && index + 1 < text.size() && text.at(index + 1).isLowSurrogate())
        return QChar::surrogateToUcs4(first, text.at(++index));
    return first.unicode();
}

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
    // Every word becomes a quoted string, so that nothing a person types is FTS5 syntax.
    QStringList phrases;
    QString word;
    bool unspaced = false;
    const auto endWord = [&] {
        if (!word.isEmpty()) phrases += u'"' + word + u'"';
        word.clear();
    };
    for (qsizetype i = 0; i < query.size(); ++i) {
        const qsizetype start = i;
        const char32_t c = codePointAt(query, i);
        if (!isWordCharacter(c)) {
            endWord();
            continue;
        }
        const bool now = isUnspaced(c);
        if (!word.isEmpty() && now != unspaced && !QChar::isMark(c)) endWord();
        if (!word.isEmpty() && now) word += u' ';
        word += QStringView(query).mid(start, i - start + 1);
        unspaced = now;
    }
    const bool lastIsOpen = !word.isEmpty() && !unspaced;
    endWord();
    if (phrases.isEmpty()) return {};
    // The last word may still be in the making.
    if (lastIsOpen) phrases.last() += u'*';
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
