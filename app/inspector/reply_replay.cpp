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
    connect(&m_inference, &InferenceThread::callsReady, this,
            [this](quint64 id, const QList<ReplyCall>& calls) {
                if (id == m_job && id != 0) m_calls = calls;
            });
    // A server counts tokens in its own way: what was stopped is known by its text.
    connect(&m_inference, &InferenceThread::textReady, this, [this](quint64 id, const QString& delta) {
        if (id != m_job || id == 0 || m_isLongEnough) return;
        const ReplyRecipe::Part& part = m_recipe.parts[m_part];
        m_written += delta;
        m_isLongEnough = part.isCut && part.tokens.empty() && m_written.size() >= part.text.size();
        if (m_isLongEnough) m_inference.cancel(m_job);
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
    const ReplyRecipe::Part& last = m_recipe.parts.back();
    if (m_recipe.tokens.empty() && last.firstCharacter + last.text.size() == 0 && last.calls.empty())
        return settle(tr("This reply has no text to compare with."));
    m_verdict.clear();
    m_part = 0;
    ask();
}

void ReplyReplay::ask() {
    m_written.clear();
    m_calls.clear();
    m_isLongEnough = false;
    m_job = m_inference.generate(m_recipe.parts[m_part].request);
    emit changed();
}

void ReplyReplay::compare(const GenerationResult& result) {
    if (result.reason == FinishReason::Cancelled && !m_isLongEnough) return settle({});
    const ReplyRecipe::Part& part = m_recipe.parts[m_part];
    if (m_recipe.tokens.empty()) {
        const QString verdict = textVerdict(QString::fromStdString(result.text));
        if (!verdict.isEmpty()) return settle(withDifferences(verdict));
        if (!part.isLast) {
            ++m_part;
            return ask();
        }
        m_sameText = true;
        const qsizetype characters = part.firstCharacter + part.text.size();
        return settle(part.calls.empty() ? tr("Same text: all %1 characters match.").arg(characters)
                                         : tr("Same text and same calls."));
    }
    const size_t both = std::min(part.tokens.size(), result.tokens.size());
    size_t same = 0;
    while (same < both && result.tokens[same].token == part.tokens[same]) ++same;
    if (same < part.tokens.size() || (part.isLast && same < result.tokens.size())) {
        return settle(
            withDifferences(tr("The text differs from token %1 on.").arg(part.firstToken + same + 1)));
    }
    if (!part.isLast) {
        ++m_part;
        return ask();
    }
    m_sameText = true;
    settle(m_recipe.tokens.size() == 1 ? tr("Same text: its one token matches.")
                                       : tr("Same text: all %1 tokens match.").arg(m_recipe.tokens.size()));
}

QString ReplyReplay::textVerdict(const QString& made) const {
    const ReplyRecipe::Part& part = m_recipe.parts[m_part];
    const QStringView then(part.text),
        now = part.isCut ? QStringView(made).left(then.size()) : QStringView(made);
    if (then != now) {
        const auto [differs, unused] = std::mismatch(then.begin(), then.end(), now.begin(), now.end());
        return tr("The text differs from character %1 on.")
            .arg(part.firstCharacter + std::distance(then.begin(), differs) + 1);
    }
    const bool sameCalls =
        std::ranges::equal(part.calls, m_calls, [](const store::ToolCall& one, const ReplyCall& other) {
            return one.name == other.name && one.arguments == other.arguments;
        });
    return sameCalls || part.isCut ? QString() : tr("The text is the same, and the calls of tools differ.");
}

QString ReplyReplay::withDifferences(QString verdict) const {
    if (!m_recipe.differences.isEmpty())
        verdict += u' ' + tr("Other than then: %1.").arg(m_recipe.differences.join(QStringLiteral(", ")));
    return verdict;
}

}  // namespace hearth::app
