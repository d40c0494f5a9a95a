#include "chat/token_branch.h"

#include <QDateTime>
#include <QStringDecoder>
#include <algorithm>
#include <utility>

#include "chat/token_candidates.h"
#include "chat/told_tokens.h"
#include "inference/inference_thread.h"

namespace hearth::app {

QString TokenBranch::endsReply() {
    return tr("This token ends the reply, so there is nothing to continue.");
}

TokenBranch::TokenBranch(InferenceThread& inference, QObject* parent)
    : QObject(parent), m_inference(inference) {
    connect(&m_inference.questions(), &EngineQuestions::piecesReady, this, &TokenBranch::take);
}

void TokenBranch::begin(const store::Message& reply, store::Generation made, int position, int tokenId,
                        RouteTarget of) {
    const auto shared = static_cast<size_t>(std::max(0, position));
    if (position >= 0 && made.tokens.empty()) return beginTold(reply, made, shared, tokenId);
    if (position < 0 || shared >= made.tokens.size()) return;
    // The last token of a reply that ended by itself stands for its end, not for text.
    if (made.finishReason == FinishReason::EndOfText && tokenId == made.tokens.back()) {
        emit refused(endsReply());
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
    m_job = m_inference.questions().pieces(m_before.tokens, of);
}

void TokenBranch::beginTold(const store::Message& reply, const store::Generation& made, size_t position,
                            int choice) {
    std::vector<ToldToken> tokens = unpackToldTokens(made.toldTokens);
    if (position >= tokens.size() || choice < 0 ||
        static_cast<size_t>(choice) >= tokens[position].alternatives.size())
        return;
    const ToldToken::Alternative chosen = tokens[position].alternatives[static_cast<size_t>(choice)];
    const QByteArray whole = reply.text.toUtf8();
    // Some servers tell the token that ends a reply as well.
    size_t end = tokens.size();
    if (made.finishReason == FinishReason::EndOfText && !whole.endsWith(QByteArrayView(tokens.back().text))) {
        if (chosen.text == tokens.back().text) {
            emit refused(endsReply());
            return;
        }
        --end;
    }
    // Thoughts are not in the text as they are in the tokens, so the place is looked for from the end.
    QByteArray rest;
    for (size_t i = position; i < end; ++i) rest += QByteArrayView(tokens[i].text);
    if (!whole.endsWith(rest)) {
        emit refused(
            tr("The server does not say where in the text this token is, so no reply can begin with "
               "it."));
        return;
    }
    m_reply = reply;
    m_before = {};
    tokens.resize(position + 1);
    tokens[position].text = chosen.text;
    tokens[position].chance = chosen.chance;
    m_before.toldTokens = packToldTokens(tokens);
    beginWith(whole.chopped(rest.size()).append(QByteArrayView(chosen.text)));
}

void TokenBranch::take(quint64 job, const QList<QByteArray>& pieces) {
    if (m_job == 0 || job != m_job) return;
    m_job = 0;
    QByteArray bytes;
    for (const QByteArray& piece : pieces) bytes += piece;
    beginWith(bytes);
}

void TokenBranch::beginWith(const QByteArray& bytes) {
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
