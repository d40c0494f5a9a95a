#pragma once

#include <QJsonObject>
#include <QString>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// A question that began a chat, with its answer.
struct EarlierTurn {
    qint64 questionId = 0, answerId = 0;
    QString question;
    qint64 answeredAt = 0;
};

/// Settings that must be equal for answers of different chats to be interchangeable.
struct TurnSettings {
    QString model, weightsHash;
    QString systemPrompt;
    QJsonObject documents;  ///< as Conversation::documents
};

/// Questions that began chats, of all chats that are not in the trash. One thread.
class EarlierTurns {
public:
    explicit EarlierTurns(Database& database) : m_database(database) {}

    /// Those with a complete answer that was made with these settings, the last ones first. Not those with
    /// files of their own, with calls of tools, with a form that the answer had to have, or that were
    /// answered by an earlier answer themselves.
    std::vector<EarlierTurn> find(const TurnSettings& settings, int limit);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
