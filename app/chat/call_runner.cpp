#include "chat/call_runner.h"

#include <QDateTime>
#include <algorithm>
#include <utility>

#include "chat/chat_tools.h"
#include "tools/tool_settings.h"

namespace hearth::app {

namespace {
/// For models, which read English best.
const char* const refusedText = "The person did not allow this call.";
const char* const stoppedText = "The person stopped this call.";
}  // namespace

CallRunner::CallRunner(store::Store& store, ToolBox& box, ToolSettings& settings, QObject* parent)
    : QObject(parent), m_store(store), m_box(box), m_settings(settings) {
    connect(&m_box, &ToolBox::finished, this, &CallRunner::took);
}

CallRunner::~CallRunner() {
    for (const Call& call : std::as_const(m_calls))
        if (call.running != 0) m_box.cancel(call.running);
}

CallRunner::Call CallRunner::callOf(const store::Message& message) const {
    Call call;
    call.message = message;
    if (message.calls.empty()) return call;
    if (const ToolBox::Tool* tool = m_box.find(message.calls.front().name))
        call.permission = tool->permission();
    return call;
}

void CallRunner::begin(const store::Message& reply) {
    std::vector<store::Message> messages;
    qint64 parent = reply.id;
    for (const store::ToolCall& asked : reply.calls) {
        store::Message message;
        message.conversationId = reply.conversationId;
        message.parentId = std::exchange(parent, 0);
        message.role = store::Role::Tool;
        message.calls = {asked};
        if (const ToolBox::Tool* tool = m_box.find(asked.name))
            message.calls.front().source = tool->description.source;
        messages.push_back(std::move(message));
    }
    if (messages.empty()) return;
    m_store.addCalls(messages);
    emit begun(reply.conversationId, messages);
    start(std::move(messages));
}

void CallRunner::again(const store::Message& call) {
    store::Message message = call;
    message.state = store::MessageState::Streaming;
    message.text.clear();
    message.thoughtMs = 0;
    if (!m_store.finishCall(message)) return;
    start({message});
}

void CallRunner::start(std::vector<store::Message> messages) {
    Round& round = m_rounds[messages.front().conversationId];
    round.stopped = false;
    for (const store::Message& message : messages) {
        Call call = callOf(message);
        call.asking = true;
        round.messages.push_back(message.id);
        m_calls.insert(message.id, call);
    }
    // Only now: the first may end at once, and is not the last one.
    for (const store::Message& message : messages) {
        const auto call = m_calls.find(message.id);
        if (call == m_calls.end()) continue;
        // A call that no tool can run needs no permission: the model is told what is wrong.
        if (call->permission.isEmpty() || isAllowed(*call))
            run(*call);
        else
            emit changed(call->message);
    }
}

bool CallRunner::isAllowed(const Call& call) const {
    if (m_settings.isAllowed(call.permission)) return true;
    try {
        const auto chat = m_store.conversations().find(call.message.conversationId);
        return chat && ChatTools::of(chat->tools).allowed.contains(call.permission);
    } catch (const store::StoreError&) {
        return false;
    }
}

void CallRunner::run(Call& call) {
    const store::ToolCall& asked = call.message.calls.front();
    call.asking = false;
    call.since.start();
    call.running = m_box.call(asked.name, asked.arguments);
    emit changed(call.message);
}

const CallRunner::Call* CallRunner::find(qint64 messageId) const {
    const auto found = m_calls.constFind(messageId);
    return found == m_calls.constEnd() ? nullptr : &*found;
}

bool CallRunner::isBusy(qint64 conversationId) const {
    return m_rounds.contains(conversationId);
}

qint64 CallRunner::asking(qint64 conversationId) const {
    qint64 first = 0;
    for (const Call& call : m_calls)
        if (call.asking && call.message.conversationId == conversationId &&
            (first == 0 || call.message.id < first))
            first = call.message.id;
    return first;
}

void CallRunner::approve(qint64 messageId, Allow allow) {
    const auto found = m_calls.find(messageId);
    if (found == m_calls.end() || !found->asking) return;
    const Call asked = *found;
    if (allow == Allow::Always) m_settings.allow(asked.permission);
    if (allow == Allow::Chat) allowInChat(asked);
    run(*found);
    if (allow == Allow::Once) return;
    // Others of the same tool wait for the same answer.
    std::vector<qint64> others;
    for (const Call& call : std::as_const(m_calls))
        if (call.asking && call.permission == asked.permission && isAllowed(call))
            others.push_back(call.message.id);
    std::ranges::sort(others);
    for (const qint64 id : others)
        if (const auto call = m_calls.find(id); call != m_calls.end()) run(*call);
}

void CallRunner::allowInChat(const Call& call) {
    const qint64 id = call.message.conversationId;
    try {
        const auto conversation = m_store.conversations().find(id);
        if (!conversation) return;
        ChatTools tools = ChatTools::of(conversation->tools);
        if (!tools.allowed.contains(call.permission)) tools.allowed += call.permission;
        m_store.conversations().setTools(id, tools.toJson());
        emit chatAllowed(id);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
}

void CallRunner::refuse(qint64 messageId) {
    const Call* call = find(messageId);
    if (call != nullptr && call->asking)
        settle(messageId, store::MessageState::Refused, QString::fromLatin1(refusedText));
}

void CallRunner::stop(qint64 conversationId) {
    const auto round = m_rounds.find(conversationId);
    if (round == m_rounds.end()) return;
    round->stopped = true;
    // The round goes with its last call.
    const std::vector<qint64> messages = round->messages;
    for (const qint64 id : messages) {
        const auto call = m_calls.find(id);
        if (call == m_calls.end()) continue;
        if (call->running != 0) m_box.cancel(call->running);
        settle(id, store::MessageState::Stopped, QString::fromLatin1(stoppedText));
    }
}

void CallRunner::stopAll() {
    const QList<qint64> conversations = m_rounds.keys();
    for (const qint64 id : conversations) stop(id);
}

void CallRunner::took(quint64 running, const ToolResult& result) {
    const auto found = std::ranges::find(m_calls, running, &Call::running);
    if (found == m_calls.end()) return;
    settle(found->message.id, result.failed ? store::MessageState::Failed : store::MessageState::Complete,
           result.text);
}

void CallRunner::settle(qint64 messageId, store::MessageState state, const QString& text) {
    const Call call = m_calls.take(messageId);
    store::Message message = call.message;
    message.state = state;
    message.text = text;
    if (call.since.isValid()) message.thoughtMs = std::max<qint64>(1, call.since.elapsed());
    try {
        m_store.finishCall(message);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
    emit changed(message);
    endRound(message);
}

void CallRunner::endRound(const store::Message& settled) {
    const auto round = m_rounds.find(settled.conversationId);
    if (round == m_rounds.end()) return;
    const bool more =
        std::ranges::any_of(round->messages, [this](qint64 id) { return m_calls.contains(id); });
    if (more) return;
    const qint64 lastId = round->messages.back();
    const bool stopped = round->stopped;
    m_rounds.erase(round);
    store::Message last = settled;
    try {
        if (const auto kept = m_store.messages().find(lastId)) last = *kept;
    } catch (const store::StoreError&) {
        last.id = lastId;
    }
    emit ended(last, !stopped);
}

}  // namespace hearth::app

#include "moc_call_runner.cpp"
