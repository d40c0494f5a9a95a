#include "chat/call_rounds.h"

#include <algorithm>
#include <utility>

#include "chat/chat_documents.h"
#include "chat/chat_tools.h"
#include "chat/conversation_list_model.h"
#include "inference/engine_status.h"
#include "settings/sampling_settings.h"
#include "tools/document_tools.h"
#include "tools/tool_settings.h"

namespace hearth::app {

namespace {

/// Tools that a chat offers. The tool that searches documents searches all of them, so it is not offered in a
/// chat that excludes some.
ChatTools offeredIn(const store::Conversation& conversation) {
    ChatTools tools = ChatTools::of(conversation.tools);
    if (!ChatDocuments::of(conversation.documents).without.isEmpty())
        tools.without += QLatin1String(DocumentTools::providerId);
    return tools;
}

}  // namespace

CallRounds::CallRounds(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_chat(parts.chat) {
    connect(&m_parts.calls, &CallRunner::begun, this, &CallRounds::show);
    connect(&m_parts.calls, &CallRunner::changed, this, [this](const store::Message& call) {
        if (call.conversationId != m_chat.id()) return;
        m_chat.conversation().update(call);
        m_chat.conversation().showCall(call);
        emit changed();
    });
    connect(&m_parts.calls, &CallRunner::ended, this, &CallRounds::resumeAfter);
    connect(&m_parts.calls, &CallRunner::chatAllowed, this, [this](qint64 id) {
        if (id != m_chat.id()) return;
        m_chat.change([&] {
            if (const auto record = m_parts.store.conversations().find(id))
                m_chat.conversation().setRecord(*record);
        });
    });
    connect(&m_parts.box, &ToolBox::toolsChanged, this, &CallRounds::changed);
    connect(&m_parts.settings, &ToolSettings::changed, this, &CallRounds::changed);
    connect(&m_parts.engine, &EngineStatus::changed, this, &CallRounds::changed);
    m_parts.starter.setTools([this](const store::Conversation& conversation) {
        return toolsOf(offeredIn(conversation), m_parts.box, m_parts.settings);
    });
}

bool CallRounds::isOn() const {
    return ChatTools::of(m_chat.conversation().record().tools).on;
}

void CallRounds::setOn(bool on) {
    ChatTools tools = ChatTools::of(m_chat.conversation().record().tools);
    if (tools.on == on) return;
    tools.on = on;
    keep(tools.toJson());
}

QVariantList CallRounds::providers() const {
    const ChatTools tools = ChatTools::of(m_chat.conversation().record().tools);
    QVariantList providers;
    for (const ToolProvider* provider : m_parts.box.providers()) {
        const auto offered = std::ranges::count_if(m_parts.box.tools(), [&](const ToolBox::Tool& tool) {
            return tool.providerId == provider->id() && m_parts.settings.isOn(tool.key());
        });
        providers.append(QVariantMap{{"id", provider->id()},
                                     {"title", provider->title()},
                                     {"count", static_cast<int>(offered)},
                                     {"on", !tools.without.contains(provider->id())}});
    }
    return providers;
}

void CallRounds::setHas(const QString& providerId, bool has) {
    ChatTools tools = ChatTools::of(m_chat.conversation().record().tools);
    tools.without.removeAll(providerId);
    if (!has) tools.without += providerId;
    keep(tools.toJson());
}

void CallRounds::keep(const QJsonObject& tools) {
    store::Conversation record = m_chat.conversation().record();
    record.tools = tools;
    m_chat.conversation().setRecord(record);
    if (record.id != 0) m_chat.change([&] { m_parts.store.conversations().setTools(record.id, tools); });
    emit changed();
}

void CallRounds::takeDefault() {
    store::Conversation record = m_chat.conversation().record();
    if (record.id != 0) return;
    record.tools = ChatTools{.on = m_parts.settings.newChats(), .without = {}, .allowed = {}}.toJson();
    m_chat.conversation().setRecord(record);
    emit changed();
}

int CallRounds::count() const {
    ChatTools tools = offeredIn(m_chat.conversation().record());
    tools.on = true;
    return static_cast<int>(toolsOf(tools, m_parts.box, m_parts.settings).size());
}

QString CallRounds::problem() const {
    if (!m_parts.engine.isReady() || m_parts.engine.model().info.canCallTools) return {};
    return tr("%1 cannot use tools and answers without them.").arg(m_parts.engine.modelName());
}

bool CallRounds::begin(const store::Message& reply) {
    if (reply.state != store::MessageState::Complete || reply.calls.empty()) return false;
    return m_chat.change([&] { m_parts.calls.begin(reply); });
}

void CallRounds::show(qint64 conversationId, const std::vector<store::Message>& calls) {
    if (conversationId != m_chat.id()) return;
    for (const store::Message& call : calls) {
        m_chat.conversation().insert(call);
        m_chat.conversation().append(call);
    }
    emit m_chat.changed();
    emit m_chat.endWanted();
    emit changed();
}

std::vector<store::Message> CallRounds::pathTo(const store::Message& last) {
    if (last.conversationId == m_chat.id()) return m_chat.tree().pathTo(last.id);
    const auto conversation = m_parts.store.conversations().find(last.conversationId);
    if (!conversation) return {};
    const ConversationTree tree(m_parts.store.messages().ofConversation(last.conversationId),
                                conversation->activeRoot);
    return tree.pathTo(last.id);
}

int CallRounds::roundsSince(const std::vector<store::Message>& path) const {
    int rounds = 0;
    for (auto at = path.rbegin();
         at != path.rend() && at->role != store::Role::User && !m_wentOnAt.contains(at->id); ++at)
        if (at->role == store::Role::Assistant && !at->calls.empty()) ++rounds;
    return rounds;
}

void CallRounds::resumeAfter(const store::Message& last, bool resume) {
    const qint64 id = last.conversationId;
    if (id == m_chat.id()) emit m_chat.changed();
    std::vector<store::Message> path;
    m_chat.change([&] { path = pathTo(last); });
    const bool canReply = id == m_chat.id() ? m_chat.canReply() : m_parts.engine.isReady();
    if (resume && !path.empty() && roundsSince(path) < mostRounds && canReply && reply(last)) return;
    // The card of the last call offers to continue.
    if (id == m_chat.id() && !path.empty()) m_chat.conversation().showCall(path.back());
    emit changed();
    emit rested(id);
}

bool CallRounds::reply(const store::Message& last) {
    if (last.conversationId != m_chat.id()) return replyElsewhere(last);
    const bool begun = m_chat.begin(m_chat.newReply(last.id), m_chat.manner(), 0);
    // The call is no longer the last message, so its card offers nothing.
    if (begun) m_chat.conversation().showCall(last);
    emit changed();
    return begun;
}

bool CallRounds::replyElsewhere(const store::Message& last) {
    bool begun = false;
    m_chat.change([&] {
        const auto conversation = m_parts.store.conversations().find(last.conversationId);
        std::vector<store::Message> path = pathTo(last);
        if (!conversation || path.empty()) return;
        store::Message answer = m_chat.newReply(last.id);
        answer.conversationId = last.conversationId;
        m_parts.store.addReply(answer);
        path.push_back(answer);
        m_parts.starter.start(*conversation, std::move(path),
                              {m_parts.sampling.replyValuesOf(conversation->sampling)});
        begun = true;
    });
    m_parts.conversations.refresh(last.conversationId);
    return begun;
}

void CallRounds::resume() {
    const store::Message* last = m_chat.tree().last();
    if (last == nullptr || last->role != store::Role::Tool || isBusy() || !m_chat.isReadyToReply()) return;
    m_wentOnAt.insert(last->id);
    (void)reply(store::Message(*last));
}

void CallRounds::again(qint64 messageId) {
    const store::Message* call = m_chat.tree().find(messageId);
    if (call == nullptr || call->role != store::Role::Tool || !m_chat.tree().endsWith(messageId) ||
        isBusy() || !m_chat.canReply())
        return;
    if (!m_chat.change([&, message = *call] { m_parts.calls.again(message); })) return;
    m_parts.conversations.busy->set(m_chat.id(), isBusy());
    emit m_chat.changed();
}

}  // namespace hearth::app

#include "moc_call_rounds.cpp"
