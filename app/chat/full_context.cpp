#include "chat/full_context.h"

#include <QStringList>
#include <algorithm>

#include "inference/engine_status.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

constexpr int shortestContext = 2048, longestContext = 1 << 20;

QString contextCountText(int tokens) {
    return spokenLocale().toString(tokens);
}

/// Memory counts in units of 2^30 bytes.
QString gigabytesText(double bytes) {
    return FullContext::tr("%1 GB").arg(spokenLocale().toString(bytes / (1ULL << 30U), 'f', 1));
}

}  // namespace

FullContext::FullContext(const EngineStatus& engine, QObject* parent) : QObject(parent), m_engine(engine) {
}

void FullContext::update(const Facts& facts) {
    m_facts = facts;
    emit changed();
}

void FullContext::noteRefused(qint64 messageId) {
    m_refused.insert(messageId);
    emit changed();
}

void FullContext::forgetRefused() {
    m_refused.clear();
    emit changed();
}

void FullContext::choose(int choice) {
    if (choice >= 0 && choice <= Summarise && choice != this->choice())
        emit choiceWanted(static_cast<store::Overflow>(choice));
}

bool FullContext::isFull() const {
    // A prompt as long as the context leaves no place for the first token of the reply.
    return m_engine.isReady() && m_engine.context()->isKnown() &&
           m_facts.promptTokens >= m_engine.context()->length() && m_facts.promptTokens > 0;
}

bool FullContext::blocks() const {
    // The token count of a server is only estimated, so the chat may still fit.
    return isFull() && !m_engine.device()->isRemote() && !drops();
}

bool FullContext::replyFailed() const {
    if (m_facts.failedReply == 0) return false;
    // After a restart only the numbers give the reason, and they would include a draft.
    return m_refused.contains(m_facts.failedReply) || (isFull() && !m_facts.hasDraft);
}

QString FullContext::sentence() const {
    if (!isFull()) return {};
    if (m_engine.device()->isRemote())
        return tr("This chat takes about %1 tokens, and %2 has room for %3.")
            .arg(contextCountText(m_facts.promptTokens), m_engine.device()->remoteHost(),
                 contextCountText(m_engine.context()->length()));
    return tr("This chat takes %1 tokens, and the context has room for %2.")
        .arg(contextCountText(m_facts.promptTokens), contextCountText(m_engine.context()->length()));
}

QString FullContext::leftOut() const {
    QStringList sentences;
    if (m_facts.summarisedMessages > 0)
        sentences += tr("A summary replaces %1 earlier messages.").arg(m_facts.summarisedMessages);
    if (m_facts.leftOutMessages > 0 && m_facts.leftOutTokens > 0)
        sentences += tr("%1 earlier messages (%2 tokens) are left out.")
                         .arg(m_facts.leftOutMessages)
                         .arg(contextCountText(m_facts.leftOutTokens));
    else if (m_facts.leftOutMessages > 0)
        sentences += tr("%1 earlier messages are left out.").arg(m_facts.leftOutMessages);
    else if (m_facts.leftOutTokens > 0)
        sentences += tr("%1 earlier tokens are left out.").arg(contextCountText(m_facts.leftOutTokens));
    return sentences.join(u' ');
}

QString FullContext::dropProblem() const {
    if (m_facts.turns <= 1) return tr("There are no older turns to leave out.");
    if (!lastIsTooLong()) return {};
    return tr("The last message alone takes %1 tokens. Shorten it, or what is attached to it.")
        .arg(contextCountText(m_facts.lastTurnTokens));
}

bool FullContext::lastIsTooLong() const {
    return isFull() && m_facts.lastTurnTokens >= m_engine.context()->length();
}

int FullContext::excessTokens() const {
    if (!lastIsTooLong()) return 0;
    const int length = m_engine.context()->length();
    return m_facts.lastTurnTokens - (length - std::min(1024, length / 8));
}

bool FullContext::canShorten() const {
    return lastIsTooLong() && m_facts.shortenableTokens >= excessTokens();
}

int FullContext::longerLength() const {
    // With room for a reply, as when turns are dropped.
    const int wanted = std::max(m_facts.promptTokens, m_engine.context()->length() + 1);
    int length = shortestContext;
    while (length < longestContext && length < wanted + std::min(1024, length / 8)) length *= 2;
    // The trained length may be enough even if the next step exceeds it.
    const int trained = m_engine.context()->trainedLength();
    if (trained > 0 && length > trained && trained >= wanted + 256 && trained > m_engine.context()->length())
        length = trained;
    return length;
}

QString FullContext::longerProblem() const {
    if (!m_engine.isReady()) return tr("No model is loaded.");
    if (m_engine.device()->isRemote())
        return tr("%1 decides how long the context is.").arg(m_engine.device()->remoteHost());
    const int length = longerLength(), trained = m_engine.context()->trainedLength();
    if (trained > 0 && length > trained)
        return tr("The model was trained on %1 tokens, which is too few for this chat.")
            .arg(contextCountText(trained));
    const double more = m_engine.memory()->kvConversationBytesAt(length, m_engine.context()->kvType()) -
                        m_engine.memory()->kvBytes();
    if (more > m_engine.memory()->freeBytes())
        return tr("A context of %1 tokens takes %2 more memory than is free.")
            .arg(contextCountText(length), gigabytesText(more - m_engine.memory()->freeBytes()));
    return {};
}

}  // namespace hearth::app
