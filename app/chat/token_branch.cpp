#include "chat/token_branch.h"

#include <QDateTime>
#include <QStringDecoder>
#include <algorithm>
#include <utility>

#include "chat/token_candidates.h"
#include "inference/inference_thread.h"

namespace hearth::app {

TokenBranch::TokenBranch(InferenceThread& inference, QObject* parent)
    : QObject(parent), m_inference(inference) {
    connect(&m_inference, &InferenceThread::piecesReady, this, &TokenBranch::take);
}

void TokenBranch::begin(const store::Message& reply, store::Generation made, int position, int tokenId,
                        RouteTarget of) {
    const auto shared = static_cast<size_t>(std::max(0, position));
    if (position < 0 || shared >= made.tokens.size()) return;
    // The last token of a reply that ended by itself stands for its end, not for text.
    if (made.finishReason == FinishReason::EndOfText && tokenId == made.tokens.back()) {
        emit refused(tr("This token ends the reply, so there is nothing to continue."));
        return;
    }
    float chance = 0;
    const auto candidates = unpackCandidates(made.candidates);
    if (shared < candidates.size())
        for (const TokenChance& candidate : candidates[shared])
            if (candidate.token == tokenId) chance = candidate.chance;
    m_reply = reply;
    m_before = {};
    m_before.tokens.assign(made.tokens.begin(), made.tokens.begin() + position);
    m_before.tokens.push_back(tokenId);
    made.probabilities.resize(shared);
    m_before.probabilities = std::move(made.probabilities);
    m_before.probabilities.push_back(chance);
    m_before.candidates = firstCandidates(made.candidates, shared + 1);
    m_job = m_inference.pieces(m_before.tokens, of);
}

void TokenBranch::take(quint64 job, const QList<QByteArray>& pieces) {
    if (m_job == 0 || job != m_job) return;
    m_job = 0;
    QByteArray bytes;
    for (const QByteArray& piece : pieces) bytes += piece;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString text = decoder(bytes);
    if (decoder.hasError() || text.isEmpty()) {
        emit refused(tr("This token is a part of a character; choose the one after it."));
        return;
    }
    // Some vocabularies begin every text with a space that is not shown.
    if (text.startsWith(u' ') && !m_reply.text.startsWith(u' ')) text.remove(0, 1);
    store::Message branch;
    branch.role = store::Role::Assistant;
    branch.conversationId = m_reply.conversationId;
    branch.parentId = m_reply.parentId;
    branch.model = m_reply.model;
    branch.text = text;
    branch.createdAt = QDateTime::currentMSecsSinceEpoch();
    emit begun(m_reply, branch, m_before);
}

}  // namespace hearth::app
