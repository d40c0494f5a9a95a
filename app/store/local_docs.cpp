#include "store/local_docs.h"

#include <sqlite3.h>
#include <QFile>

namespace hearth::app::store {

namespace {

constexpr int mostFolders = 1000;

QStringList foldersOf(const QString& file, const char* sql) {
    QStringList folders;
    sqlite3* handle = nullptr;
    if (sqlite3_open_v2(file.toUtf8().constData(), &handle, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) {
        sqlite3_busy_timeout(handle, 500);
        sqlite3_stmt* rows = nullptr;
        if (sqlite3_prepare_v2(handle, sql, -1, &rows, nullptr) == SQLITE_OK)
            while (folders.size() < mostFolders && sqlite3_step(rows) == SQLITE_ROW)
                if (const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(rows, 0)))
                    folders += QString::fromUtf8(text);
        sqlite3_finalize(rows);
    }
    sqlite3_close(handle);
    return folders;
}

}  // namespace

QString gpt4AllFolder(const QString& home) {
    return home + QStringLiteral("/.local/share/nomic.ai/GPT4All");
}

QStringList gpt4AllDocumentFolders(const QString& folder) {
    // The newest version that is there; older ones stay behind when GPT4All has taken them over.
    for (int version = 3; version >= 1; --version) {
        const QString file = QStringLiteral("%1/localdocs_v%2.db").arg(folder).arg(version);
        if (!QFile::exists(file)) continue;
        return foldersOf(file, version == 1 ? "SELECT folder_path FROM folders ORDER BY folder_path"
                                            : "SELECT path FROM folders ORDER BY path");
    }
    return {};
}

}  // namespace hearth::app::store
