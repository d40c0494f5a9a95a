#include "store/database.h"

#include <sqlite3.h>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <map>
#include <utility>

#include "hearth/platform/file.h"
#include "store/passage_rank.h"

namespace hearth::app::store {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Store)
};

StoreError errorOf(int code, sqlite3* handle) {
    const QString detail = QString::fromUtf8(handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code));
    switch (code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return {StoreFault::Damaged,
                    Text::tr("The file with your chats is damaged. Hearth has changed nothing in "
                             "it; put a backup in its place or move it away to start afresh.")};
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN:
        case SQLITE_AUTH:
            return {StoreFault::ReadOnly,
                    Text::tr("The folder with your chats cannot be written. Give yourself write "
                             "permission to it, or choose another with --data-dir.")};
        case SQLITE_FULL:
            return {StoreFault::DiskFull,
                    Text::tr("The disk with your chats is full. Free some space and try again; "
                             "everything saved before is kept.")};
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {StoreFault::InUse,
                    Text::tr("Another program is using the file with your chats. Close it and try "
                             "again.")};
        case SQLITE_TOOBIG:
            return {StoreFault::Other,
                    Text::tr("This text is longer than a chat can hold (64 MB). Shorten or split it and try "
                             "again.")};
        case SQLITE_IOERR: {
            // A full disk shows as a failed write of the shared memory file, too.
            const int reason = handle ? sqlite3_system_errno(handle) : 0;
            if (reason == ENOSPC || reason == EDQUOT)
                return {StoreFault::DiskFull,
                        Text::tr("The disk with your chats is full. Free some space and try "
                                 "again; everything saved before is kept.")};
            return {StoreFault::Other,
                    Text::tr("Reading or writing the file with your chats failed (%1). Check the disk.")
                        .arg(detail)};
        }
        default:
            return {StoreFault::Other,
                    Text::tr("The file with your chats could not be used (%1).").arg(detail)};
    }
}

void check(int code, sqlite3* handle) {
    if (code != SQLITE_OK) throw errorOf(code, handle);
}

void configure(sqlite3* handle) {
    int ignored = 0;
    check(sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, &ignored), handle);
    check(sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &ignored), handle);
    check(sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, &ignored), handle);
    check(sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, &ignored), handle);
    // A text of 64 MB is far above every message and far below what hurts.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_busy_timeout(handle, 2000);
    addPassageRank(handle);
}

}  // namespace

StoreError::StoreError(StoreFault fault, const QString& message)
    : std::runtime_error(message.toStdString()), m_fault(fault), m_message(message) {
}

QString jsonText(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

Statement::~Statement() {
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
}

Statement& Statement::bind(int index, qint64 value) {
    check(sqlite3_bind_int64(m_statement, index + 1, value), m_handle);
    return *this;
}

Statement& Statement::bind(int index, const QString& value) {
    const QByteArray utf8 = value.toUtf8();
    check(sqlite3_bind_text64(m_statement, index + 1, utf8.constData(),
                              static_cast<sqlite3_uint64>(utf8.size()), SQLITE_TRANSIENT, SQLITE_UTF8),
          m_handle);
    return *this;
}

Statement& Statement::bindReal(int index, double value) {
    check(sqlite3_bind_double(m_statement, index + 1, value), m_handle);
    return *this;
}

Statement& Statement::bindBlob(int index, QByteArrayView value) {
    // A pointer that is not null, so that an empty blob is not NULL.
    const char* data = value.isEmpty() ? "" : value.data();
    check(sqlite3_bind_blob64(m_statement, index + 1, data, static_cast<sqlite3_uint64>(value.size()),
                              SQLITE_TRANSIENT),
          m_handle);
    return *this;
}

Statement& Statement::bindNull(int index) {
    check(sqlite3_bind_null(m_statement, index + 1), m_handle);
    return *this;
}

Statement& Statement::bindReference(int index, qint64 id) {
    return id == 0 ? bindNull(index) : bind(index, id);
}

bool Statement::step() {
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    throw errorOf(code, m_handle);
}

void Statement::run() {
    while (step()) {
    }
}

qint64 Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(m_statement, column);
}

