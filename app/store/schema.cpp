#include "store/schema.h"

#include <QCoreApplication>
#include <array>

#include "store/database.h"

namespace hearth::app::store {

namespace {

/// Version 1: everything.
void createTables(Database& database) {
    database.execute(R"sql(
CREATE TABLE conversation (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    title_source INTEGER NOT NULL DEFAULT 0,
    system_prompt TEXT NOT NULL DEFAULT '',
    folder TEXT NOT NULL DEFAULT '',
    pinned INTEGER NOT NULL DEFAULT 0,
    model TEXT NOT NULL DEFAULT '',
    sampling TEXT NOT NULL DEFAULT '{}',
    active_root INTEGER REFERENCES message(id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
);
CREATE INDEX conversation_by_time ON conversation(pinned DESC, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX conversation_in_trash ON conversation(deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX conversation_by_root ON conversation(active_root);

CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id INTEGER NOT NULL REFERENCES conversation(id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES message(id) ON DELETE CASCADE,
    active_child INTEGER REFERENCES message(id) ON DELETE SET NULL,
    role INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL DEFAULT '',
    search_text TEXT,
    thought_ms INTEGER NOT NULL DEFAULT 0,
    figures TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
);
CREATE INDEX message_removed ON message(deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX message_by_conversation ON message(conversation_id);
CREATE INDEX message_by_parent ON message(parent_id);
CREATE INDEX message_by_active_child ON message(active_child);
CREATE INDEX message_unfinished ON message(state) WHERE state = 1;

CREATE TABLE generation (
    message_id INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
    tokens BLOB NOT NULL,
    probabilities BLOB NOT NULL,
    metrics TEXT NOT NULL DEFAULT '{}',
    recipe TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE partial_reply (
    message_id INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE TABLE draft (
    conversation_id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE preset (name TEXT PRIMARY KEY, "values" TEXT NOT NULL) WITHOUT ROWID;
)sql");
}

/// Version 2: full-text search. The index holds no texts of its own: it reads them through a view. It is
/// written by SearchIndex and not by triggers: with a schema that is not trusted, SQLite 3.40 lets no trigger
/// write an FTS5 table.
void createSearchIndex(Database& database) {
    database.execute(R"sql(
CREATE VIEW message_search_text(id, body) AS SELECT id, coalesce(search_text, text) FROM message;
CREATE VIRTUAL TABLE message_index USING fts5(
    body, content='message_search_text', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER draft_delete AFTER DELETE ON conversation BEGIN
    DELETE FROM draft WHERE conversation_id = old.id;
END;
INSERT INTO message_index(rowid, body) SELECT id, coalesce(search_text, text) FROM message WHERE text <> '';
)sql");
}

/// Version 3: folders that are read without the rest, what else each token could have been, system prompts to
/// use again, and files in front of messages.
void addFoldersAndAttachments(Database& database) {
    database.execute(R"sql(
CREATE INDEX conversation_by_folder ON conversation(folder, pinned) WHERE deleted_at IS NULL AND folder <> '';
ALTER TABLE generation ADD COLUMN candidates BLOB NOT NULL DEFAULT x'';
CREATE TABLE prompt (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE attachment (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    size_bytes INTEGER NOT NULL DEFAULT 0,
    tokens INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX attachment_by_message ON attachment(message_id);
)sql");
}

/// Version 4: why a reply ended is a number of hearth::FinishReason instead of a phrase in the recipe. NULL:
/// not known.
void addFinishReasons(Database& database) {
    database.execute(R"sql(
ALTER TABLE generation ADD COLUMN finish_reason INTEGER;
UPDATE generation SET
    finish_reason = CASE json_extract(recipe, '$.finishReason')
        WHEN 'end of text' THEN 0
        WHEN 'stop string' THEN 1
        WHEN 'length' THEN 2
        WHEN 'context full' THEN 3
        WHEN 'cancelled' THEN 4
    END,
    recipe = json_remove(recipe, '$.finishReason')
WHERE CASE WHEN json_valid(recipe) THEN json_type(recipe, '$.finishReason') IS NOT NULL END;
)sql");
}

using Migration = void (*)(Database&);
/// Entry n brings version n to version n + 1. Never change one that was released: add the next.
constexpr std::array<Migration, 4> migrations = {createTables, createSearchIndex, addFoldersAndAttachments,
                                                 addFinishReasons};

}  // namespace

int currentSchemaVersion() {
    return static_cast<int>(migrations.size());
}

void migrateTo(Database& database, int version) {
    for (int from = database.schemaVersion(); from < version; ++from) {
        Transaction transaction(database);
        migrations.at(static_cast<size_t>(from))(database);
        database.setSchemaVersion(from + 1);
        transaction.commit();
    }
}

void migrate(Database& database) {
    const int version = database.schemaVersion();
    if (version > currentSchemaVersion())
        throw StoreError(StoreFault::NewerSchema,
                         QCoreApplication::translate(
                             "Store",
                             "Your chats were last used with a newer Hearth (format %1; this one knows up "
                             "to %2). Update Hearth to open them; nothing was changed.")
                             .arg(version)
                             .arg(currentSchemaVersion()));
    if (version < 0)
        throw StoreError(StoreFault::Damaged,
                         QCoreApplication::translate("Store",
                                                     "The file with your chats has no known format. Put a "
                                                     "backup in its place or move it away."));
    migrateTo(database, currentSchemaVersion());
}

}  // namespace hearth::app::store
