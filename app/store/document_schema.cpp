#include "store/document_schema.h"

#include <QString>
#include <array>

#include "store/database.h"

namespace hearth::app::store {

namespace {

/// Version 1: documents and their passages. As with the index of messages, the one of passages reads its
/// texts through a view and is written by DocumentTable, for no trigger may write an FTS5 table.
void createDocumentTables(Database& database) {
    database.execute(R"sql(
CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE
);
CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    hash BLOB NOT NULL,
    problem INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT '',
    passages INTEGER NOT NULL DEFAULT 0,
    UNIQUE(source_id, path)
);
CREATE INDEX document_with_problem ON document(source_id, path) WHERE problem > 1;
CREATE TABLE passage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    headings TEXT NOT NULL DEFAULT '',
    search_text TEXT,
    search_headings TEXT NOT NULL DEFAULT '',
    page INTEGER NOT NULL DEFAULT 0,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    first_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    UNIQUE(document_id, number)
);
CREATE VIEW passage_search_text(id, body, headings) AS
    SELECT id, coalesce(search_text, text), search_headings FROM passage;
CREATE VIRTUAL TABLE passage_index USING fts5(
    body, headings, content='passage_search_text', content_rowid='id',
    tokenize="unicode61 remove_diacritics 2");
INSERT INTO passage_index(passage_index, rank) VALUES('rank', 'bm25(1.0, 0.6)');
)sql");
}

/// Version 2: vectors of passages. Each row says of which model it is, so that those of two never meet. A
/// vector that goes leaves its passage's number behind, so that who has all vectors in memory can follow.
void createVectorTables(Database& database) {
    database.execute(R"sql(
CREATE TABLE vector_model (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    identity TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
);
CREATE TABLE passage_vector (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    passage_id INTEGER NOT NULL UNIQUE REFERENCES passage(id) ON DELETE CASCADE,
    source_id INTEGER NOT NULL,
    model_id INTEGER NOT NULL,
    scale REAL NOT NULL,
    checksum INTEGER NOT NULL,
    codes BLOB NOT NULL
);
CREATE TABLE vector_gone (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    passage_id INTEGER NOT NULL
);
CREATE TRIGGER passage_vector_goes AFTER DELETE ON passage_vector BEGIN
    INSERT INTO vector_gone(passage_id) VALUES(old.passage_id);
END;
)sql");
}

using DocumentMigration = void (*)(Database&);
/// Entry n brings version n to version n + 1. Never change one that was released: add the next.
constexpr std::array<DocumentMigration, 2> documentMigrations = {createDocumentTables, createVectorTables};

}  // namespace

int currentDocumentSchemaVersion() {
    return static_cast<int>(documentMigrations.size());
}

void migrateDocumentsTo(Database& database, int version) {
    for (int from = database.schemaVersion(); from < version; ++from) {
        Transaction transaction(database);
        documentMigrations.at(static_cast<size_t>(from))(database);
        database.setSchemaVersion(from + 1);
        transaction.commit();
    }
}

void migrateDocuments(Database& database) {
    const int version = database.schemaVersion();
    if (version < 0 || version > currentDocumentSchemaVersion())
        // Nobody reads this: openDocumentFile() makes the file anew.
        throw StoreError(StoreFault::NewerSchema, QStringLiteral("The documents have a newer format."));
    migrateDocumentsTo(database, currentDocumentSchemaVersion());
}

}  // namespace hearth::app::store
