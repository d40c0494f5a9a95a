#include "chat/reply_runner.h"

#include <algorithm>
#include <utility>

#include "chat/figures_text.h"
#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "chat/reply_metrics.h"
#include "chat/request_builder.h"
#include "chat/route_text.h"
#include "chat/token_candidates.h"
#include "chat/told_tokens.h"
#include "endpoints/token_prices.h"
#include "endpoints/untold_figures.h"
#include "inference/cache_tenant.h"
#include "inference/inference_thread.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {
constexpr int journalMs = 1000;
}

ReplyRunner::ReplyRunner(store::Store& store, InferenceThread& inference, QObject* parent)
    : QObject(parent), m_store(store), m_inference(inference) {
    m_journalTimer.setInterval(journalMs);
    connect(&m_journalTimer, &QTimer::timeout, this, &ReplyRunner::journal);
    connect(&m_inference, &InferenceThread::prefillProgress, this,
            [this](quint64 job, const PrefillProgress& progress) {
                const auto found = byJob(job);
                if (found == m_replies.end()) return;
                found->prefill = progress;
                emit progressed(found->message.conversationId, found->message.id);
            });
    connect(&m_inference, &InferenceThread::turnsDropped, this,
            [this](quint64 job, const DroppedTurns& dropped) {
                const auto found = byJob(job);
                if (found != m_replies.end()) found->dropped = dropped;
            });
    connect(&m_inference, &InferenceThread::textReady, this, &ReplyRunner::addText);
    connect(&m_inference, &InferenceThread::textWithheld, this, &ReplyRunner::addHidden);
    connect(&m_inference, &InferenceThread::callsReady, this, &ReplyRunner::takeCalls);
    connect(&m_inference, &InferenceThread::callsGrew, this,
            [this](quint64 job, const QList<ReplyCall>& calls) {
                const auto found = byJob(job);
                if (found == m_replies.end()) return;
                found->written = calls;
                emit callsGrew(found->message.conversationId, found->message.id);
            });
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 job, const GenerationResultPtr& result) { finish(job, *result); });
    connect(&m_inference, &InferenceThread::failed, this,
            [this](quint64 job, const InferenceProblem& problem) { fail(job, problem); });
}

ReplyRunner::~ReplyRunner() {
    journal();
}

QHash<qint64, ReplyRunner::Reply>::iterator ReplyRunner::byJob(quint64 job) {
    return std::find_if(m_replies.begin(), m_replies.end(),
                        [job](const Reply& reply) { return reply.job == job; });
}

const ReplyRunner::Reply* ReplyRunner::find(qint64 messageId) const {
    const auto found = m_replies.constFind(messageId);
    return found == m_replies.constEnd() ? nullptr : &*found;
}

const ReplyRunner::Reply* ReplyRunner::ofConversation(qint64 conversationId) const {
    const Reply* oldest = nullptr;
    for (const Reply& reply : m_replies)
        if (reply.message.conversationId == conversationId &&
            (oldest == nullptr || reply.message.id < oldest->message.id))
            oldest = &reply;
    return oldest;
}

void ReplyRunner::start(const store::Message& reply, const GenerationRequest& request, const Manner& manner) {
    Reply entry;
    entry.message = reply;
    entry.recipe = manner.recipe;
    entry.parts = manner.parts;
    entry.before = manner.before;
    entry.leftOut = manner.leftOut;
    entry.textBefore = reply.text;
    entry.journalled = reply.text;
    if (manner.problem.isEmpty()) {
        GenerationRequest owned = request;
        owned.tenant = cacheTenant(reply.conversationId);
        entry.job =
            m_inference.generate(owned, manner.whenFull, priorityIn(reply.conversationId), manner.model);
    } else {
        // Later, as an answer of the model would: the caller has to show the reply first.
        QMetaObject::invokeMethod(
            this,
            [this, problem = manner.problem] {
                fail(0, {ErrorCode::BadFile, problem});
            },
            Qt::QueuedConnection);
    }
    m_replies.insert(reply.id, entry);
    m_journalTimer.start();
    emit started(reply.conversationId);
}

Priority ReplyRunner::priorityIn(qint64 conversationId) const {
    return conversationId == m_read ? Priority::Reading : Priority::Chat;
}

void ReplyRunner::setRead(qint64 conversationId) {
    if (conversationId == m_read) return;
    m_read = conversationId;
    for (const Reply& reply : std::as_const(m_replies))
        m_inference.setPriority(reply.job, priorityIn(reply.message.conversationId));
}

void ReplyRunner::stop(qint64 conversationId) {
    for (const Reply& reply : std::as_const(m_replies))
        if (reply.message.conversationId == conversationId) end(reply);
}

void ReplyRunner::stopReply(qint64 messageId) {
    if (const Reply* reply = find(messageId)) end(*reply);
}

void ReplyRunner::stopAll() {
    for (const Reply& reply : std::as_const(m_replies)) end(reply);
}

void ReplyRunner::end(const Reply& reply) {
    m_inference.cancel(reply.job);
    QTimer::singleShot(stopMs, this, [this, job = reply.job] { giveUp(job); });
}

