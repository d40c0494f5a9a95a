#include "inspector/reply_replay.h"

#include <algorithm>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/reply_recipe.h"

namespace hearth::app {

ReplyReplay::ReplyReplay(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                         QObject* parent)
    : QObject(parent), m_store(store), m_inference(inference), m_engine(engine) {
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 id, const GenerationResultPtr& result) {
                if (id == m_job && id != 0) compare(*result);
            });
    connect(&m_inference, &InferenceThread::failed, this,
            [this](quint64 id, const InferenceProblem& problem) {
                if (id == m_job && id != 0) settle(problem.message);
            });
}

void ReplyReplay::setMessage(qint64 messageId) {
    if (m_job != 0) m_inference.cancel(m_job);
    m_messageId = messageId;
    m_sameText = false;
    settle({});
}

void ReplyReplay::settle(const QString& verdict) {
    m_job = 0;
    m_verdict = verdict;
    emit changed();
}

void ReplyReplay::run() {
    if (m_job != 0) return;
    m_sameText = false;
    ReplyRecipe recipe = recipeOfReply(m_store, m_engine, m_messageId);
    if (recipe.continued)
        return settle(
            tr("This reply was generated in two parts; only replies generated in one go can be repeated."));
    if (!recipe.request) return settle(recipe.problem);
    m_verdict.clear();
    m_before = std::move(recipe.tokens);
    m_job = m_inference.generate(*recipe.request);
    emit changed();
}

void ReplyReplay::compare(const GenerationResult& result) {
    if (result.reason == FinishReason::Cancelled) return settle({});
    const size_t both = std::min(m_before.size(), result.tokens.size());
    size_t same = 0;
    while (same < both && result.tokens[same].token == m_before[same]) ++same;
    m_sameText = same == m_before.size() && same == result.tokens.size();
    settle(m_sameText ? tr("Same text: all %1 tokens match.").arg(same)
                      : tr("The text differs from token %1 on.").arg(same + 1));
}

}  // namespace hearth::app