QString Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return text ? QString::fromUtf8(text, sqlite3_column_bytes(m_statement, column)) : QString();
}

QByteArray Statement::blob(int column) const {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    return data ? QByteArray(data, sqlite3_column_bytes(m_statement, column)) : QByteArray();
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

struct Database::Cache {
    std::map<std::string_view, sqlite3_stmt*> statements;
};

Database::Database(sqlite3* handle) : m_handle(handle), m_cache(std::make_unique<Cache>()) {
}

Database::~Database() {
    for (const auto& [sql, statement] : m_cache->statements) sqlite3_finalize(statement);
    sqlite3_close_v2(m_handle);
}

std::unique_ptr<Database> Database::open(const std::filesystem::path& path) {
    sqlite3* handle = nullptr;
    // Chats are for their owner's eyes; SQLite gives its other files the mode of this one.
    using platform::Open;
    if (platform::File file(path, Open::Read | Open::Write | Open::Create); file.isOpen()) {
        (void)file.setPermissions(platform::ownerOnly);
        (void)file.close();
    }
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    std::unique_ptr<Database> database(new Database(handle));
    check(code, handle);
    configure(handle);
    // A file that SQLite opened for reading only would otherwise fail at the first message.
    if (sqlite3_db_readonly(handle, "main") == 1) throw errorOf(SQLITE_READONLY, handle);
    {
        Statement mode = database->prepare("PRAGMA journal_mode=WAL");
        if (!mode.step() || mode.text(0) != QLatin1String("wal")) throw errorOf(SQLITE_READONLY, handle);
    }
    database->execute("PRAGMA synchronous=FULL");
    // Overwrites deleted content with zeros, also where SQLite was built with another default.
    database->execute("PRAGMA secure_delete=ON");
    return database;
}

std::unique_ptr<Database> Database::openAgain(const std::filesystem::path& path) {
    // Not as open() does it: to close a file in any way gives up all locks that the process has on it.
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    std::unique_ptr<Database> database(new Database(handle));
    check(code, handle);
    configure(handle);
    return database;
}

std::unique_ptr<Database> Database::inMemory() {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(
        ":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    std::unique_ptr<Database> database(new Database(handle));
    check(code, handle);
    configure(handle);
    return database;
}

Statement Database::prepare(std::string_view sql) {
    sqlite3_stmt*& statement = m_cache->statements[sql];
    if (statement == nullptr) {
        const int code = sqlite3_prepare_v3(m_handle, sql.data(), static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
        check(code, m_handle);
    }
    return {m_handle, statement};
}

void Database::execute(const char* sql) {
    check(sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr), m_handle);
}

qint64 Database::lastInsertId() const {
    return sqlite3_last_insert_rowid(m_handle);
}

int Database::changedRows() const {
    return sqlite3_changes(m_handle);
}

int Database::schemaVersion() {
    Statement statement = prepare("PRAGMA user_version");
    return statement.step() ? static_cast<int>(statement.integer(0)) : 0;
}

void Database::setSchemaVersion(int version) {
    // A pragma takes no parameters; the number is ours.
    execute(QByteArray("PRAGMA user_version=" + QByteArray::number(version)).constData());
}

QString Database::quickCheck() {
    Statement statement = prepare("PRAGMA quick_check(1)");
    const QString answer = statement.step() ? statement.text(0) : QString();
    return answer == QLatin1String("ok") ? QString() : answer;
}

void Database::setDurable(bool durable) {
    if (m_durable == durable) return;
    execute(durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
    m_durable = durable;
}

Transaction::Transaction(Database& database) : m_database(database) {
    m_database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    if (!m_open) return;
    try {
        m_database.execute("ROLLBACK");
    } catch (const StoreError&) {
        // SQLite rolled back by itself when the statement failed.
    }
}

void Transaction::commit() {
    m_database.execute("COMMIT");
    m_open = false;
}

}  // namespace hearth::app::store
