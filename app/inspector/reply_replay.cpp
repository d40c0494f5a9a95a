// ReplyInspector: the prompt of a reply, and making it again.
#include <algorithm>

#include "chat/request_builder.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/reply_inspector.h"
#include "settings/sampling_parameters.h"

namespace hearth::app {

std::optional<GenerationRequest> ReplyInspector::requestOfReply() {
    try {
        const auto reply = m_store.messages().find(m_messageId);
        const auto generation = m_store.generations().find(m_messageId);
        if (!reply || !generation) {
            m_verdict = tr("Nothing is stored about how this text was generated.");
            return std::nullopt;
        }
        if (!m_engine.isReady() || reply->model != m_engine.modelName()) {
            m_verdict =
                tr("Load %1 first: a different model would write a different text.").arg(reply->model);
            return std::nullopt;
        }
        std::vector<store::Message> path;
        for (auto at = m_store.messages().find(reply->parentId); at;
             at = m_store.messages().find(at->parentId))
            path.push_back(*at);
        std::reverse(path.begin(), path.end());
        const QJsonObject& recipe = generation->recipe;
        SamplingParams sampling = samplingFromJson(recipe.value(QLatin1String("sampling")).toObject());
        bool isNumber = false;
        const quint64 seed = recipe.value(QLatin1String("seed")).toString().toULongLong(&isNumber);
        if (isNumber) sampling.seed = seed;
        // A reply that was stopped is made again as far as it went.
        if (generation->finishReason == FinishReason::Cancelled ||
            generation->finishReason == FinishReason::ContextFull)
            sampling.maxTokens = static_cast<int>(generation->tokens.size());
        return RequestBuilder(m_store).build(recipe.value(QLatin1String("systemPrompt")).toString(), path,
                                             m_engine.modelName(), sampling);
    } catch (const store::StoreError& error) {
        m_verdict = error.message();
        return std::nullopt;
    }
}

std::optional<store::Generation> ReplyInspector::generationOfReply() {
    try {
        return m_store.generations().find(m_messageId);
    } catch (const store::StoreError& error) {
        m_verdict = error.message();
        return std::nullopt;
    }
}

void ReplyInspector::replay() {
    if (m_replayJob != 0) return;
    m_verdict.clear();
    m_sameText = false;
    const auto generation = generationOfReply();
    if (generation && generation->recipe.value(QLatin1String("continued")).toBool()) {
        m_verdict =
            tr("This reply was generated in two parts; only replies generated in one go can be repeated.");
    } else if (const auto request = requestOfReply()) {
        m_replayJob = m_inference.generate(*request);
    }
    emit changed();
}

void ReplyInspector::takeReplay(const GenerationResult& result) {
    m_replayJob = 0;
    const auto generation = generationOfReply();
    if (generation && result.reason != FinishReason::Cancelled) {
        const std::vector<int32_t>& before = generation->tokens;
        const size_t both = std::min(before.size(), result.tokens.size());
        size_t same = 0;
        while (same < both && result.tokens[same].token == before[same]) ++same;
        m_sameText = same == before.size() && same == result.tokens.size();
        m_verdict = m_sameText ? tr("Same text: all %1 tokens match.").arg(same)
                               : tr("The text differs from token %1 on.").arg(same + 1);
    }
    emit changed();
}

}  // namespace hearth::app
