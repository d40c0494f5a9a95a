#pragma once

#include <QString>

#include "chat/conversation_tree.h"
#include "chat/message_block_model.h"
#include "chat/message_view.h"
#include "store/store.h"

namespace hearth::app {

/// The conversation that is open: its messages and the rows that show the visible branch. GUI thread.
class OpenConversation {
public:
    OpenConversation(store::Store& store, const ReplyRunner& runner, const CallRunner* calls = nullptr)
        : m_store(store), m_view(store, runner, calls) {}

    /// The conversation as in the store; an id of 0: a new one, which is not stored yet.
    const store::Conversation& record() const { return m_record; }
    qint64 id() const { return m_record.id; }
    const ConversationTree& tree() const { return m_tree; }
    MessageBlockModel& rows() { return m_rows; }
    const MessageBlockModel& rows() const { return m_rows; }

    /// Takes the place of the one that was open; the rows stay until showAll(). Throws StoreError.
    void open(store::Conversation record);
    /// Title, folder or system prompt changed.
    void setRecord(const store::Conversation& record) { m_record = record; }
    /// Reads the messages again. Throws StoreError.
    void read();

    /// Update the tree after a write to the store. The functions below update the rows. A message that has
    /// files needs readFiles() before it is shown.
    void insert(const store::Message& message) { m_tree.insert(message); }
    void update(const store::Message& message) { m_tree.update(message); }
    void select(qint64 messageId) { m_tree.select(messageId); }
    void erase(qint64 messageId) { m_tree.erase(messageId); }
    void readFiles() { m_view.readFiles(m_record.id); }

    /// Summary that replaces the oldest messages of the visible branch in prompts; nullptr: none does.
    const store::Summary* summary() const;
    /// Reads the summaries again. Throws StoreError.
    void readSummaries();
    /// Shows the summary of the visible branch at its place.
    void showSummary();

    /// Shows the visible branch again.
    void showAll();
    /// Shows it again from a message on; earlier rows stay as they are, so the list does not jump.
    void showFrom(qint64 messageId);
    /// Shows a message that is the last one now.
    void append(const store::Message& message) { m_rows.append(m_view.shown(message, m_tree)); }
    /// Shows the present state of a call of a tool.
    void showCall(const store::Message& call) { m_rows.update(m_view.shown(call, m_tree)); }
    /// Shows the end of a reply that was growing.
    void finish(const store::Message& reply) { m_rows.finish(m_view.shown(reply, m_tree)); }

private:
    store::Store& m_store;
    MessageView m_view;
    store::Conversation m_record;
    ConversationTree m_tree;
    std::vector<store::Summary> m_summaries;
    MessageBlockModel m_rows;
};

}  // namespace hearth::app
