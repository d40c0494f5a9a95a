#pragma once

#include <sqlite3.h>

#include <QMap>
#include <QString>
#include <QStringList>

/// A connection that is closed with the object.
class Reader {
public:
    explicit Reader(const QString& file) {
        if (sqlite3_open_v2(file.toUtf8().constData(), &m_handle, SQLITE_OPEN_READWRITE, nullptr) !=
            SQLITE_OK)
            qFatal("%s cannot be opened", qPrintable(file));
        sqlite3_busy_timeout(m_handle, 3000);
    }
    ~Reader() { sqlite3_close(m_handle); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// Every row as texts.
    QList<QStringList> rows(const QString& sql) const {
        QList<QStringList> all;
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_handle, sql.toUtf8().constData(), -1, &statement, nullptr) != SQLITE_OK)
            qFatal("%s: %s", qPrintable(sql), sqlite3_errmsg(m_handle));
        while (sqlite3_step(statement) == SQLITE_ROW) {
            QStringList row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i)
                row += QString::fromUtf8(reinterpret_cast<const char*>(sqlite3_column_text(statement, i)));
            all += row;
        }
        sqlite3_finalize(statement);
        return all;
    }
    QString one(const QString& sql) const {
        const QList<QStringList> all = rows(sql);
        return all.isEmpty() ? QString() : all[0].value(0);
    }

private:
    sqlite3* m_handle = nullptr;
};

/// The data that a running program has acknowledged.
struct Acknowledged {
    /// Texts by message, with the chat and the message that it answers. Without replies that are being
    /// written, and without chats whose import is still under way.
    QMap<QString, QString> messages;
    QMap<QString, int> partial;  ///< length of the journalled text, by message

    explicit Acknowledged(const Reader& reader) {
        // Both of one moment: a reply that ends goes from one to the other.
        reader.rows("BEGIN");
        for (const QStringList& row : reader.rows(
                 "SELECT id, conversation_id || ' ' || ifnull(parent_id, 0) || ' ' || text FROM message "
                 "WHERE state <> 1 AND conversation_id IN (SELECT id FROM conversation WHERE deleted_at IS "
                 "NULL)"))
            messages[row[0]] = row[1];
        for (const QStringList& row : reader.rows("SELECT message_id, length(text) FROM partial_reply"))
            partial[row[0]] = row[1].toInt();
        reader.rows("COMMIT");
    }

    /// The first loss found in `later`; empty: nothing is lost.
    QString lostIn(const Acknowledged& later) const {
        for (auto it = messages.cbegin(); it != messages.cend(); ++it)
            if (later.messages.value(it.key(), QStringLiteral("gone")) != it.value())
                return QStringLiteral("message %1 is not what it was").arg(it.key());
        for (auto it = partial.cbegin(); it != partial.cend(); ++it)
            if (later.partial.value(it.key()) < it.value() &&
                later.messages.value(it.key()).section(u' ', 2).size() < it.value())
                return QStringLiteral("a part of reply %1 is lost").arg(it.key());
        return {};
    }
    int size() const { return static_cast<int>(messages.size() + partial.size()); }
};