void ReplyRunner::giveUp(quint64 job) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    const Reply reply = *found;
    m_replies.erase(found);
    store::Message message = reply.message;
    message.state = store::MessageState::Stopped;
    // Tokens are kept only together with all of the text that they stand for.
    const bool grew = message.text.size() > reply.textBefore.size();
    Reply ended = reply;
    ended.message = message;
    keep(ended, grew ? store::Generation() : reply.before);
    emit finished(message, {});
}

double ReplyRunner::Reply::tokensPerS() const {
    const qint64 ms = sinceText.isValid() ? sinceText.elapsed() : 0;
    return ms > 0 && tokens > firstTokens ? (tokens - firstTokens) * 1000.0 / static_cast<double>(ms) : 0;
}

void ReplyRunner::addText(quint64 job, const QString& delta, int tokens) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    Reply& reply = *found;
    reply.tokens += tokens;
    if (!reply.hasText) {
        reply.hasText = true;
        reply.firstTokens = tokens;
        reply.sinceText.start();
        emit progressed(reply.message.conversationId, reply.message.id);
    }
    const qsizetype seam = std::max<qsizetype>(0, reply.message.text.size() - 8);
    reply.message.text += delta;
    // The end mark may lie across two pieces.
    if (reply.message.thoughtMs == 0 && reply.message.text.indexOf(QLatin1String("</think>"), seam) >= 0)
        reply.message.thoughtMs = std::max<qint64>(1, reply.sinceText.elapsed());
    const bool wasRepeating = reply.isRepeating();
    reply.watch.add(delta);
    // Visible text ends a run of hidden output.
    if (!delta.isEmpty()) reply.hiddenWatch = {};
    const bool changed = reply.isRepeating() != wasRepeating;
    const qint64 conversationId = reply.message.conversationId, messageId = reply.message.id;
    if (delta.isEmpty())
        emit tokensAdded(conversationId, messageId);
    else
        emit textAdded(conversationId, messageId, delta);
    if (changed) emit repeatingChanged(conversationId);
}

void ReplyRunner::addHidden(quint64 job, const QString& delta, int tokens) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    Reply& reply = *found;
    const bool wasRepeating = reply.isRepeating();
    reply.hiddenWatch.add(delta);
    const bool changed = reply.isRepeating() != wasRepeating;
    const bool grew = std::exchange(reply.withheldTokens, tokens) != tokens;
    const qint64 conversationId = reply.message.conversationId, messageId = reply.message.id;
    if (grew) emit callsGrew(conversationId, messageId);
    if (changed) emit repeatingChanged(conversationId);
}

void ReplyRunner::takeCalls(quint64 job, const QList<ReplyCall>& calls, int begun) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    // It is a call now, and no text any more.
    found->textBefore.chop(begun);
    store::Message& message = found->message;
    message.calls.clear();
    for (const ReplyCall& call : calls) {
        const auto isTaken = [&](const store::ToolCall& other) { return other.id == call.id; };
        const bool isOwn = !call.id.isEmpty() && std::ranges::none_of(message.calls, isTaken);
        message.calls.push_back(
            {isOwn ? call.id : RequestBuilder::callId(message.id, static_cast<int>(message.calls.size())),
             call.name,
             call.arguments,
             {}});
    }
}

void ReplyRunner::journal() {
    for (Reply& reply : m_replies) {
        if (reply.message.text.size() == reply.journalled.size()) continue;
        try {
            m_store.journalReply(reply.message.id, reply.message.text);
            reply.journalled = reply.message.text;
            m_toldNotKept = false;
        } catch (const store::StoreError& error) {
            // Once is enough; the text is still in the window and is tried again in a second.
            if (!m_toldNotKept) emit notKept(error.message());
            m_toldNotKept = true;
        }
    }
}

int ReplyRunner::tokensLeftOut(const Reply& reply, const std::vector<ContextShift>& cuts) {
    return reply.leftOut.tokens +
           (cuts.empty() ? reply.dropped.tokens : static_cast<int>(droppedTokens(cuts)));
}

ReplyFigures ReplyRunner::figuresOf(const Reply& reply, const GenerationMetrics& metrics,
                                    const GenerationResult& result) {
    ReplyFigures figures{.metrics = metrics, .route = result.route};
    if (result.route) figures.model = reply.message.model;
    const TokenPrices prices{reply.recipe.value(QLatin1String(recipe::priceRead)).toDouble(),
                             reply.recipe.value(QLatin1String(recipe::priceWritten)).toDouble()};
    // A server that does not count its tokens does not say what it costs.
    if (prices.known() && metrics.promptTokens > 0)
        figures.cost = prices.of(metrics.promptTokens, metrics.generatedTokens);
    // Omitted messages and early ends are always reported. With an engine that cuts the context, leftOut is
    // the total; otherwise it adds to the messages that were left out before.
    figures.messagesLeftOut =
        reply.leftOut.messages + (result.cuts.empty()
                                      ? reply.dropped.messages
                                      : std::max(reply.leftOut.slidMessages, reply.dropped.messages));
    // Without a message: a part of one that is alone longer than what was kept.
    if (figures.messagesLeftOut > 0 || !result.cuts.empty())
        figures.tokensLeftOut = tokensLeftOut(reply, result.cuts);
    figures.contextFull = result.reason == FinishReason::ContextFull;
    return figures;
}

