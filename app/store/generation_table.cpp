#include "store/generation_table.h"

#include <QJsonDocument>
#include <bit>
#include <cstring>

#include "store/database.h"

namespace hearth::app::store {

namespace {

static_assert(std::endian::native == std::endian::little,
              "the file keeps 32-bit numbers in little-endian order");

template <class Number>
QByteArrayView bytesOf(const std::vector<Number>& values) {
    return {reinterpret_cast<const char*>(values.data()),
            static_cast<qsizetype>(values.size() * sizeof(Number))};
}

template <class Number>
std::vector<Number> numbersOf(const QByteArray& bytes) {
    std::vector<Number> values(static_cast<size_t>(bytes.size()) / sizeof(Number));
    if (!values.empty()) std::memcpy(values.data(), bytes.constData(), values.size() * sizeof(Number));
    return values;
}

}  // namespace

void GenerationTable::put(qint64 messageId, const Generation& generation) {
    Statement statement = m_database.prepare(
        "INSERT OR REPLACE INTO generation(message_id, tokens, probabilities, metrics, recipe, "
        "candidates, finish_reason, told_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(0, messageId)
        .bindBlob(1, bytesOf(generation.tokens))
        .bindBlob(2, bytesOf(generation.probabilities))
        .bind(3, jsonText(generation.metrics))
        .bind(4, jsonText(generation.recipe))
        .bindBlob(5, generation.candidates);
    if (generation.finishReason)
        statement.bind(6, static_cast<qint64>(*generation.finishReason));
    else
        statement.bindNull(6);
    statement.bindBlob(7, generation.toldTokens);
    statement.run();
}

std::optional<Generation> GenerationTable::find(qint64 messageId) {
    Statement statement = m_database.prepare(
        "SELECT tokens, probabilities, metrics, recipe, candidates, finish_reason, told_tokens FROM "
        "generation "
        "WHERE message_id = ?");
    statement.bind(0, messageId);
    if (!statement.step()) return std::nullopt;
    Generation generation;
    generation.tokens = numbersOf<int32_t>(statement.blob(0));
    generation.probabilities = numbersOf<float>(statement.blob(1));
    generation.metrics = QJsonDocument::fromJson(statement.text(2).toUtf8()).object();
    generation.recipe = QJsonDocument::fromJson(statement.text(3).toUtf8()).object();
    generation.candidates = statement.blob(4);
    if (!statement.isNull(5)) generation.finishReason = finishReasonOf(statement.integer(5));
    generation.toldTokens = statement.blob(6);
    return generation;
}

std::vector<int32_t> GenerationTable::tokens(qint64 messageId) {
    Statement statement = m_database.prepare("SELECT tokens FROM generation WHERE message_id = ?");
    statement.bind(0, messageId);
    return statement.step() ? numbersOf<int32_t>(statement.blob(0)) : std::vector<int32_t>();
}

TokenSums GenerationTable::sums(const TokenSpan& span) {
    Statement statement = m_database.prepare(
        "WITH one AS (SELECT coalesce(json_extract(g.recipe, '$.priceRead'), 0) AS price_read, "
        "coalesce(json_extract(g.recipe, '$.priceWritten'), 0) AS price_written, "
        "coalesce(json_extract(g.metrics, '$.promptTokens'), 0) AS prompt, "
        "coalesce(json_extract(g.metrics, '$.reusedTokens'), 0) AS reused, "
        "coalesce(json_extract(g.metrics, '$.generatedTokens'), 0) AS written "
        "FROM generation g JOIN message m ON m.id = g.message_id WHERE m.created_at >= ?1 AND (?2 = 0 OR "
        "m.conversation_id = ?2) AND json_valid(g.recipe) AND json_valid(g.metrics)) "
        "SELECT price_read + price_written > 0 AS paid, count(*), sum(prompt), sum(reused), sum(written), "
        "sum(prompt * price_read + written * price_written) / 1000000.0 FROM one GROUP BY paid");
    statement.bind(0, span.sinceMs).bind(1, span.conversationId);
    TokenSums sums;
    while (statement.step()) {
        if (statement.integer(0) != 0) {
            sums.paidReplies = statement.integer(1);
            sums.paidPrompt = statement.integer(2);
            sums.paidWritten = statement.integer(4);
            sums.cost = statement.real(5);
        } else {
            sums.localReplies = statement.integer(1);
            sums.localPrompt = statement.integer(2);
            sums.localReused = statement.integer(3);
            sums.localWritten = statement.integer(4);
        }
    }
    return sums;
}

}  // namespace hearth::app::store
