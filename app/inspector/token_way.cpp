#include "inspector/token_way.h"

#include <optional>

#include "chat/recipe_keys.h"
#include "chat/reply_metrics.h"
#include "chat/token_candidates.h"
#include "chat/told_tokens.h"
#include "endpoints/untold_figures.h"
#include "inference/engine_status.h"
#include "inspector/next_token_filter.h"
#include "look/figure_row.h"
#include "look/spoken_locale.h"
#include "settings/sampling_parameters.h"
#include "store/database.h"

namespace hearth::app {

namespace {

QString wayCount(double value) {
    return spokenLocale().toString(qRound64(value));
}

QString wayTime(double ms) {
    return ms < 1000 ? TokenWay::tr("%1 ms").arg(spokenLocale().toString(ms, 'f', ms < 10 ? 2 : 0))
                     : TokenWay::tr("%1 s").arg(spokenLocale().toString(ms / 1000, 'f', 2));
}

QString wayFixed(double value, int decimals) {
    return spokenLocale().toString(value, 'f', decimals);
}

/// The chance of the first token; nullopt: not known.
std::optional<float> firstChance(const store::Generation& generation) {
    if (!generation.probabilities.empty()) return generation.probabilities.front();
    const std::vector<ToldToken> told = unpackToldTokens(generation.toldTokens);
    return told.empty() ? std::nullopt : std::optional(told.front().chance);
}

QString readingText(const GenerationMetrics& metrics, bool isServers) {
    if (!knowsCache(metrics)) return metrics.prefillMs > 0 ? wayTime(metrics.prefillMs) : QString();
    if (isServers && metrics.prefillMs <= 0)
        return TokenWay::tr("%1 tokens").arg(wayCount(metrics.processedTokens));
    return TokenWay::tr("%1 tokens in %2, %3 a second")
        .arg(wayCount(metrics.processedTokens), wayTime(metrics.prefillMs),
             wayFixed(metrics.prefillTokensPerS, metrics.prefillTokensPerS < 10 ? 1 : 0));
}

}  // namespace

TokenWay::TokenWay(store::Store& store, const EngineStatus& engine, QObject* parent)
    : QObject(parent), m_store(store), m_engine(engine) {
    connect(&m_engine, &EngineStatus::changed, this, &TokenWay::refresh);
    refresh();
}

void TokenWay::setShown(bool shown) {
    if (shown == m_shown) return;
    m_shown = shown;
    refresh();
}

void TokenWay::setMessage(qint64 messageId) {
    m_message = messageId;
    refresh();
}

void TokenWay::refresh() {
    m_steps.clear();
    m_note = tr("Send a message: its reply is followed here through the model.");
    try {
        if (m_shown && m_message > 0) read();
    } catch (const store::StoreError& error) {
        m_note = error.message();
    }
    emit changed();
}

void TokenWay::read() {
    const auto message = m_store.messages().find(m_message);
    const auto generation = m_store.generations().find(m_message);
    if (!message || !generation || generation->metrics.isEmpty()) return;
    m_note.clear();
    m_model = message->model;
    addReading(*generation);
    addModel(generation->metrics);
    addChoice(*generation);
}

void TokenWay::add(const QString& name, const QString& text, const QString& why) {
    m_steps.append(figureRow(name, text, why));
}

/// From the words to tokens that the model has read.
void TokenWay::addReading(const store::Generation& generation) {
    const GenerationMetrics metrics = metricsFromJson(generation.metrics);
    // A server keeps its tokens, and the way in which it made the prompt.
    const bool isServers = generation.tokens.empty();
    const QString prompt = tr("%1 tokens").arg(wayCount(metrics.promptTokens));
    add(tr("Words"), isServers ? QString() : wayTime(metrics.templateMs),
        tr("The template of the model writes the chat as one text, with marks of who speaks."));
    add(tr("Tokens"),
        isServers ? (metrics.promptTokens > 0 ? prompt : QString())
                  : tr("%1 tokens in %2").arg(wayCount(metrics.promptTokens), wayTime(metrics.tokenizeMs)),
        tr("The text is split into pieces that the model knows, each a number."));
    add(tr("Cache"), knowsCache(metrics) ? tr("%1 reused").arg(wayCount(metrics.reusedTokens)) : QString(),
        tr("Keys and values of tokens that stood in front of an earlier reply are still there and are not "
           "computed "
           "again."));
    add(tr("Prompt"), readingText(metrics, isServers),
        tr("All other tokens go through the layers, many at once, and leave their keys and values in the "
           "cache."));
}

/// Adds the stages that one token passes through.
void TokenWay::addModel(const QJsonObject& json) {
    const GenerationMetrics metrics = metricsFromJson(json);
    const EngineInfo& info = m_engine.model().info;
    const bool same = m_engine.isReady() && !m_engine.isRouted() && !m_engine.device()->isRemote() &&
                      m_engine.model().partCalled(m_model).has_value() && info.layers > 0;
    const double tokenMs = metrics.decodeTokensPerS > 0 ? 1000 / metrics.decodeTokensPerS : 0;
    add(tr("Embedding"), same ? tr("one row of %1").arg(wayCount(info.vocabSize)) : QString(),
        tr("The number of a token picks a row of a table: a list of numbers that represents it."));
    add(tr("Layers"),
        same && tokenMs > 0
            ? tr("%1 layers, about %2 each").arg(info.layers).arg(wayTime(tokenMs / info.layers))
        : same ? tr("%1 layers").arg(info.layers)
               : QString(),
        tr("Each layer looks back at the tokens before (attention), then works on what it has "
           "(feed-forward), and adds "
           "both. The time is that of a token divided by the layers."));
    add(tr("Logits"), same ? tr("%1 numbers").arg(wayCount(info.vocabSize)) : QString(),
        tr("The last list of numbers is compared with every token of the vocabulary: the more alike, the "
           "likelier it "
           "comes next."));
}

/// From logits to the next token, and on.
void TokenWay::addChoice(const store::Generation& generation) {
    const GenerationMetrics metrics = metricsFromJson(generation.metrics);
    const SamplingParams params =
        samplingFromJson(generation.recipe.value(QLatin1String(recipe::sampling)).toObject());
    const auto candidates = unpackCandidates(generation.candidates);
    QString left;
    if (!candidates.empty() && !candidates.front().empty()) {
        int kept = 0;
        for (const FilteredToken& token : filterTokens(candidates.front(), params))
            kept += token.cut == FilteredToken::Cut::None ? 1 : 0;
        left = tr(", at the first token %1 of the %2 likeliest stay")
                   .arg(kept)
                   .arg(static_cast<int>(candidates.front().size()));
    }
    add(tr("Settings"), tr("temperature %1").arg(wayFixed(static_cast<double>(params.temperature), 2)) + left,
        tr("Temperature makes likely tokens likelier or less so; top-k, top-p and min-p leave out the "
           "rest."));
    const QString seed = generation.recipe.value(QLatin1String(recipe::seed)).toString();
    const std::optional<float> first = firstChance(generation);
    if (first)
        add(tr("Choice"),
            tr("the first token had %1 %").arg(wayFixed(100.0 * static_cast<double>(*first), 1)),
            seed.isEmpty()
                ? tr("One of those that are left is drawn by chance.")
                : tr("One of those that are left is drawn by chance, which begins with the seed %1: the same "
                     "seed draws the same tokens.")
                      .arg(seed));
    add(tr("And again"),
        tr("%1 tokens in %2, %3 a second")
            .arg(wayCount(metrics.generatedTokens), wayTime(metrics.decodeMs),
                 wayFixed(metrics.decodeTokensPerS, metrics.decodeTokensPerS < 10 ? 1 : 0)),
        metrics.draftedTokens > 0
            ? tr("The token goes in at the top and the next one comes out. %1 were guessed and checked "
                 "together, %2 of "
                 "them were right.")
                  .arg(wayCount(metrics.draftedTokens), wayCount(metrics.acceptedTokens))
            : tr("The token goes in at the top and the next one comes out, one after the other, until the "
                 "model says that "
                 "it is done."));
}

}  // namespace hearth::app
