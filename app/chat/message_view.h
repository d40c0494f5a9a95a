#pragma once

#include <QHash>
#include <QString>

#include "chat/call_runner.h"
#include "chat/conversation_tree.h"
#include "chat/message_block_model.h"
#include "chat/reply_notice.h"
#include "chat/reply_runner.h"
#include "citations/quotations.h"
#include "store/store.h"

namespace hearth::app {

/// Messages of the open conversation as the list of messages shows them.
class MessageView {
public:
    /// `calls`: those under way; nullptr: none ever are.
    MessageView(store::Store& store, const ReplyRunner& runner, const CallRunner* calls = nullptr)
        : m_store(store), m_runner(runner), m_calls(calls) {}

    /// Reads the file lists of a conversation's messages; 0: a new one. Throws StoreError.
    void readFiles(qint64 conversationId);
    MessageBlockModel::Message shown(const store::Message& message, const ConversationTree& tree) const;

    /// Calls that a reply is writing, as MessageBlockModel::Message::written has them.
    static QVariantList writtenCalls(const ReplyRunner::Reply& reply);
    /// The files and the number of passages that go with a message, for people: one a line, in the order of
    /// MessageTexts::sent(). `files` may lack their texts.
    static QString sentText(const std::vector<store::Attachment>& files);
    /// A summary of this many messages; its row has the negative number.
    static MessageBlockModel::Message shown(const store::Summary& summary, int messages);

private:
    /// The model of a reply that another one than that of the reply before made; empty: it did not.
    static QString changedModel(const store::Message& reply, const ConversationTree& tree);
    void readPassages(qint64 messageId);
    ReplyNotice noticeFor(const store::Message& message, const ConversationTree& tree) const;
    QVariantMap callOf(const store::Message& message, const ConversationTree& tree) const;
    /// The way in which a reply ended, as far as it is known.
    ReplyEnd endOf(const store::Message& message) const;

    store::Store& m_store;
    const ReplyRunner& m_runner;
    const CallRunner* m_calls;
    QHash<qint64, QString> m_files;  ///< for people, by message, one a line
    int m_citations = 0;             ///< the highest number of a passage
    QuotableText m_sources;          ///< texts that replies may quote: passages and files
};

}  // namespace hearth::app
