#pragma once

#include <optional>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The table of conversations.
class ConversationTable {
public:
    explicit ConversationTable(Database& database) : m_database(database) {}

    /// Writes a new one and fills in its id; times that are 0 become now.
    void insert(Conversation& conversation);
    std::optional<Conversation> find(qint64 id);
    /// Those neither in the trash nor in a folder, and the pinned ones wherever they are: pinned first, then
    /// newest first; at most `limit` (-1: all) from `offset` on.
    std::vector<Conversation> list(int limit = -1, int offset = 0);
    /// The folders in the order of their names, each with its number of conversations (without pinned ones,
    /// which are listed above).
    std::vector<Folder> folders();
    /// Conversations of a folder, newest first; pinned ones left out.
    std::vector<Conversation> inFolder(const QString& folder);
    /// The ids and titles of all that are not in the trash, most recently used first, at most `limit` (-1:
    /// all), with the time of their last use.
    std::vector<Conversation> titles(int limit = -1);
    /// Newest deletion first.
    std::vector<Conversation> trash();
    /// Of all that are not erased, those in the trash as well.
    std::vector<qint64> ids();

    void setTitle(qint64 id, const QString& title, TitleSource source);
    void setPinned(qint64 id, bool pinned);
    void setFolder(qint64 id, const QString& folder);
    /// Moves everything of one folder into another (empty: into none).
    void renameFolder(const QString& from, const QString& to);
    void setSystemPrompt(qint64 id, const QString& text);
    void setSampling(qint64 id, const QJsonObject& values);
    void setOverflow(qint64 id, Overflow overflow);
    void setTools(qint64 id, const QJsonObject& tools);
    void setStructure(qint64 id, const QJsonObject& structure);
    void setDocuments(qint64 id, const QJsonObject& documents);
    void setModel(qint64 id, const QString& model);
    void setModelPath(qint64 id, const QString& path);
    /// Models from the folder `from` are in the folder `to` now.
    void moveModels(const QString& from, const QString& to);
    void setActiveRoot(qint64 id, qint64 messageId);
    void touch(qint64 id, qint64 timeMs);
    void moveToTrash(qint64 id, qint64 timeMs);
    /// Everything that is not in the trash yet.
    void moveAllToTrash(qint64 timeMs);
    /// Restores what was moved to the trash at exactly this time.
    void restoreAll(qint64 timeMs);
    /// Number of those that are not in the trash.
    int count();
    void restore(qint64 id);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
