#include "store/document_file.h"

#include <system_error>

#include "store/document_schema.h"

namespace hearth::app::store {

namespace {

std::unique_ptr<Database> openDocumentsAsTheyAre(const std::filesystem::path& path) {
    std::unique_ptr<Database> database = Database::open(path);
    migrateDocuments(*database);
    database->setDurable(false);
    return database;
}

}  // namespace

std::unique_ptr<Database> openDocumentFile(const std::filesystem::path& path, bool* madeAnew) {
    if (madeAnew != nullptr) *madeAnew = false;
    try {
        return openDocumentsAsTheyAre(path);
    } catch (const StoreError& error) {
        if (error.fault() != StoreFault::Damaged && error.fault() != StoreFault::NewerSchema) throw;
    }
    removeDocumentFile(path);
    if (madeAnew != nullptr) *madeAnew = true;
    return openDocumentsAsTheyAre(path);
}

void removeDocumentFile(const std::filesystem::path& path) {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm"}) {
        std::filesystem::path file = path;
        file += ending;
        std::filesystem::remove(file, ignored);
    }
}

}  // namespace hearth::app::store
