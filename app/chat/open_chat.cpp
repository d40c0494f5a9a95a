#include "chat/open_chat.h"

#include <QDateTime>
#include <utility>

#include "chat/call_runner.h"
#include "chat/conversation_list_model.h"
#include "chat/reply_comparison.h"
#include "inference/engine_status.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

OpenChat::OpenChat(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_open(parts.store, parts.runner, &parts.calls) {
}

const ReplyRunner::Reply* OpenChat::reply() const {
    // The one that is shown, before others that are compared with it.
    if (const store::Message* last = tree().last())
        if (const ReplyRunner::Reply* shown = m_parts.runner.find(last->id)) return shown;
    return m_parts.runner.ofConversation(id());
}

const store::Message* OpenChat::failedReply() const {
    const store::Message* last = tree().last();
    const bool failed = reply() == nullptr && last != nullptr && last->role == store::Role::Assistant &&
                        last->state == store::MessageState::Failed;
    return failed ? last : nullptr;
}

bool OpenChat::isBusy() const {
    return reply() != nullptr || m_parts.calls.isBusy(id());
}

bool OpenChat::canReply() const {
    return !isBusy() && m_parts.comparison.count() == 0 && m_parts.engine.canBeAsked();
}

bool OpenChat::isReadyToReply() {
    if (canReply()) return true;
    emit modelsWanted();
    return false;
}

store::Message OpenChat::newMessage(store::Role role, qint64 parentId, const QString& text) const {
    store::Message message;
    message.role = role;
    message.conversationId = id();
    message.parentId = parentId;
    message.text = text;
    message.createdAt = QDateTime::currentMSecsSinceEpoch();
    return message;
}

store::Message OpenChat::newReply(qint64 parentId, const QString& modelPath) const {
    store::Message reply = newMessage(store::Role::Assistant, parentId);
    const EngineStatus& engine = m_parts.engine;
    reply.model = modelPath.isEmpty() ? engine.modelName() : engine.nameOf(modelPath);
    return reply;
}

bool OpenChat::change(const std::function<void()>& change) {
    try {
        change();
        return true;
    } catch (const store::StoreError& error) {
        emit failed(tr("This was not saved"), error.message());
        return false;
    }
}

ReplyStarter::Manner OpenChat::manner(const store::Generation& before) {
    return {m_parts.sampling.replyValues(), before, std::exchange(m_nextWhenFull, {})};
}

bool OpenChat::start(const store::Message& answer, const ReplyStarter::Manner& manner) {
    std::vector<store::Message> path = tree().pathTo(answer.parentId);
    path.push_back(answer);
    if (manner.modelPath.isEmpty()) m_parts.engine.loadAwaited();
    if (!change([&] { m_parts.starter.start(m_open.record(), std::move(path), manner); })) return false;
    emit endWanted();
    return true;
}

bool OpenChat::begin(store::Message answer, const ReplyStarter::Manner& manner, qint64 shownFrom) {
    if (!change([&] { m_parts.store.addReply(answer); })) return false;
    m_open.insert(answer);
    start(answer, manner);
    showFrom(shownFrom);
    m_parts.conversations.refresh(id());
    return true;
}

void OpenChat::showAll() {
    m_open.showAll();
    emit branchShown();
    emit changed();
}

void OpenChat::showSummary() {
    change([this] { m_open.readSummaries(); });
    m_open.showSummary();
}

void OpenChat::showFrom(qint64 messageId) {
    m_open.showFrom(messageId);
    emit branchShown();
    emit changed();
}

}  // namespace hearth::app

#include "moc_open_chat.cpp"
