#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>

#include "store/records.h"

namespace hearth::app::store {

class Store;

/// Writes conversations under new ids, a few milliseconds at a time, however long they are. Each is visible
/// once it is complete; incomplete ones are erased when the store is opened the next time. Times that are 0
/// become now. Throws StoreError; the conversation being written is then given up, and so is the writer. One
/// thread.
class ConversationWriter {
public:
    /// The copies must outlive the writer.
    ConversationWriter(Store& store, std::span<const ConversationCopy> copies);

    /// Writes for about this long, in one transaction. False: all of them are complete.
    bool writeSome(int forMs);
    /// All that is left, in one transaction: all or nothing.
    void writeAll();

    /// Number of complete conversations.
    size_t completed() const { return m_completed; }
    /// Number of messages of the next one that are written.
    size_t messagesWritten() const { return m_next; }
    /// The id of the last one that was completed; 0 before.
    qint64 last() const { return m_last; }

private:
    /// The next step: the conversation itself, one message, or its completion.
    void step();
    void begin(const ConversationCopy& copy);
    void write(const ConversationCopy& copy, const Message& original);
    void complete(const ConversationCopy& copy);
    qint64 idOf(qint64 original) const;

    struct Written {
        qint64 id = 0;
        qint64 activeChild = 0;  ///< original
    };

    Store& m_store;
    const std::span<const ConversationCopy> m_copies;
    size_t m_completed = 0, m_next = 0;
    qint64 m_conversation = 0, m_last = 0;
    std::unordered_map<qint64, Written> m_written;  ///< by original id
};

}  // namespace hearth::app::store
