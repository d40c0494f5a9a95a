#pragma once

#include <QString>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;
class PictureTable;

/// Texts and pictures that are not sent yet, by conversation; 0 is the chat that has no messages yet.
class DraftTable {
public:
    DraftTable(Database& database, PictureTable& pictures) : m_database(database), m_pictures(pictures) {}

    /// An empty text removes it.
    void put(qint64 conversationId, const QString& text);
    QString find(qint64 conversationId);
    /// Replaces the pictures of a draft; its text stays.
    void setPictures(qint64 conversationId, const std::vector<NamedPicture>& pictures);
    /// Returns those whose files can be read.
    std::vector<NamedPicture> pictures(qint64 conversationId);
    /// Moves the pictures of a draft to a conversation whose draft has none.
    void movePictures(qint64 fromId, qint64 toId);

private:
    Database& m_database;
    PictureTable& m_pictures;
};

}  // namespace hearth::app::store
