#include "store/picture_table.h"

#include <QStringList>
#include <cstring>
#include <span>
#include <utility>

#include "hearth/error.h"
#include "store/database.h"

namespace hearth::app::store {

namespace {

// The columns that readPicture() expects, in its order.
#define HEARTH_PICTURE_COLUMNS "p.message_id, p.hash, p.at, f.width, f.height, p.name, p.detail"

MessagePicture readPicture(const Statement& row) {
    MessagePicture picture;
    picture.hash = row.text(1);
    picture.at = static_cast<qsizetype>(row.integer(2));
    picture.width = static_cast<int>(row.integer(3));
    picture.height = static_cast<int>(row.integer(4));
    picture.name = row.text(5);
    picture.detail = pictureDetailOf(row.integer(6));
    return picture;
}

}  // namespace

QString pictureHash(const PictureFile& file) {
    const TokenSpan::Content& hash = file.hash();
    QByteArray bytes(sizeof hash.low + sizeof hash.high, Qt::Uninitialized);
    std::memcpy(bytes.data(), &hash.low, sizeof hash.low);
    std::memcpy(bytes.data() + sizeof hash.low, &hash.high, sizeof hash.high);
    return QString::fromLatin1(bytes.toHex());
}

QByteArrayView pictureBytes(const PictureFile& file) {
    return {file.bytes().data(), static_cast<qsizetype>(file.bytes().size())};
}

std::shared_ptr<const PictureFile> pictureFile(QByteArrayView bytes) {
    const auto all = std::as_bytes(std::span(bytes.data(), static_cast<size_t>(bytes.size())));
    return std::make_shared<const PictureFile>(std::vector<std::byte>(all.begin(), all.end()));
}

PictureDetail pictureDetailOf(qint64 number) {
    for (const PictureDetail detail : {PictureDetail::Low, PictureDetail::High})
        if (number == static_cast<qint64>(detail)) return detail;
    return PictureDetail::Auto;
}

MessagePicture messagePicture(const NamedPicture& picture) {
    const PictureSize size = picture.file->size();
    return {.hash = pictureHash(*picture.file),
            .name = picture.name,
            .width = static_cast<int>(size.width),
            .height = static_cast<int>(size.height),
            .detail = picture.detail,
            .file = picture.file};
}

std::shared_ptr<const PictureFile> PictureTable::find(const QString& hash) {
    if (auto known = m_cache.find(hash)) return known;
    Statement statement = m_database.prepare("SELECT bytes FROM picture WHERE hash = ?");
    statement.bind(0, hash);
    if (!statement.step()) return nullptr;
    try {
        auto file = pictureFile(statement.blob(0));
        if (pictureHash(*file) != hash) return nullptr;
        m_cache.add(hash, file);
        return file;
    } catch (const Error&) {
        return nullptr;
    }
}

std::vector<NamedPicture> PictureTable::filesOf(const Message& message) {
    std::vector<NamedPicture> files;
    for (const MessagePicture& picture : message.pictures)
        if (auto file = picture.file != nullptr ? picture.file : find(picture.hash))
            files.push_back({std::move(file), picture.name, picture.detail});
    return files;
}

bool PictureTable::has(const QString& hash) {
    Statement statement = m_database.prepare("SELECT 1 FROM picture WHERE hash = ?");
    statement.bind(0, hash);
    return statement.step();
}

void PictureTable::put(const PictureFile& file) {
    const QString hash = pictureHash(file);
    {
        // Binding the bytes would copy them.
        Statement stored = m_database.prepare("SELECT bytes FROM picture WHERE hash = ?");
        stored.bind(0, hash);
        if (stored.step() && QByteArrayView(stored.blob(0)) == pictureBytes(file)) return;
    }
    m_database
        .prepare(
            "INSERT INTO picture(hash, width, height, bytes) VALUES (?, ?, ?, ?) ON CONFLICT(hash) DO UPDATE "
            "SET width = excluded.width, height = excluded.height, bytes = excluded.bytes")
        .bind(0, hash)
        .bind(1, qint64{file.size().width})
        .bind(2, qint64{file.size().height})
        .bindBlob(3, pictureBytes(file))
        .run();
}

void PictureTable::putOfMessage(Message& message) {
    for (qint64 position = 0; MessagePicture & picture : message.pictures) {
        if (const auto file = std::exchange(picture.file, nullptr)) put(*file);
        m_database
            .prepare(
                "INSERT INTO message_picture(message_id, position, at, hash, name, detail) VALUES (?, ?, ?, "
                "?, ?, ?)")
            .bind(0, message.id)
            .bind(1, position++)
            .bind(2, qint64{picture.at})
            .bind(3, picture.hash)
            .bind(4, picture.name)
            .bind(5, static_cast<qint64>(picture.detail))
            .run();
    }
}

std::vector<MessagePicture> PictureTable::ofMessage(qint64 messageId) {
    Statement statement = m_database.prepare("SELECT " HEARTH_PICTURE_COLUMNS
                                             " FROM message_picture p JOIN picture f ON "
                                             "f.hash = p.hash WHERE p.message_id = ? ORDER BY p.position");
    statement.bind(0, messageId);
    std::vector<MessagePicture> pictures;
    while (statement.step()) pictures.push_back(readPicture(statement));
    return pictures;
}

std::map<qint64, std::vector<MessagePicture>> PictureTable::ofMessages(qint64 conversationId, qint64 firstId,
                                                                       qint64 lastId) {
    // SQLite does not reorder a cross join, so this searches by conversation: many messages of other
    // conversations may have ids between these two.
    Statement statement = m_database.prepare(
        "SELECT " HEARTH_PICTURE_COLUMNS
        " FROM message m CROSS JOIN message_picture p ON "
        "p.message_id = m.id CROSS JOIN picture f ON f.hash = p.hash WHERE m.conversation_id = ? AND m.id "
        "BETWEEN ? AND ? ORDER BY p.message_id, p.position");
    statement.bind(0, conversationId).bind(1, firstId).bind(2, lastId);
    std::map<qint64, std::vector<MessagePicture>> pictures;
    while (statement.step()) pictures[statement.integer(0)].push_back(readPicture(statement));
    return pictures;
}

void PictureTable::setWaiting(const std::vector<MessagePicture>& pictures) {
    QStringList hashes;
    for (const MessagePicture& picture : pictures) {
        if (picture.file != nullptr) put(*picture.file);
        hashes += picture.hash;
        m_database.prepare("INSERT OR IGNORE INTO waiting_picture(hash) VALUES (?)")
            .bind(0, picture.hash)
            .run();
    }
    QStringList gone;
    {
        Statement waiting = m_database.prepare("SELECT hash FROM waiting_picture");
        while (waiting.step())
            if (!hashes.contains(waiting.text(0))) gone += waiting.text(0);
    }
    for (const QString& hash : gone)
        m_database.prepare("DELETE FROM waiting_picture WHERE hash = ?").bind(0, hash).run();
}

}  // namespace hearth::app::store
