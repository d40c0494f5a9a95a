#include "chat/context_relief.h"

#include <algorithm>
#include <utility>

#include "attachments/draft_attachments.h"
#include "attachments/shortened_files.h"
#include "chat/chat_figures.h"
#include "chat/chat_summaries.h"
#include "chat/composer_draft.h"
#include "chat/full_context.h"
#include "chat/message_sender.h"
#include "chat/message_versions.h"
#include "chat/recipe_shifts.h"
#include "inference/engine_status.h"

namespace hearth::app {

ContextRelief::ContextRelief(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    FullContext& full = m_parts.fullContext;
    connect(&m_parts.runner, &ReplyRunner::contextRefused, &full, &FullContext::noteRefused);
    connect(&m_parts.figures, &ChatFigures::estimateChanged, this, &ContextRelief::update);
    connect(&m_parts.engine, &EngineStatus::becameReady, this, [this] {
        m_parts.fullContext.forgetRefused();
        const qint64 failed = std::exchange(m_retryWhenReady, 0);
        if (failed != 0 && m_parts.chat.tree().endsWith(failed)) m_parts.versions.regenerate(failed);
    });
    connect(&m_parts.engine, &EngineStatus::loadFailed, this, [this] { m_retryWhenReady = 0; });
    connect(&full, &FullContext::choiceWanted, this, &ContextRelief::choose);
    connect(&full, &FullContext::retryDroppingWanted, this, [this] {
        m_parts.chat.setNextWhenFull(WhenFull::Slide);
        m_parts.versions.retry();
        m_parts.chat.setNextWhenFull({});
    });
    connect(&full, &FullContext::sendDroppingWanted, this, [this] {
        m_parts.chat.setNextWhenFull(WhenFull::Slide);
        m_parts.sender.send(m_parts.draft.text());
        m_parts.chat.setNextWhenFull({});
    });
    connect(&full, &FullContext::summaryWanted, this, &ContextRelief::summarise);
    connect(&full, &FullContext::shortenWanted, this, &ContextRelief::shorten);
    connect(&full, &FullContext::stopWanted, this, [this] { m_parts.summaries.forget(m_parts.chat.id()); });
    connect(&full, &FullContext::newChatWanted, this, [this] {
        // The question that did not fit goes along as it is.
        const bool hasDraft = !m_parts.draft.isEmpty() || !m_parts.attachments.files().empty();
        m_parts.summaries.condenseAll(hasDraft ? 0 : 1,
                                      [this](const QString& summary) { emit newChatWanted(summary); });
    });
    connect(&m_parts.summaries, &ChatSummaries::changed, this, &ContextRelief::update);
    connect(&full, &FullContext::lengthenWanted, this, [this](int contextLength, bool retry) {
        const store::Message* last = m_parts.chat.tree().last();
        m_retryWhenReady = retry && last != nullptr ? last->id : 0;
        m_parts.engine.reloadWith(contextLength, m_parts.engine.context()->kvType());
    });
}

void ContextRelief::setDefault(store::Overflow overflow) {
    m_default = overflow;
    if (m_parts.chat.id() == 0) takeDefault();
}

void ContextRelief::takeDefault() {
    store::Conversation record = m_parts.chat.conversation().record();
    record.overflow = m_default;
    m_parts.chat.conversation().setRecord(record);
    update();
}

void ContextRelief::choose(store::Overflow overflow) {
    store::Conversation record = m_parts.chat.conversation().record();
    record.overflow = overflow;
    const auto keep = [&] { m_parts.store.conversations().setOverflow(record.id, overflow); };
    if (record.id != 0 && !m_parts.chat.change(keep)) return;
    m_parts.chat.conversation().setRecord(record);
    m_parts.summaries.tryAgain(record.id);
    update();
}

void ContextRelief::summarise(bool retry) {
    m_parts.summaries.condense(m_parts.figures.promptTokens(), [this, retry] {
        if (retry)
            m_parts.versions.retry();
        else
            m_parts.sender.send(m_parts.draft.text());
    });
}

void ContextRelief::shorten(bool retry) {
    const int tokens = m_parts.fullContext.excessTokens();
    if (tokens <= 0) return;
    const store::Message* failed = m_parts.chat.failedReply();
    if (retry && failed != nullptr)
        m_parts.versions.shortenFilesOf(failed->parentId, tokens, m_parts.figures.lastTurnTokens());
    else if (!retry)
        m_parts.attachments.shorten(tokens);
}

int ContextRelief::shortenable(bool hasDraft) {
    if (hasDraft) return shortenableTokens(m_parts.attachments.files());
    int tokens = 0;
    const store::Message* failed = m_parts.chat.failedReply();
    if (failed != nullptr)
        m_parts.chat.change(
            [&] { tokens = shortenableTokens(m_parts.store.attachments().ofMessage(failed->parentId)); });
    return tokens;
}

void ContextRelief::update() {
    FullContext::Facts facts;
    facts.promptTokens = m_parts.figures.promptTokens();
    facts.lastTurnTokens = m_parts.figures.lastTurnTokens();
    facts.hasDraft = !m_parts.draft.isEmpty() || !m_parts.attachments.files().empty();
    facts.shortenableTokens = facts.lastTurnTokens > 0 ? shortenable(facts.hasDraft) : 0;
    facts.turns = static_cast<int>(std::ranges::count(m_parts.chat.tree().path(), store::Role::User,
                                                      &store::Message::role)) +
                  (facts.hasDraft ? 1 : 0);
    m_parts.chat.change([&] {
        const LeftOut leftOut =
            m_parts.starter.leftOut(m_parts.engine.model(), m_parts.chat.conversation().record().systemPrompt,
                                    m_parts.chat.tree().path());
        facts.leftOutMessages = leftOut.messages + leftOut.slidMessages;
        facts.leftOutTokens = leftOut.tokens + static_cast<int>(droppedTokens(leftOut.cuts));
        facts.summarisedMessages = leftOut.summarisedMessages;
        // The tokens that the next prompt would drop are still in the chat.
        const size_t dropped = droppedTokens(m_parts.figures.cuts());
        facts.promptTokens += static_cast<int>(dropped - std::min(dropped, droppedTokens(leftOut.cuts)));
    });
    facts.summarising = m_parts.summaries.isAwaited();
    facts.overflow = m_parts.chat.conversation().record().overflow;
    if (const store::Message* failed = m_parts.chat.failedReply()) facts.failedReply = failed->id;
    m_parts.fullContext.update(facts);
}

}  // namespace hearth::app

#include "moc_context_relief.cpp"
