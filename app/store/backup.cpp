#include "store/backup.h"

#include <sqlite3.h>

#include <QCoreApplication>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>

#include "hearth/platform/file.h"
#include "hearth/platform/file_names.h"
#include "hearth/platform/sync_path.h"
#include "store/database.h"

namespace hearth::app::store {

namespace {

struct BackupText {
    Q_DECLARE_TR_FUNCTIONS(Store)
};

constexpr int pagesPerStep = 512;
constexpr int busyMs = 10, mostBusySteps = 500;

/// Target of the backup: a file next to the requested one, removed with the object unless it is kept.
class TemporaryCopy {
public:
    explicit TemporaryCopy(const std::filesystem::path& wanted)
        : m_wanted(wanted), m_path(wanted.string() + ".") {
        refuseOthers();
        m_file = platform::File::withNewName(m_path);
        if (!m_file.isOpen()) fail(errno);
    }
    ~TemporaryCopy() {
        (void)m_file.close();
        if (m_kept) return;
        for (const char* ending : {"", "-journal", "-wal", "-shm"})
            (void)platform::removeFile(m_path + ending);
    }
    TemporaryCopy(const TemporaryCopy&) = delete;
    TemporaryCopy& operator=(const TemporaryCopy&) = delete;

    const std::string& path() const { return m_path; }

    void keep() {
        refuseOthers();
        if (!m_file.sync() || std::rename(m_path.c_str(), m_wanted.c_str()) != 0) fail(errno);
        m_kept = true;
        (void)platform::syncPath(platform::folderOf(m_wanted));
    }

    /// Nothing but an ordinary file is replaced: no link, pipe or device.
    void refuseOthers() const {
        const auto facts = platform::factsOf(m_wanted);
        if (facts && facts->kind != platform::FileKind::Regular) fail(EEXIST);
    }
    [[noreturn]] void fail(int reason) const {
        const bool full = reason == ENOSPC || reason == EDQUOT;
        throw StoreError(
            full ? StoreFault::DiskFull : StoreFault::ReadOnly,
            full ? BackupText::tr("There is no room for %1. Free some space or choose another folder.")
                       .arg(QString::fromStdString(m_wanted.string()))
                 : BackupText::tr("%1 cannot be written (%2). Choose another folder.")
                       .arg(QString::fromStdString(m_wanted.string()),
                            QString::fromStdString(std::generic_category().message(reason))));
    }

    /// Throws SQLite's error about the copy, as a system's reason if it is one.
    [[noreturn]] void failOf(int code, sqlite3* handle) const {
        if ((code & 0xff) == SQLITE_FULL) fail(ENOSPC);
        const int reason = handle != nullptr ? sqlite3_system_errno(handle) : 0;
        fail(reason != 0 ? reason : EIO);
    }

private:
    const std::filesystem::path m_wanted;
    std::string m_path;
    platform::File m_file;
    bool m_kept = false;
};

struct CloseHandle {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
using Handle = std::unique_ptr<sqlite3, CloseHandle>;

/// Copies page by page; false after a stop request.
bool copyPages(sqlite3* from, sqlite3* to, const TemporaryCopy& copy,
               const std::function<void(double)>& progress, const std::stop_token& stop) {
    sqlite3_backup* const backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == nullptr) copy.failOf(sqlite3_errcode(to), to);
    int code = SQLITE_OK;
    for (int busy = 0; code == SQLITE_OK && busy < mostBusySteps && !stop.stop_requested();) {
        code = sqlite3_backup_step(backup, pagesPerStep);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
            ++busy;
            sqlite3_sleep(busyMs);
            code = SQLITE_OK;
        }
        const int all = sqlite3_backup_pagecount(backup);
        if (progress && all > 0) progress(1.0 - static_cast<double>(sqlite3_backup_remaining(backup)) / all);
    }
    sqlite3_backup_finish(backup);
    if (stop.stop_requested()) return false;
    if (code != SQLITE_DONE) copy.failOf(code == SQLITE_OK ? SQLITE_BUSY : code, to);
    return true;
}

/// The result of a statement with one row; empty when there is none.
std::string answerOf(sqlite3* handle, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    std::string answer;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        if (const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)))
            answer = text;
    sqlite3_finalize(statement);
    return answer;
}

}  // namespace

bool backUp(Database& database, const std::filesystem::path& file,
            const std::function<void(double)>& progress, const std::stop_token& stop) {
    TemporaryCopy copy(file);
    {
        sqlite3* opened = nullptr;
        const int code =
            sqlite3_open_v2(copy.path().c_str(), &opened,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
        const Handle handle(opened);
        if (code != SQLITE_OK) copy.failOf(code, opened);
        // Checking a large copy takes as long as writing it, and ends as soon.
        sqlite3_progress_handler(
            opened, 10'000,
            [](void* token) { return int{static_cast<const std::stop_token*>(token)->stop_requested()}; },
            const_cast<std::stop_token*>(&stop));
        // A snapshot of the database, so that other writes in the meantime do not restart the copy.
        database.execute("BEGIN; SELECT count(*) FROM sqlite_schema");
        bool whole = false;
        try {
            whole = copyPages(database.handle(), opened, copy, progress, stop);
        } catch (const StoreError&) {
            database.execute("ROLLBACK");
            throw;
        }
        database.execute("ROLLBACK");
        if (!whole) return false;
        // A file that needs no other file next to it, also on a read-only disk.
        const bool isOneFile = answerOf(opened, "PRAGMA journal_mode=DELETE") == "delete";
        const int fault = sqlite3_errcode(opened);
        const bool isSound = isOneFile && answerOf(opened, "PRAGMA quick_check(1)") == "ok";
        if (stop.stop_requested()) return false;
        if (!isOneFile && (fault & 0xff) != SQLITE_CORRUPT) copy.failOf(fault, opened);
        if (!isSound)
            throw StoreError(
                StoreFault::Damaged,
                BackupText::tr("The file with your chats is damaged, so no backup was made of it. "
                               "Keep the backups that you have."));
    }
    copy.keep();
    return true;
}

bool backUpFile(const std::filesystem::path& database, const std::filesystem::path& file,
                const std::function<void(double)>& progress, const std::stop_token& stop) {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm"})
        if (std::filesystem::equivalent(database.string() + ending, file, ignored))
            throw StoreError(
                StoreFault::InUse,
                BackupText::tr("This is the file that Hearth keeps your chats in. Choose another "
                               "name or folder for the backup."));
    return backUp(*Database::openAgain(database), file, progress, stop);
}

}  // namespace hearth::app::store
