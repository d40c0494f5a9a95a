// ChatController: another reply that shares the first tokens of one that is there; texts of messages.
#include <QDateTime>
#include <QStringDecoder>
#include <algorithm>
#include <utility>

#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "chat/plain_text.h"
#include "chat/selected_text.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/token_candidates.h"
#include "window/toast_queue.h"

namespace hearth::app {

void ChatController::branchAt(qint64 messageId, int position, int tokenId) {
    const store::Message* old = find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || reply() != nullptr) return;
    if (!canSend() || old->model != m_parts.engine.modelName()) {
        m_parts.toasts.show(
            tr("Load %1 to continue from here: other models use different tokens.").arg(old->model));
        return;
    }
    store::Generation made;
    if (!changeStore(
            [&] { made = m_parts.store.generations().find(messageId).value_or(store::Generation()); }))
        return;
    const size_t shared = static_cast<size_t>(std::max(0, position));
    if (position < 0 || shared >= made.tokens.size()) return;
    // The last token of a reply that ended by itself stands for its end, not for text.
    if (made.recipe.value(QStringLiteral("finishReason")).toString() == QLatin1String("end of text") &&
        tokenId == made.tokens.back()) {
        m_parts.toasts.show(tr("This token ends the reply, so there is nothing to continue."));
        return;
    }
    Branch branch;
    branch.messageId = messageId;
    branch.conversationId = m_conversation.id;
    float chance = 0;
    const auto candidates = unpackCandidates(made.candidates);
    if (shared < candidates.size())
        for (const TokenChance& candidate : candidates[shared])
            if (candidate.token == tokenId) chance = candidate.chance;
    branch.before.tokens.assign(made.tokens.begin(), made.tokens.begin() + position);
    branch.before.tokens.push_back(tokenId);
    made.probabilities.resize(shared);
    branch.before.probabilities = std::move(made.probabilities);
    branch.before.probabilities.push_back(chance);
    branch.before.candidates = firstCandidates(made.candidates, shared + 1);
    m_branch = std::move(branch);
    m_branch.job = m_parts.inference.pieces(m_branch.before.tokens);
}

QString ChatController::plainText(qint64 messageId) const {
    const store::Message* message = find(messageId);
    if (message == nullptr) return {};
    return message->role == store::Role::User ? message->text : plainTextOf(message->text);
}

QString ChatController::selectedText(int fromRow, int from, int toRow, int to) const {
    return app::selectedText(m_blocks, fromRow, from, toRow, to);
}

void ChatController::quote(const QString& text) {
    QString quoted;
    const QStringList lines = text.trimmed().split(u'\n');
    for (const QString& line : lines) quoted += QStringLiteral("> ") + line + u'\n';
    setDraft(m_draft.trimmed().isEmpty() ? quoted + u'\n'
                                         : m_draft.trimmed() + QStringLiteral("\n\n") + quoted + u'\n');
    emit composerWanted();
}

void ChatController::takeBranch(quint64 job, const QList<QByteArray>& pieces) {
    if (m_branch.job == 0 || job != m_branch.job) return;
    const Branch branch = std::exchange(m_branch, {});
    const store::Message* old = find(branch.messageId);
    if (old == nullptr || branch.conversationId != m_conversation.id || reply() != nullptr) return;
    QByteArray bytes;
    for (const QByteArray& piece : pieces) bytes += piece;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString text = decoder(bytes);
    if (decoder.hasError() || text.isEmpty()) {
        m_parts.toasts.show(tr("This token is a part of a character; choose the one after it."));
        return;
    }
    // Some vocabularies begin every text with a space that is not shown.
    if (text.startsWith(u' ') && !old->text.startsWith(u' ')) text.remove(0, 1);
    store::Message answer;
    answer.role = store::Role::Assistant;
    answer.conversationId = m_conversation.id;
    answer.parentId = old->parentId;
    answer.model = old->model;
    answer.text = text;
    answer.createdAt = QDateTime::currentMSecsSinceEpoch();
    if (!changeStore([&] { m_parts.store.addReply(answer); })) return;
    readMessages();
    startReply(answer, branch.before);
    showFrom(branch.messageId);
    m_parts.conversations.refresh(m_conversation.id);
}

}  // namespace hearth::app
