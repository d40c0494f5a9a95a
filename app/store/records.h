#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hearth/finish_reason.h"
#include "hearth/picture_file.h"
#include "store/overflow.h"
#include "store/tool_call.h"

/// Records of the store. Plain values; times are milliseconds since 1970 (UTC); ids are 0 before they are
/// written.
namespace hearth::app::store {

/// Origin of a conversation's title; a later source never overwrites a person's title.
enum class TitleSource { FirstMessage = 0, Model = 1, Person = 2 };

struct Conversation {
    qint64 id = 0;
    QString title;
    TitleSource titleSource = TitleSource::FirstMessage;
    QString systemPrompt;
    QString folder;
    bool pinned = false;
    QString model;         ///< name of the model that answered last
    QString modelPath;     ///< of the model that answers next, see OpenModel::path; empty: none was chosen
    QJsonObject sampling;  ///< the parameters that differ from the defaults
    Overflow overflow = Overflow::Stop;
    QJsonObject tools;      ///< the tools that the model may call: see chat/chat_tools.h
    QJsonObject structure;  ///< required structure of its replies: see chat/chat_structure.h
    QJsonObject documents;  ///< use of passages for questions: see chat/chat_documents.h
    qint64 activeRoot = 0;  ///< the first message of the visible branch
    qint64 createdAt = 0, updatedAt = 0;
    qint64 deletedAt = 0;  ///< when it went to the trash; 0: it is not there
};

/// A folder of conversations; it exists as long as a conversation names it.
struct Folder {
    QString name;
    int count = 0;
    bool operator==(const Folder&) const = default;
};

enum class Role { System = 0, User = 1, Assistant = 2, Tool = 3 };

/// State of a message. A message that is Streaming when the database is opened was interrupted. Refused: a
/// person did not allow the call of a tool.
enum class MessageState {
    Complete = 0,
    Streaming = 1,
    Stopped = 2,
    Interrupted = 3,
    Failed = 4,
    Refused = 5
};

/// A picture and the name of its file, without its folder; the name may be empty.
struct NamedPicture {
    std::shared_ptr<const PictureFile> file;
    QString name;
    PictureDetail detail = PictureDetail::Auto;
};

/// A picture between the texts of a message.
struct MessagePicture {
    QString hash;               ///< see pictureHash()
    QString name;               ///< see NamedPicture
    qsizetype at = 0;           ///< UTF-16 code units of Message::text before it
    int width = 0, height = 0;  ///< of the file, in pixels, upright
    PictureDetail detail = PictureDetail::Auto;
    /// Set for a picture that the store may not have yet; writing the message stores it. nullptr in messages
    /// that were read: PictureTable::find() returns it.
    std::shared_ptr<const PictureFile> file = {};

    bool operator==(const MessagePicture& other) const {
        return hash == other.hash && name == other.name && at == other.at && detail == other.detail;
    }
};

struct Message {
    qint64 id = 0;
    qint64 conversationId = 0;
    qint64 parentId = 0;     ///< the message it answers; 0 for the first of a branch
    qint64 activeChild = 0;  ///< which answer to it is shown
    Role role = Role::User;
    MessageState state = MessageState::Complete;
    QString text;          ///< as typed or generated; a reply's reasoning is in it as <think>...</think>
    qint64 thoughtMs = 0;  ///< duration of the reasoning, or of the call of a tool; 0: there was none
    QString figures;       ///< the line under a reply
    QString error;         ///< why it failed, one sentence
    QString model;
    qint64 createdAt = 0;
    /// Assistant: the calls that the reply asks for. Tool: the one call whose result the text is.
    std::vector<ToolCall> calls;
    std::vector<MessagePicture> pictures = {};  ///< in their order: `at` never falls
};

/// Data on the generation of a reply: one row for each reply, read only when needed.
struct Generation {
    std::vector<int32_t> tokens;       ///< everything generated, in order
    std::vector<float> probabilities;  ///< the model's own, one a token
    QJsonObject metrics;               ///< durations and counts
    QJsonObject recipe;                ///< everything needed to make the same text again
    QByteArray candidates = {};        ///< alternatives to the tokens, see chat/token_candidates.h
    std::optional<FinishReason> finishReason = {};  ///< nullopt: not known
    /// The tokens of a reply that a server made, by their texts, see chat/told_tokens.h; `tokens` is empty
    /// then.
    QByteArray toldTokens = {};
};

struct SearchHit {
    qint64 conversationId = 0, messageId = 0;
    QString title;
    QString snippet;  ///< plain text with matchStart and matchEnd around the matches
    Role role = Role::User;
    qint64 createdAt = 0;
};

/// Marks in SearchHit::snippet; control characters, so that no text can spell them (the index drops them from
/// texts).
inline constexpr char16_t matchStart = 0x02;
inline constexpr char16_t matchEnd = 0x03;

/// A system prompt that is kept to be used again.
struct Prompt {
    QString name, text;
};

/// A file, or a passage of a document, whose text is put into the prompt before a message.
struct Attachment {
    qint64 id = 0;
    qint64 messageId = 0;
    QString name;  ///< of the file, without its folder
    QString text;
    qint64 sizeBytes = 0;  ///< of the file
    int tokens = 0;        ///< by the model that was loaded when it was attached; 0: not counted
    /// Position of a passage, see citations/cited_passage.h; empty: it is a file.
    QJsonObject passage = {};
    /// The text and its tokens before it was shortened; empty: it is whole. Not stored.
    QString whole = {};
    int wholeTokens = 0;
};

/// Summary that replaces the oldest messages of a branch in the prompt.
struct Summary {
    qint64 id = 0;
    qint64 conversationId = 0;
    qint64 messageId = 0;  ///< the last message that it replaces; 0: it is before the first one
    QString text;
    bool edited = false;  ///< by a person
    qint64 createdAt = 0;
};

/// A whole conversation with every branch; ids and parents hold only among its own messages.
struct ConversationCopy {
    Conversation conversation;                 ///< activeRoot by the ids in here
    std::vector<Message> messages;             ///< parents before their children; pictures with their files
    std::map<qint64, Generation> generations;  ///< by message
    std::map<qint64, std::vector<Attachment>> attachments;  ///< by message
    std::vector<Summary> summaries;                         ///< in the order they were written
};

struct Preset {
    QString name;
    QJsonObject values;
};

}  // namespace hearth::app::store