void ReplyRunner::noteModel(Reply& reply, const std::optional<RouteOutcome>& route) {
    const std::vector<QJsonObject> parts = reply.parts ? reply.parts() : std::vector<QJsonObject>();
    const size_t answered = route ? static_cast<size_t>(route->target) : 0;
    if (answered >= parts.size() || (parts.size() > 1) != route.has_value()) return;
    const QJsonObject& part = parts[answered];
    for (auto it = part.begin(); it != part.end(); ++it) reply.recipe.insert(it.key(), it.value());
    if (route) reply.recipe.insert(QLatin1String(recipe::route), toJson(*route));
    // Before the model was there, only the name of its file was known.
    if (route || reply.textBefore.isEmpty())
        reply.message.model = part.value(QLatin1String(recipe::model)).toString();
}

void ReplyRunner::finish(quint64 job, const GenerationResult& result) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    Reply reply = *found;
    m_replies.erase(found);
    store::Message& message = reply.message;
    store::Generation generation = reply.before;
    // The result says what is certain; the pieces may lack what was on its way when it was stopped.
    message.text = reply.textBefore + QString::fromStdString(result.text);
    message.state = result.reason == FinishReason::Cancelled ? store::MessageState::Stopped
                                                             : store::MessageState::Complete;
    const GenerationMetrics metrics = metricsOfParts(reply.before, result.metrics);
    noteModel(reply, result.route);
    message.figures = figuresOf(reply, metrics, result).kept();
    // A first part without candidates still has its place in the bytes.
    const size_t known = unpackCandidates(generation.candidates).size();
    if (known < generation.tokens.size())
        generation.candidates.append(static_cast<qsizetype>(generation.tokens.size() - known), '\0');
    generation.candidates += packCandidates(result.tokens);
    // Those of a later part alone would stand for the whole text.
    if (reply.textBefore.isEmpty() || !generation.toldTokens.isEmpty())
        generation.toldTokens += packToldTokens(result.toldTokens);
    for (const GeneratedToken& token : result.tokens) {
        generation.tokens.push_back(token.token);
        generation.probabilities.push_back(token.probability);
    }
    generation.metrics = metricsToJson(metrics);
    if (result.seed != untoldSeed)
        reply.recipe.insert(QLatin1String(recipe::seed), QString::number(result.seed));
    if (!result.cuts.empty()) {
        reply.recipe.insert(QLatin1String(recipe::cuts), toJson(result.cuts));
        reply.recipe.insert(QLatin1String(recipe::slidTurns),
                            std::max(reply.leftOut.slidTurns, reply.dropped.turns));
    } else if (const int turns = reply.leftOut.turns + reply.dropped.turns;
               turns > reply.leftOut.summarisedTurns) {
        reply.recipe.insert(QLatin1String(recipe::leftOutTurns), turns);
        reply.recipe.insert(QLatin1String(recipe::leftOutTokens), tokensLeftOut(reply, {}));
    }
    generation.recipe = reply.recipe;
    generation.finishReason = result.reason;
    keep(reply, generation);
    if (!reply.recipe.value(QLatin1String(recipe::weightsHash)).toString().isEmpty())
        countSavings(result.metrics);
    emit finished(message, result.metrics);
}

void ReplyRunner::countSavings(const GenerationMetrics& metrics) {
    // Short prompts say little about how fast long ones are.
    constexpr int leastTokens = 32;
    if (metrics.processedTokens >= leastTokens && metrics.prefillTokensPerS > 0)
        m_prefillTokensPerS = metrics.prefillTokensPerS;
    const double savedMs = m_prefillTokensPerS > 0 ? 1000.0 * metrics.reusedTokens / m_prefillTokensPerS : 0;
    try {
        m_store.cacheDays().add(store::CacheDayTable::today(), {metrics.promptTokens, metrics.reusedTokens,
                                                                metrics.reusedFromDisk, savedMs});
    } catch (const store::StoreError&) {
        // The reply itself was kept or told: figures are not worth an error.
    }
}

void ReplyRunner::fail(quint64 job, const InferenceProblem& problem) {
    const auto found = byJob(job);
    if (found == m_replies.end()) return;
    Reply reply = *found;
    m_replies.erase(found);
    reply.message.state =
        problem.code == ErrorCode::Cancelled ? store::MessageState::Stopped : store::MessageState::Failed;
    if (problem.code != ErrorCode::Cancelled) reply.message.error = problem.message;
    if (problem.code == ErrorCode::ContextFull) emit contextRefused(reply.message.id);
    keep(reply, reply.before);
    emit finished(reply.message, {});
}

void ReplyRunner::keep(const Reply& reply, const store::Generation& generation) {
    try {
        m_store.finishReply(reply.message, generation);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
    if (m_replies.isEmpty()) m_journalTimer.stop();
}

}  // namespace hearth::app
