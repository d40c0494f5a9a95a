#include "chat/chat_summaries.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "chat/conversation_tree.h"
#include "chat/left_out.h"
#include "chat/open_chat.h"
#include "chat/reply_starter.h"
#include "endpoints/picture_tokens.h"
#include "inference/engine_status.h"
#include "inference/turn_starts.h"
#include "notices/toast_queue.h"

namespace hearth::app {

ChatSummaries::ChatSummaries(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_writer(parts.inference, parts.starter, parts.engine) {
    connect(&m_writer, &SummaryWriter::advanced, this, &ChatSummaries::keep);
    connect(&m_writer, &SummaryWriter::finished, this, [this](qint64 id, const QString& text) {
        const Awaited awaited = m_awaited.take(id);
        emit changed();
        if (awaited.then && id == m_parts.chat.id()) awaited.then(text);
    });
    connect(&m_writer, &SummaryWriter::failed, this, &ChatSummaries::tellFailure);
    connect(&m_parts.engine, &EngineStatus::becameReady, this, [this] { m_failed.clear(); });
}

bool ChatSummaries::isAwaited() const {
    return m_awaited.contains(m_parts.chat.id());
}

int ChatSummaries::turnsOfShare(const GenerationRequest& request, double share) {
    const std::vector<size_t> starts = turnStarts(request.messages);
    std::vector<size_t> turns(starts.size());
    size_t all = 0;
    for (size_t turn = 0; turn < starts.size(); ++turn) {
        const size_t end = turn + 1 < starts.size() ? starts[turn + 1] : request.messages.size();
        for (size_t at = starts[turn]; at < end; ++at) {
            turns[turn] += request.messages[at].content.size();
            for (const MessagePicture& picture : request.messages[at].pictures)
                turns[turn] += bytesPerToken * guessedPictureTokens(*picture.file, picture.detail);
        }
        all += turns[turn];
    }
    size_t sum = 0;
    int count = 0;
    while (count + 1 < static_cast<int>(turns.size()) &&
           static_cast<double>(sum) < share * static_cast<double>(all))
        sum += turns[static_cast<size_t>(count++)];
    return count;
}

bool ChatSummaries::begin(const store::Conversation& record, std::vector<store::Message> path, int tokens,
                          Priority priority) {
    const OpenModel& model = m_parts.starter.modelOf(record);
    const int length = model.info.contextLength;
    const LeftOut leftOut = m_parts.starter.leftOut(model, record.systemPrompt, path);
    // Turns that were cut off in the meantime get a summary in any case.
    int toTurn = leftOut.turns + leftOut.slidTurns;
    if (length > 0 && tokens > length / 4 * 3) {
        const double half = 0.5 * length / tokens;
        const LeftOut read{.turns = toTurn, .summary = leftOut.summary};
        toTurn += turnsOfShare(m_parts.starter.request(model, record.systemPrompt, path, {}, read),
                               std::max(half, 1 - half));
    }
    return m_writer.begin({record.id, record.systemPrompt, std::move(path), leftOut.summarisedTurns, toTurn,
                           leftOut.summary, priority, model.id});
}

void ChatSummaries::replyFinished(const store::Message& reply, int tokens) {
    const qint64 id = reply.conversationId;
    if (reply.state != store::MessageState::Complete || m_failed.contains(id) || m_writer.isWriting(id))
        return;
    const auto record = m_parts.store.conversations().find(id);
    if (!record || record->overflow != store::Overflow::Summarise) return;
    const ConversationTree tree(m_parts.store.messages().ofConversation(id), record->activeRoot);
    begin(*record, tree.pathTo(reply.id), tokens, Priority::Background);
}

void ChatSummaries::condense(int tokens, const std::function<void()>& then) {
    const store::Conversation& record = m_parts.chat.conversation().record();
    if (isAwaited()) return;
    m_writer.cancel(record.id);
    bool begun = false;
    // Assumes at least a full context, because the part that does not fit may not be counted.
    const int atLeast = std::max(tokens, m_parts.engine.context()->length());
    m_parts.chat.change(
        [&] { begun = begin(record, m_parts.chat.tree().path(), atLeast, Priority::Reading); });
    if (!begun) {
        m_parts.toasts.show(tr("There are no older turns to summarise."));
        return;
    }
    m_awaited.insert(record.id, {true, [then](const QString&) { then(); }});
    emit changed();
}

void ChatSummaries::condenseAll(int kept, const std::function<void(const QString&)>& then) {
    const store::Conversation& record = m_parts.chat.conversation().record();
    if (isAwaited()) return;
    m_writer.cancel(record.id);
    const std::vector<store::Message>& path = m_parts.chat.tree().path();
    bool begun = false;
    LeftOut leftOut;
    const int toTurn = static_cast<int>(turnStarts(path).size()) - kept;
    m_parts.chat.change([&] {
        const OpenModel& model = m_parts.starter.modelOf(record);
        leftOut = m_parts.starter.leftOut(model, record.systemPrompt, path);
        m_awaited.insert(record.id, {false, then});
        begun = m_writer.begin({record.id, record.systemPrompt, path, leftOut.summarisedTurns, toTurn,
                                leftOut.summary, Priority::Reading, model.id});
    });
    emit changed();
    if (begun) return;
    // Nothing is left to condense: there is a summary of it, or there was nothing.
    m_awaited.remove(record.id);
    then(leftOut.summary);
}

void ChatSummaries::forget(qint64 conversationId) {
    m_writer.cancel(conversationId);
    m_awaited.remove(conversationId);
    emit changed();
}

void ChatSummaries::keep(qint64 conversationId, qint64 messageId, const QString& text) {
    if (const auto awaited = m_awaited.constFind(conversationId);
        awaited != m_awaited.constEnd() && !awaited->keeps)
        return;
    store::Summary summary;
    summary.conversationId = conversationId;
    summary.messageId = messageId;
    summary.text = text;
    m_parts.chat.change([&] { m_parts.store.summaries().put(summary); });
    if (conversationId == m_parts.chat.id()) show();
}

void ChatSummaries::tellFailure(qint64 conversationId, const QString& problem) {
    const bool awaited = m_awaited.remove(conversationId) > 0;
    emit changed();
    if (problem.isEmpty()) return;
    if (awaited)
        m_parts.toasts.show(tr("This chat could not be summarised. %1").arg(problem));
    else if (!m_failed.contains(conversationId))
        m_parts.toasts.show(
            tr("A chat could not be summarised, so its oldest turns leave the context. %1").arg(problem));
    m_failed.insert(conversationId);
}

void ChatSummaries::edit(qint64 rowId, const QString& text) {
    if (text.trimmed().isEmpty()) return;
    if (m_parts.chat.change([&] { m_parts.store.summaries().edit(-rowId, text.trimmed()); })) show();
}

void ChatSummaries::remove(qint64 rowId) {
    if (m_parts.chat.change([&] { m_parts.store.summaries().remove(-rowId); })) show();
}

void ChatSummaries::show() {
    m_parts.chat.showSummary();
    emit promptChanged();
}

}  // namespace hearth::app

#include "moc_chat_summaries.cpp"
