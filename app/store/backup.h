#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

namespace hearth::app::store {

class Database;

/// Writes everything that a database holds into one file, as it is at one moment, whatever is written to the
/// database meanwhile. The file is a database itself, readable by its owner only, and takes the place of an
/// older one of its name when it is complete and on the disk; otherwise nothing is left of it. `progress`
/// hears of the share that is written, 0 to 1. False after a stop request. Throws StoreError.
bool backUp(Database& database, const std::filesystem::path& file,
            const std::function<void(double)>& progress = {}, const std::stop_token& stop = {});

/// The same for a database file that is in use, over a connection of its own: for another thread.
bool backUpFile(const std::filesystem::path& database, const std::filesystem::path& file,
                const std::function<void(double)>& progress = {}, const std::stop_token& stop = {});

}  // namespace hearth::app::store
