#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>

class QJsonObject;
struct sqlite3;
struct sqlite3_stmt;

namespace hearth::app::store {

/// Kinds of database problems that the window distinguishes.
enum class StoreFault { Damaged, NewerSchema, ReadOnly, DiskFull, InUse, Other };

/// The store's only exception; the message is one sentence for people.
class StoreError : public std::runtime_error {
public:
    StoreError(StoreFault fault, const QString& message);
    StoreFault fault() const noexcept { return m_fault; }
    QString message() const { return m_message; }

private:
    StoreFault m_fault;
    QString m_message;
};

/// An object as it is stored.
QString jsonText(const QJsonObject& object);

/// One SQL statement with bound parameters, reset and ready when it goes out of scope.
/// Parameters and columns are counted from 0, in the order of the text.
class Statement {
public:
    Statement(sqlite3* handle, sqlite3_stmt* statement) : m_handle(handle), m_statement(statement) {}
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(int index, qint64 value);
    Statement& bind(int index, const QString& value);
    Statement& bindReal(int index, double value);
    Statement& bindBlob(int index, QByteArrayView value);
    Statement& bindNull(int index);
    /// NULL for 0, the stored form of a missing reference.
    Statement& bindReference(int index, qint64 id);

    /// The next row; false after the last. Throws StoreError.
    bool step();
    /// For statements without rows.
    void run();

    qint64 integer(int column) const;
    double real(int column) const;
    QString text(int column) const;
    QByteArray blob(int column) const;
    bool isNull(int column) const;

private:
    sqlite3* m_handle;
    sqlite3_stmt* m_statement;
};

/// A connection to one SQLite file, hardened: defensive mode, no trusted schema, foreign keys on, WAL,
/// synchronous FULL, erased pages overwritten. One thread.
class Database {
public:
    /// Opens or creates the file. Throws StoreError.
    static std::unique_ptr<Database> open(const std::filesystem::path& path);
    /// Another connection to a file that this process has open already, for another thread. Throws
    /// StoreError.
    static std::unique_ptr<Database> openAgain(const std::filesystem::path& path);
    /// A database that is deleted with the object.
    static std::unique_ptr<Database> inMemory();
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// A statement from the cache of this connection. The text must be a literal: it is the key of the cache.
    Statement prepare(std::string_view sql);
    /// Runs one or more statements without parameters.
    void execute(const char* sql);
    qint64 lastInsertId() const;
    int changedRows() const;
    /// The user_version of the file: its schema.
    int schemaVersion();
    void setSchemaVersion(int version);
    /// Everything that `PRAGMA quick_check` has to say; empty when the file is sound.
    QString quickCheck();

    /// For functions that only SQLite's own interface has.
    sqlite3* handle() const { return m_handle; }

    /// True if commits wait for the disk (the default); false if they may be lost in a power cut.
    void setDurable(bool durable);

private:
    explicit Database(sqlite3* handle);
    struct Cache;
    sqlite3* m_handle;
    std::unique_ptr<Cache> m_cache;
    bool m_durable = true;
};

/// All or nothing: rolls back unless committed.
class Transaction {
public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Database& m_database;
    bool m_open = true;
};

}  // namespace hearth::app::store
