#include "inspector/reply_replay.h"

#include <algorithm>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"

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
    m_recipe = recipeOfReply(m_store, m_engine, m_messageId);
    if (m_recipe.parts.empty()) return settle(m_recipe.problem);
    m_verdict.clear();
    m_part = 0;
    ask();
}

void ReplyReplay::ask() {
    m_job = m_inference.generate(m_recipe.parts[m_part].request);
    emit changed();
}

void ReplyReplay::compare(const GenerationResult& result) {
    if (result.reason == FinishReason::Cancelled) return settle({});
    const ReplyRecipe::Part& part = m_recipe.parts[m_part];
    const size_t both = std::min(part.tokens.size(), result.tokens.size());
    size_t same = 0;
    while (same < both && result.tokens[same].token == part.tokens[same]) ++same;
    if (same < part.tokens.size() || (part.isLast && same < result.tokens.size())) {
        QString verdict = tr("The text differs from token %1 on.").arg(part.firstToken + same + 1);
        if (!m_recipe.differences.isEmpty())
            verdict += u' ' + tr("Other than then: %1.").arg(m_recipe.differences.join(QStringLiteral(", ")));
        return settle(verdict);
    }
    if (!part.isLast) {
        ++m_part;
        return ask();
    }
    m_sameText = true;
    settle(tr("Same text: all %1 tokens match.").arg(m_recipe.tokens.size()));
}

}  // namespace hearth::app
