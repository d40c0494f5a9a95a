#pragma once

#include <filesystem>
#include <memory>

#include "store/database.h"

namespace hearth::app::store {

/// Opens or creates the file with the documents and brings its schema up to date. All of it can be made again
/// from the documents: a file that is damaged, or of a newer Hearth, is removed, and `madeAnew` is set. No
/// other connection may be open then. A power cut may lose what was written last, and nothing else. Throws
/// StoreError.
std::unique_ptr<Database> openDocumentFile(const std::filesystem::path& path, bool* madeAnew = nullptr);

/// Removes the file and what SQLite keeps beside it.
void removeDocumentFile(const std::filesystem::path& path);

}  // namespace hearth::app::store
