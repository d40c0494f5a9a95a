#include "store/earlier_turns.h"

#include <QJsonDocument>

#include "store/database.h"

namespace hearth::app::store {

std::vector<EarlierTurn> EarlierTurns::find(const TurnSettings& settings, int limit) {
    Statement rows = m_database.prepare(
        "SELECT question.id, answer.id, question.text, answer.created_at FROM conversation "
        "JOIN message AS question ON question.conversation_id = conversation.id "
        "JOIN message AS answer ON answer.parent_id = question.id "
        "JOIN generation ON generation.message_id = answer.id "
        "WHERE conversation.deleted_at IS NULL AND conversation.system_prompt = ?1 AND "
        "conversation.documents = ?2 AND conversation.structure = '{}' AND question.parent_id IS NULL AND "
        "question.role = 1 AND question.deleted_at IS NULL AND answer.role = 2 AND answer.state = 0 AND "
        "answer.deleted_at IS NULL AND answer.text <> '' AND answer.calls = '' AND answer.model = ?3 AND "
        "coalesce(generation.finish_reason, -1) = 0 AND json_valid(recipe) AND json_valid(metrics) AND "
        "coalesce(json_extract(recipe, '$.weightsHash'), '') = ?4 AND "
        "json_type(metrics, '$.earlier') IS NULL AND NOT EXISTS (SELECT 1 FROM attachment WHERE message_id = "
        "question.id AND passage = '') AND NOT EXISTS (SELECT 1 FROM message_picture WHERE message_id = "
        "question.id) ORDER BY answer.id DESC LIMIT ?5");
    rows.bind(0, settings.systemPrompt)
        .bind(1, QString::fromUtf8(QJsonDocument(settings.documents).toJson(QJsonDocument::Compact)))
        .bind(2, settings.model)
        .bind(3, settings.weightsHash)
        .bind(4, qint64{limit});
    std::vector<EarlierTurn> all;
    while (rows.step()) all.push_back({rows.integer(0), rows.integer(1), rows.text(2), rows.integer(3)});
    return all;
}

}  // namespace hearth::app::store
