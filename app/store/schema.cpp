#include "store/schema.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <array>
#include <utility>

#include "store/database.h"
#include "store/setting_table.h"

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

/// Words that were kept where there is a message now: those that most machines have get their identity,
/// others stay somebody's words.
QJsonObject messageOfWords(const QJsonValue& words) {
    static constexpr std::array<std::pair<const char*, const char*>, 3> known{{
        {"No graphics card was found.", "card.none-found"},
        {"This copy of Hearth was built without its GPU engine; use the CPU instead.",
         "card.engine-not-built"},
        {"No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.", "card.no-driver"},
    }};
    const QString text = words.toString();
    if (text.isEmpty()) return {};
    for (const auto& [english, id] : known)
        if (text == QLatin1String(english))
            return {{QStringLiteral("id"), QLatin1String(id)},
                    {QStringLiteral("english"), text},
                    {QStringLiteral("arguments"), QJsonArray()}};
    return {{QStringLiteral("id"), QString()},
            {QStringLiteral("english"), QStringLiteral("%1")},
            {QStringLiteral("arguments"), QJsonArray{text}}};
}

/// A device with its kind, and "2 threads, AVX2" of a processor in parts.
QJsonObject withDescription(QJsonObject device) {
    static const QRegularExpression words(QStringLiteral("\\A(\\d+) threads?(?:, (.+))?\\z"));
    const QRegularExpressionMatch match = words.match(device[QLatin1String("name")].toString());
    const bool card = device[QLatin1String("gpu")].toBool();
    device[QLatin1String("title")] = card ? QStringLiteral("GPU") : QStringLiteral("CPU");
    device[QLatin1String("type")] = card ? QStringLiteral("graphicsCard") : QStringLiteral("processor");
    device[QLatin1String("device")] = card ? device[QLatin1String("name")].toString() : QString();
    device[QLatin1String("threads")] = match.captured(1).toInt();
    device[QLatin1String("instructions")] = match.captured(2);
    return device;
}

/// Version 5: what the last check of the machine said is messages with an identity instead of English
/// sentences, and the processor is figures.
void addMessagesToLastCheck(Database& database) {
    SettingTable settings(database);
    const QString name = QStringLiteral("app");
    QJsonObject app = settings.find(name, {}).toObject();
    QJsonObject check = app[QLatin1String("lastCheck")].toObject();
    if (check.isEmpty()) return;
    const QJsonObject reason = messageOfWords(check.take(QLatin1String("noGpuReason")));
    QJsonArray missing;
    if (!reason.isEmpty())
        missing.append(QJsonObject{{QStringLiteral("title"), QStringLiteral("GPU")},
                                   {QStringLiteral("type"), QStringLiteral("graphicsCard")},
                                   {QStringLiteral("reason"), reason}});
    check[QLatin1String("missing")] = missing;
    for (const char* list : {"devices", "failed", "wrong"}) {
        QJsonArray parts = check[QLatin1String(list)].toArray();
        for (auto part : parts) {
            QJsonObject object = part.toObject();
            object[QLatin1String("failure")] = messageOfWords(object[QLatin1String("failure")]);
            part = QLatin1String(list) == QLatin1String("wrong") ? object : withDescription(object);
        }
        check[QLatin1String(list)] = parts;
    }
    app[QLatin1String("lastCheck")] = check;
    settings.put(name, app);
}

