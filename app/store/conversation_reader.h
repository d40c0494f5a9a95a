#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Store;

/// Reads one conversation a few milliseconds at a time, however long it is. Changes written in the meantime
/// may be included or not. Throws StoreError. One thread.
class ConversationReader {
public:
    /// Extent of the read: the messages alone are enough to show the conversation.
    enum class Extent { Everything, Messages };

    ConversationReader(Store& store, qint64 conversationId, Extent extent = Extent::Everything);

    /// Reads for about this long. False: nothing is left to read.
    bool readSome(int forMs);
    size_t messagesRead() const { return m_copy ? m_copy->messages.size() : 0; }
    /// The conversation read; nullopt: it does not exist. Called once, after readSome() returned false.
    std::optional<ConversationCopy> take() { return std::move(m_copy); }

private:
    /// Reads the conversation, a few messages, or the data of one message. False: nothing was left.
    bool step();

    Store& m_store;
    const qint64 m_id;
    const Extent m_extent;
    std::optional<ConversationCopy> m_copy;
    bool m_begun = false, m_allMessages = false;
    size_t m_detailed = 0;  ///< number of messages that were read completely
};

}  // namespace hearth::app::store
