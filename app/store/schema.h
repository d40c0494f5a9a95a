#pragma once

namespace hearth::app::store {

class Database;

/// The schema that this program writes.
int currentSchemaVersion();

/// Brings a database to the current schema, each step in one transaction. Throws StoreError(NewerSchema)
/// without touching the file when it was written by a later Hearth.
void migrate(Database& database);

/// The same up to a given version: how tests make old files.
void migrateTo(Database& database, int version);

}  // namespace hearth::app::store