/// Version 6: each conversation says what happens when it no longer fits into the context, which was a
/// setting for all; and what stands in prompts for its oldest messages. A summary without a message stands
/// before the first one.
void addOverflowAndSummaries(Database& database) {
    database.execute(R"sql(
ALTER TABLE conversation ADD COLUMN overflow INTEGER NOT NULL DEFAULT 0;
CREATE TABLE summary (
    id INTEGER PRIMARY KEY,
    conversation_id INTEGER NOT NULL REFERENCES conversation(id) ON DELETE CASCADE,
    message_id INTEGER REFERENCES message(id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    edited INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
);
CREATE INDEX summary_by_conversation ON summary(conversation_id);
CREATE INDEX summary_by_message ON summary(message_id);
)sql");
    SettingTable settings(database);
    const QString name = QStringLiteral("app"), overflow = QStringLiteral("overflow");
    QJsonObject app = settings.find(name, {}).toObject();
    const QString chosen = app[overflow].toString();
    if (chosen != QLatin1String("drop") && chosen != QLatin1String("slide")) return;
    // The two kinds of leaving turns out have become one.
    app[overflow] = QStringLiteral("slide");
    settings.put(name, app);
    database.execute("UPDATE conversation SET overflow = 1");
}

/// Version 7: what the cache saved, by day. The replies that are there say what it was until now.
void addCacheDays(Database& database) {
    database.execute(R"sql(
CREATE TABLE cache_day (
    day INTEGER PRIMARY KEY,
    prompt_tokens INTEGER NOT NULL DEFAULT 0,
    reused_tokens INTEGER NOT NULL DEFAULT 0,
    disk_tokens INTEGER NOT NULL DEFAULT 0,
    saved_ms INTEGER NOT NULL DEFAULT 0
);
INSERT INTO cache_day(day, prompt_tokens, reused_tokens, disk_tokens, saved_ms)
SELECT day, sum(prompt), sum(reused), sum(disk), sum(CASE WHEN rate > 0 THEN round(1000.0 * reused / rate) ELSE 0 END)
FROM (
    SELECT max(0, message.created_at) / 86400000 AS day,
           max(0, CAST(coalesce(json_extract(metrics, '$.promptTokens'), 0) AS INTEGER)) AS prompt,
           max(0, CAST(coalesce(json_extract(metrics, '$.reusedTokens'), 0) AS INTEGER)) AS reused,
           max(0, CAST(coalesce(json_extract(metrics, '$.reusedFromDisk'), 0) AS INTEGER)) AS disk,
           CAST(coalesce(json_extract(metrics, '$.prefillTokensPerS'), 0) AS REAL) AS rate
    FROM generation JOIN message ON message.id = generation.message_id
    WHERE CASE WHEN json_valid(metrics) THEN json_type(metrics, '$.promptTokens') = 'integer' END
)
GROUP BY day;
)sql");
}

/// Version 8: which tools a conversation has, and the calls of its messages.
void addTools(Database& database) {
    database.execute(R"sql(
ALTER TABLE conversation ADD COLUMN tools TEXT NOT NULL DEFAULT '{}';
ALTER TABLE message ADD COLUMN calls TEXT NOT NULL DEFAULT '';
)sql");
}

/// Version 9: what the replies of a conversation are held to.
void addStructure(Database& database) {
    database.execute("ALTER TABLE conversation ADD COLUMN structure TEXT NOT NULL DEFAULT '{}'");
}

/// Version 10: whether a conversation uses documents, and the passages that went along with its questions.
void addDocuments(Database& database) {
    database.execute(R"sql(
ALTER TABLE conversation ADD COLUMN documents TEXT NOT NULL DEFAULT '{}';
ALTER TABLE attachment ADD COLUMN passage TEXT NOT NULL DEFAULT '';
)sql");
}

/// Version 11: the tokens of replies that servers made.
void addToldTokens(Database& database) {
    database.execute("ALTER TABLE generation ADD COLUMN told_tokens BLOB NOT NULL DEFAULT x''");
}

/// Version 12: the model of each conversation.
void addModelPath(Database& database) {
    database.execute("ALTER TABLE conversation ADD COLUMN model_path TEXT NOT NULL DEFAULT ''");
}

/// Version 13: pictures of messages, of drafts, and of messages that wait. Each file is stored once, with its
/// bytes in the last column, so that its size is read without them. Triggers erase a file with the last row
/// that refers to it.
void addPictures(Database& database) {
    database.execute(R"sql(
CREATE TABLE picture (
    hash TEXT PRIMARY KEY NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes BLOB NOT NULL
);
CREATE TABLE message_picture (
    message_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL REFERENCES picture(hash),
    name TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (message_id, position)
) WITHOUT ROWID;
CREATE INDEX message_picture_by_hash ON message_picture(hash);
CREATE TABLE draft_picture (
    conversation_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hash TEXT NOT NULL REFERENCES picture(hash),
    name TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (conversation_id, position)
) WITHOUT ROWID;
CREATE INDEX draft_picture_by_hash ON draft_picture(hash);
CREATE TABLE waiting_picture (hash TEXT PRIMARY KEY NOT NULL REFERENCES picture(hash)) WITHOUT ROWID;

CREATE VIEW picture_use(hash) AS
    SELECT hash FROM message_picture UNION ALL SELECT hash FROM draft_picture UNION ALL SELECT hash FROM waiting_picture;
CREATE TRIGGER message_picture_delete AFTER DELETE ON message_picture BEGIN
    DELETE FROM picture WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM picture_use WHERE hash = old.hash);
END;
CREATE TRIGGER draft_picture_delete AFTER DELETE ON draft_picture BEGIN
    DELETE FROM picture WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM picture_use WHERE hash = old.hash);
END;
CREATE TRIGGER waiting_picture_delete AFTER DELETE ON waiting_picture BEGIN
    DELETE FROM picture WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM picture_use WHERE hash = old.hash);
END;
CREATE TRIGGER draft_pictures_of_conversation_delete AFTER DELETE ON conversation BEGIN
    DELETE FROM draft_picture WHERE conversation_id = old.id;
END;
)sql");
}

/// Version 14: how much of its tokens a picture has (PictureDetail); 1: as the model has it.
void addPictureDetail(Database& database) {
    database.execute(R"sql(
ALTER TABLE message_picture ADD COLUMN detail INTEGER NOT NULL DEFAULT 1;
ALTER TABLE draft_picture ADD COLUMN detail INTEGER NOT NULL DEFAULT 1;
)sql");
}

using Migration = void (*)(Database&);
/// Entry n brings version n to version n + 1. Never change one that was released: add the next.
constexpr std::array<Migration, 14> migrations = {createTables,
                                                  createSearchIndex,
                                                  addFoldersAndAttachments,
                                                  addFinishReasons,
                                                  addMessagesToLastCheck,
                                                  addOverflowAndSummaries,
                                                  addCacheDays,
                                                  addTools,
                                                  addStructure,
                                                  addDocuments,
                                                  addToldTokens,
                                                  addModelPath,
                                                  addPictures,
                                                  addPictureDetail};

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
