#pragma once

#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "store/attachment_table.h"
#include "store/cache_day_table.h"
#include "store/conversation_table.h"
#include "store/database.h"
#include "store/draft_table.h"
#include "store/folder_lock.h"
#include "store/generation_table.h"
#include "store/message_table.h"
#include "store/partial_reply_table.h"
#include "store/picture_table.h"
#include "store/preset_table.h"
#include "store/prompt_table.h"
#include "store/records.h"
#include "store/search_index.h"
#include "store/setting_table.h"
#include "store/summary_table.h"

namespace hearth::app::store {

/// Everything Hearth keeps: one SQLite file, one class a table, and the operations that touch several at
/// once. Every call throws StoreError when the database cannot do it. One thread.
class Store {
public:
    /// Opens or creates DIR/hearth.db, brings its schema up to date, rescues replies that were being written
    /// when the program ended, and begins to erase what has been in the trash for 30 days. Holds a lock
    /// against a second program.
    static std::unique_ptr<Store> open(const std::filesystem::path& folder);
    /// A store that is deleted with the object, for when the real one cannot be opened.
    static std::unique_ptr<Store> inMemory();
    ~Store();

    Database& database() { return *m_database; }
    ConversationTable& conversations() { return m_conversations; }
    MessageTable& messages() { return m_messages; }
    GenerationTable& generations() { return m_generations; }
    PartialReplyTable& partialReplies() { return m_partialReplies; }
    DraftTable& drafts() { return m_drafts; }
    SettingTable& settings() { return m_settings; }
    PresetTable& presets() { return m_presets; }
    PromptTable& prompts() { return m_prompts; }
    AttachmentTable& attachments() { return m_attachments; }
    PictureTable& pictures() { return m_pictures; }
    SummaryTable& summaries() { return m_summaries; }
    CacheDayTable& cacheDays() { return m_cacheDays; }
    SearchIndex& search() { return m_search; }

    /// Adds a person's message and the empty reply to it; they are on disk on return. A conversation without
    /// an id is written with them. Ids, parents and the visible branch are filled in; the message is added
    /// below message.parentId (0: as the first). The conversation's draft is then removed.
    void addTurn(Conversation& conversation, Message& message, Message& reply,
                 const std::vector<Attachment>& attachments = {});
    /// Adds a conversation without messages that continues another one, which it knows from a summary.
    void addContinuation(Conversation& conversation, const QString& summary);
    /// Adds a complete, visible message below message.parentId, next to its siblings.
    void addMessage(Message& message);
    /// Adds an empty reply below reply.parentId, next to its siblings.
    void addReply(Message& reply);
    /// Adds calls of tools that begin, each below the one before and the first below its parentId; visible.
    void addCalls(std::vector<Message>& calls);
    /// Stores the result of a call; it is on disk on return. Returns false if its message no longer exists.
    bool finishCall(const Message& call);
    /// Continues an existing reply.
    void resumeReply(const Message& reply);
    /// The text so far, at most a second old; not waited for.
    void journalReply(qint64 messageId, const QString& text);
    /// Stores a reply that is done (or stopped, or failed): its text, figures and the data on its generation.
    /// They are on disk on return.
    void finishReply(const Message& reply, const Generation& generation);
    /// Everything about a conversation; nullopt when there is none of this id.
    std::optional<ConversationCopy> copyConversation(qint64 conversationId);
    /// Deletes the conversations and messages that were moved to the trash before this time. They are gone
    /// from now on, also after a restart; eraseSome() removes them from the file. Returns the number of
    /// conversations.
    int emptyTrash(qint64 beforeMs);
    /// The same for one conversation, if it is in the trash.
    void eraseConversation(qint64 conversationId);
    /// Removes erased content for about this long. Returns the number of conversations, messages and pictures
    /// that it removed; 0: nothing is left to remove.
    int eraseSome(int forMs);
    /// Counts the conversations, messages and pictures that are left to remove, as far as they are known.
    qint64 leftToErase();
    /// True if emptyTrash() erased a conversation when this store was opened.
    bool erasedAtStart() const { return m_erasedAtStart; }
    /// Makes a message the visible one among its siblings.
    void selectBranch(const Message& message);

    /// True if there is a message in any conversation.
    bool hasMessages();
    /// A text that changes when messages are added, changed or erased.
    QString contentMark();
    /// Moves everything into the one file, so that the write-ahead log is empty. Data that cannot be moved
    /// now stays safe where it is.
    void checkpoint();

    static constexpr int trashDays = 30;

private:
    Store(std::unique_ptr<Database> database, std::unique_ptr<FolderLock> lock);
    void recover();

    bool m_erasedAtStart = false;
    std::unique_ptr<FolderLock> m_lock;
    std::unique_ptr<Database> m_database;
    ConversationTable m_conversations;
    MessageTable m_messages;
    GenerationTable m_generations;
    PartialReplyTable m_partialReplies;
    PictureTable m_pictures;
    DraftTable m_drafts;
    SettingTable m_settings;
    PresetTable m_presets;
    PromptTable m_prompts;
    AttachmentTable m_attachments;
    SummaryTable m_summaries;
    CacheDayTable m_cacheDays;
    SearchIndex m_search;
};

}  // namespace hearth::app::store
