#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <stop_token>
#include <vector>

#include "exchange/exchanged_conversation.h"

class QFile;

/// Readers of other programs' chat files. Each takes what it understands and leaves the rest; a file that
/// makes no sense throws ImportError. Formats as public parsers and the programs' sources show them (2026).
namespace hearth::app {

/// One conversation of a ChatGPT data export (an element of conversations.json).
ExchangedConversation fromChatGpt(const QJsonObject& conversation);

/// One chat of an Open WebUI export (an element of its array, or an older chat object).
ExchangedConversation fromOpenWebUi(const QJsonObject& chat);

/// An LM Studio file (*.conversation.json).
ExchangedConversation fromLmStudio(const QJsonObject& conversation);

/// A GPT4All file (gpt4all-*.chat), versions 1 to 12. Sizes are checked before anything is allocated.
ExchangedConversation fromGpt4All(const QByteArray& file);

/// Larger files, and more of the files of an archive, are not read.
inline constexpr qint64 maxImportBytes = 512LL << 20;

/// First bytes of a ZIP archive.
inline constexpr char archiveMark[] = "PK\x03\x04";

/// The chats of a file, and what in it was none.
struct ImportedChats {
    std::vector<ExchangedConversation> chats;  ///< those that have messages
    int unread = 0;                            ///< entries and files of an archive that could not be read
    QString problem;                           ///< why the first of them could not
};

/// Any of them, and Hearth's own, told apart by their content; several in a JSON array, and in the files of a
/// ZIP archive (chat_archive.h). Looks at the stop token between chats, and gives nothing after a stop. Time
/// is linear in the file's size. Throws ImportError where there is no chat at all.
ImportedChats importChats(const QByteArray& file, const std::stop_token& stop = {});

/// The same for a ZIP archive, of which it reads only the chats. `file` is open for reading.
ImportedChats importArchive(const QFile& file, const std::stop_token& stop = {});

}  // namespace hearth::app
