#include "chat/summary_writer.h"

#include <algorithm>
#include <utility>

#include "chat/left_out.h"
#include "chat/reply_notice.h"
#include "chat/reply_starter.h"
#include "inference/cache_tenant.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

namespace {

/// In English whatever the window speaks: it is a prompt, and models follow it best.
const char* const wish =
    "Summarise the conversation so far, for yourself to go on from. Keep names, facts, numbers, decisions, "
    "wishes and open questions; leave out greetings. If there is a summary of an earlier part, take in what "
    "it says. Write in the language of the conversation. Answer with the summary alone.";

/// A summary may take an eighth of the context, within bounds.
int mostSummaryTokens(int contextLength) {
    return std::clamp(contextLength / 8, 64, 1024);
}

}  // namespace

SummaryWriter::SummaryWriter(InferenceThread& inference, ReplyStarter& starter, const EngineStatus& engine,
                             QObject* parent)
    : QObject(parent), m_inference(inference), m_starter(starter), m_engine(engine) {
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 job, const GenerationResultPtr& result) { take(job, *result); });
    connect(&m_inference, &InferenceThread::failed, this,
            [this](quint64 job, const InferenceProblem& problem) {
                const qint64 id = conversationOf(job);
                if (id == 0) return;
                if (problem.code == ErrorCode::ContextFull)
                    askForLess(id, problem.message);
                else
                    giveUp(id, problem.code == ErrorCode::Cancelled ? QString() : problem.message);
            });
}

bool SummaryWriter::begin(Task task) {
    const int turns = static_cast<int>(turnStarts(task.path).size());
    task.toTurn = std::min(task.toTurn, turns);
    if (isWriting(task.conversationId) || !modelOf(task).isReady || task.fromTurn >= task.toTurn)
        return false;
    Running& running = m_running[task.conversationId];
    running.task = std::move(task);
    running.step = running.task.toTurn - running.task.fromTurn;
    ask(running);
    return true;
}

const OpenModel& SummaryWriter::modelOf(const Task& task) const {
    const OpenModel* open = m_engine.models().find(task.model);
    return open != nullptr ? *open : m_engine.model();
}

bool SummaryWriter::isWriting(qint64 conversationId) const {
    return m_running.contains(conversationId);
}

void SummaryWriter::cancel(qint64 conversationId) {
    if (const auto found = m_running.constFind(conversationId); found != m_running.constEnd()) {
        m_inference.cancel(found->job);
        m_running.erase(found);
    }
}

qint64 SummaryWriter::conversationOf(quint64 job) const {
    const auto found =
        std::ranges::find_if(m_running, [job](const Running& running) { return running.job == job; });
    return found == m_running.end() ? 0 : found->task.conversationId;
}

void SummaryWriter::ask(Running& running) {
    const Task& task = running.task;
    const std::vector<size_t> starts = turnStarts(task.path);
    const auto next = static_cast<size_t>(task.fromTurn + running.step);
    const std::vector<store::Message> part(
        task.path.begin(),
        next < starts.size() ? task.path.begin() + static_cast<ptrdiff_t>(starts[next]) : task.path.end());
    try {
        GenerationRequest request = m_starter.request(modelOf(task), task.systemPrompt, part, {},
                                                      {.turns = task.fromTurn, .summary = task.summary});
        request.messages.push_back({.role = "user", .content = wish, .reasoning = {}, .tokens = {}});
        request.tenant = cacheTenant(task.conversationId);
        request.sampling.temperature = 0;
        request.sampling.maxTokens = mostSummaryTokens(modelOf(task).info.contextLength);
        // Thoughts would take the room of the summary.
        request.templateVariables = R"({"enable_thinking":false})";
        running.job = m_inference.generate(request, WhenFull::Refuse, task.priority, modelOf(task).id);
    } catch (const store::StoreError& error) {
        giveUp(task.conversationId, error.message());
    }
}

void SummaryWriter::take(quint64 job, const GenerationResult& result) {
    const qint64 id = conversationOf(job);
    if (id == 0) return;
    if (result.reason == FinishReason::Cancelled) return giveUp(id, {});
    const QString text = answerOf(QString::fromStdString(result.text));
    if (result.reason == FinishReason::ContextFull)
        return askForLess(id, tr("The context has no room for a summary."));
    if (text.isEmpty()) return giveUp(id, tr("The model wrote no summary."));
    Running& running = m_running[id];
    Task& task = running.task;
    task.fromTurn += running.step;
    task.summary = text;
    const std::vector<size_t> starts = turnStarts(task.path);
    const auto next = static_cast<size_t>(task.fromTurn);
    const qint64 last = next < starts.size() ? task.path[starts[next] - 1].id : task.path.back().id;
    const bool isDone = task.fromTurn >= task.toTurn;
    if (isDone) m_running.remove(id);
    emit advanced(id, last, text);
    if (isDone) {
        emit finished(id, text);
    } else if (const auto found = m_running.find(id); found != m_running.end()) {
        found->step = std::min(found->step, found->task.toTurn - found->task.fromTurn);
        ask(*found);
    }
}

void SummaryWriter::askForLess(qint64 conversationId, const QString& problem) {
    Running& running = m_running[conversationId];
    if (running.step <= 1) return giveUp(conversationId, problem);
    running.step /= 2;
    ask(running);
}

void SummaryWriter::giveUp(qint64 conversationId, const QString& problem) {
    m_running.remove(conversationId);
    emit failed(conversationId, problem);
}

}  // namespace hearth::app

#include "moc_summary_writer.cpp"
