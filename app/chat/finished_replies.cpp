#include "chat/finished_replies.h"

#include <algorithm>

#include "chat/call_rounds.h"
#include "chat/call_runner.h"
#include "chat/chat_figures.h"
#include "chat/chat_summaries.h"
#include "chat/context_relief.h"
#include "chat/conversation_list_model.h"
#include "chat/message_sender.h"
#include "chat/message_versions.h"
#include "chat/open_chat.h"
#include "chat/reply_comparison.h"
#include "chat/reply_runner.h"
#include "chat/reply_starter.h"
#include "chat/reply_structure.h"
#include "chat/title_writer.h"

namespace hearth::app {

FinishedReplies::FinishedReplies(const Parts& parts) : m_parts(parts) {
    connect(&m_parts.runner, &ReplyRunner::finished, this, &FinishedReplies::finish);
}

void FinishedReplies::finish(const store::Message& message, const GenerationMetrics& metrics) {
    const qint64 id = message.conversationId;
    const auto isOpen = [&] { return id == m_parts.chat.id(); };
    // If several replies are compared, the chat is busy until the last one ends.
    const bool othersGoOn = m_parts.runner.ofConversation(id) != nullptr;
    m_parts.conversations.busy->set(id, othersGoOn);
    // The ids of a reply that was continued are others now.
    m_parts.starter.forget();
    m_parts.conversations.refresh(id);
    if (isOpen()) {
        m_parts.chat.conversation().update(message);
        m_parts.chat.conversation().finish(message);
        if (message.state == store::MessageState::Failed) emit m_parts.chat.endWanted();
        m_parts.structure.showReply();
        m_parts.figures.takeReply(metrics);
        emit changed();
        m_parts.relief.update();
    }
    // Also after the reply of another chat, which may have taken this one's place in the cache.
    m_parts.figures.estimateSoon();
    QString title;
    m_parts.chat.change([&] {
        if (const auto conversation = m_parts.store.conversations().find(id)) title = conversation->title;
        m_parts.titles.nameAfter(message, firstTurn(message), m_parts.starter);
        m_parts.summaries.replyFinished(message, metrics.promptTokens + metrics.generatedTokens);
    });
    if (!othersGoOn && !m_parts.comparison.holds(id) && m_parts.rounds.begin(message)) {
        m_parts.conversations.busy->set(id, m_parts.calls.isBusy(id));
        if (m_parts.calls.asking(id) != 0) emit callAsked(id, title);
        if (isOpen()) emit repeatingChanged();
        return;
    }
    if (!othersGoOn) emit ended(id, title, metrics.totalMs);
    if (isOpen()) {
        emit repeatingChanged();
        // The one that is shown; another one may have been stopped in its favour.
        if (!othersGoOn) resume();
    } else if (message.state == store::MessageState::Complete && !m_parts.comparison.holds(id)) {
        m_parts.sender.sendWaitingIn(id);
    }
}

size_t FinishedReplies::firstTurn(const store::Message& reply) const {
    const ConversationTree& tree = m_parts.chat.tree();
    const bool isFirst = reply.conversationId == m_parts.chat.id() && tree.path().size() == tree.size() &&
                         std::ranges::count(tree.path(), store::Role::User, &store::Message::role) == 1;
    return isFirst ? tree.path().size() : 2;
}

void FinishedReplies::takeKeptAnswer() {
    const ConversationTree& tree = m_parts.chat.tree();
    if (tree.path().size() == 2)
        m_parts.chat.change([&] { m_parts.titles.nameAfter(*tree.last(), tree.size(), m_parts.starter); });
    m_parts.figures.followReply();
    emit m_parts.chat.endWanted();
}

void FinishedReplies::resume() {
    const store::Message* last = m_parts.chat.tree().last();
    if (last == nullptr || m_parts.comparison.count() != 0) return;
    if (m_parts.versions.resumeAfter(*last)) return;
    if (last->state == store::MessageState::Complete)
        m_parts.sender.sendWaiting();
    else
        m_parts.sender.returnWaiting();
}

}  // namespace hearth::app
