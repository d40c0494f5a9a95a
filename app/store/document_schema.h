#pragma once

namespace hearth::app::store {

class Database;

/// The schema that `migrateDocuments` brings a file to.
int currentDocumentSchemaVersion();
/// Brings the tables of documents to a version, for tests.
void migrateDocumentsTo(Database& database, int version);
/// To the current one. Throws StoreError; NewerSchema for a file of a newer Hearth.
void migrateDocuments(Database& database);

}  // namespace hearth::app::store
