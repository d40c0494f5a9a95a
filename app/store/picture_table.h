#pragma once

#include <QByteArray>
#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "store/picture_cache.h"
#include "store/records.h"

namespace hearth::app::store {

class Database;

/// Returns PictureFile::hash() as 32 hexadecimal digits, which is the picture's name in the store and for the
/// window.
QString pictureHash(const PictureFile& file);
/// Returns the bytes of a file without copying them.
QByteArrayView pictureBytes(const PictureFile& file);
/// Makes a file of a copy of its bytes. Throws as PictureFile does.
std::shared_ptr<const PictureFile> pictureFile(QByteArrayView bytes);
/// The detail of a number that another program may have written; Auto for one of none.
PictureDetail pictureDetailOf(qint64 number);
/// Makes a picture in front of a message's text.
MessagePicture messagePicture(const NamedPicture& picture);

/// The tables of pictures: one copy of each file, by its hash, and which messages have it. Triggers of the
/// schema erase a file with the last message, draft or waiting message that has it.
class PictureTable {
public:
    explicit PictureTable(Database& database) : m_database(database) {}

    /// Lets find() return a file that is not stored yet, as long as another pointer to it exists.
    void know(const std::shared_ptr<const PictureFile>& file) { m_cache.add(pictureHash(*file), file); }
    /// Returns a picture of the database, or one that know() was told. nullptr if there is none of this
    /// hash, or it is damaged.
    std::shared_ptr<const PictureFile> find(const QString& hash);
    /// Returns the files of a message's pictures, without those that cannot be read.
    std::vector<NamedPicture> filesOf(const Message& message);
    /// Returns true if the database has a file of this hash.
    bool has(const QString& hash);
    /// Stores a file unless it is there; one that is damaged is replaced. Call it in one transaction with
    /// what refers to the file: nothing erases a file that was never referred to.
    void put(const PictureFile& file);
    /// Writes the pictures of a new message, and resets their `file`.
    void putOfMessage(Message& message);
    std::vector<MessagePicture> ofMessage(qint64 messageId);
    /// Returns those of the messages of a conversation from one id to another, by message.
    std::map<qint64, std::vector<MessagePicture>> ofMessages(qint64 conversationId, qint64 firstId,
                                                             qint64 lastId);
    /// Replaces the pictures of messages that wait to be sent.
    void setWaiting(const std::vector<MessagePicture>& pictures);
    /// Removes files from memory that are not in use elsewhere.
    void clearCache() { m_cache.clear(); }

private:
    Database& m_database;
    PictureCache m_cache;
};

}  // namespace hearth::app::store
