#include "chat/comparison_starter.h"

#include "attachments/draft_attachments.h"
#include "chat/comparison_plan.h"
#include "chat/composer_draft.h"
#include "chat/conversation_list_model.h"
#include "chat/message_sender.h"
#include "chat/reply_comparison.h"

namespace hearth::app {

ComparisonStarter::ComparisonStarter(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_chat(parts.chat) {
    connect(&m_parts.comparison, &ReplyComparison::kept, this, &ComparisonStarter::keep);
}

bool ComparisonStarter::isDraft(qint64 messageId) const {
    return m_chat.tree().find(messageId) == nullptr &&
           (!m_parts.draft.isEmpty() || m_parts.attachments.count() > 0);
}

std::optional<qint64> ComparisonStarter::question(qint64 messageId,
                                                  const std::vector<store::Attachment>& passages,
                                                  std::vector<store::Message>& answers) {
    const ConversationTree& tree = m_chat.tree();
    const store::Message* asked = tree.find(messageId);
    if (isDraft(messageId)) {
        const std::optional<MessageSender::Turn> turn = m_parts.sender.writeDraft(passages);
        if (!turn) return std::nullopt;
        answers.push_back(turn->answer);
        return turn->message.id;
    }
    if (asked == nullptr) asked = tree.last();
    if (asked != nullptr && asked->role == store::Role::Assistant) asked = tree.find(asked->parentId);
    return asked == nullptr ? std::nullopt : std::optional(asked->id);
}

bool ComparisonStarter::begin(qint64 messageId) {
    if (m_chat.isBusy() || m_parts.comparison.count() > 0 || !m_chat.isReadyToReply()) return false;
    const auto found = [this](const std::vector<store::Attachment>& passages) { begin(0, passages); };
    if (isDraft(messageId) && m_parts.sender.findForDraft(found)) return true;
    return begin(messageId, {});
}

bool ComparisonStarter::begin(qint64 messageId, const std::vector<store::Attachment>& passages) {
    if (m_chat.isBusy() || m_parts.comparison.count() > 0 || !m_chat.isReadyToReply()) return false;
    const std::vector<ComparisonPlan::Answer> plan = m_parts.plan.answers();
    std::vector<store::Message> answers;
    const std::optional<qint64> asked = question(messageId, passages, answers);
    if (!asked) return false;
    const bool written = m_chat.change([&] {
        while (answers.size() < plan.size()) {
            store::Message answer = m_chat.newReply(*asked, plan[answers.size()].modelPath);
            m_parts.store.addReply(answer);
            m_chat.conversation().insert(answer);
            answers.push_back(answer);
        }
        m_parts.store.selectBranch(answers.front());
    });
    if (answers.empty()) return false;
    m_chat.conversation().select(answers.front().id);
    std::vector<ReplyComparison::Answer> columns;
    for (size_t at = 0; at < answers.size(); ++at)
        // Nobody would run the calls of several answers beside one another.
        if (m_chat.start(answers[at],
                         {.sampling = plan[at].sampling, .tools = false, .modelPath = plan[at].modelPath}))
            columns.push_back({answers[at].id, plan[at].label});
    m_parts.comparison.begin(columns);
    m_chat.showAll();
    m_parts.conversations.refresh(m_chat.id());
    return written;
}

void ComparisonStarter::keep(qint64 messageId) {
    const store::Message* chosen = m_chat.tree().find(messageId);
    if (chosen == nullptr || !m_chat.change([&] { m_parts.store.selectBranch(*chosen); })) return;
    m_chat.conversation().select(messageId);
    m_chat.showAll();
    emit kept(messageId);
}

}  // namespace hearth::app

#include "moc_comparison_starter.cpp"
