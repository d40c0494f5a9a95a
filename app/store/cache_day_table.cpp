#include "store/cache_day_table.h"

#include <QDateTime>

#include "store/database.h"

namespace hearth::app::store {

void CacheDayTable::add(qint64 day, const CacheSavings& savings) {
    m_database
        .prepare(
            "INSERT INTO cache_day(day, prompt_tokens, reused_tokens, disk_tokens, saved_ms) VALUES (?, ?, "
            "?, ?, ?) ON CONFLICT(day) DO UPDATE SET prompt_tokens = prompt_tokens + "
            "excluded.prompt_tokens, reused_tokens = reused_tokens + excluded.reused_tokens, disk_tokens = "
            "disk_tokens + excluded.disk_tokens, saved_ms = saved_ms + excluded.saved_ms")
        .bind(0, day)
        .bind(1, savings.promptTokens)
        .bind(2, savings.reusedTokens)
        .bind(3, savings.diskTokens)
        .bind(4, qRound64(savings.savedMs))
        .run();
}

CacheSavings CacheDayTable::since(qint64 day) {
    Statement statement = m_database.prepare(
        "SELECT coalesce(sum(prompt_tokens), 0), coalesce(sum(reused_tokens), 0), coalesce(sum(disk_tokens), "
        "0), coalesce(sum(saved_ms), 0) FROM cache_day WHERE day >= ?");
    statement.bind(0, day);
    if (!statement.step()) return {};
    return {statement.integer(0), statement.integer(1), statement.integer(2),
            static_cast<double>(statement.integer(3))};
}

qint64 CacheDayTable::today() {
    constexpr qint64 dayMs = 24LL * 60 * 60 * 1000;
    return QDateTime::currentMSecsSinceEpoch() / dayMs;
}

}  // namespace hearth::app::store
