#include "inspector/reply_inspector.h"

#include <algorithm>
#include <span>
#include <utility>

#include "chat/reply_metrics.h"
#include "chat/told_tokens.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/reply_recipe.h"
#include "look/spoken_locale.h"
#include "store/database.h"

namespace hearth::app {

ReplyInspector::ReplyInspector(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                               QObject* parent)
    : QObject(parent),
      m_store(store),
      m_inference(inference),
      m_engine(engine),
      m_tokens(inference),
      m_replay(store, inference, engine),
      m_cache(inference),
      m_alternatives(store, inference, engine),
      m_attention(store, inference, engine),
      m_way(store, engine),
      m_words(inference, engine) {
    connect(&m_inference.questions(), &EngineQuestions::promptReady, this, &ReplyInspector::takeTokens);
}

void ReplyInspector::inspect(qint64 messageId) {
    m_messageId = messageId;
    m_showsPrompt = false;
    m_replay.setMessage(messageId);
    m_alternatives.setMessage(messageId);
    m_alternatives.show(-1);
    m_attention.setMessage(messageId);
    if (!m_engine.device()->isRemote())
        m_cache.read();
    else
        m_cache.forget();
    read();
}

void ReplyInspector::setShowsPrompt(bool shows) {
    if (m_showsPrompt == shows) return;
    m_showsPrompt = shows;
    read();
    if (shows) readPrompt();
}

int ReplyInspector::tokenCount() const {
    if (const int shown = m_tokens.tokenCount(); shown > 0) return shown;
    // A server keeps its tokens, and may report their number.
    const int told = m_showsPrompt ? m_readTokens : m_isReply ? m_times.generatedTokens() : 0;
    return told > 0 ? told : -1;
}

void ReplyInspector::refresh() {
    if (!isActive()) return;
    read();
    if (m_showsPrompt) readPrompt();
}

void ReplyInspector::readPrompt() {
    m_tokens.showNone();
    ReplyRecipe recipe = recipeOfReply(m_store, m_engine, m_messageId);
    if (recipe.request) {
        // The cuts of that time apply, not those of the present context.
        recipe.request->overflow = ContextOverflow::Stop;
        if (!recipe.cuts.empty()) recipe.request->cuts = recipe.cuts;
        m_job = m_inference.questions().prompt(*recipe.request);
    }
    if (m_note.isEmpty()) m_note = recipe.problem;
    emit changed();
}

void ReplyInspector::takeTokens(quint64 id, const std::vector<TokenId>& tokens,
                                const std::vector<ContextShift>& cuts) {
    if (id != m_job || id == 0) return;
    if (m_showsPrompt)
        takePrompt(tokens, cuts);
    else
        m_tokens.show(tokens, {});
    if (tokens.empty() && (!m_isReply || m_showsPrompt))
        m_note = tr("Only the server knows how this model splits text into tokens.");
    emit changed();
}

void ReplyInspector::takePrompt(std::vector<TokenId> tokens, std::vector<ContextShift> cuts) {
    // The last ones may have been made in the middle of the reply.
    const size_t whole = tokens.size(), read = static_cast<size_t>(m_readTokens);
    while (!cuts.empty() && read > 0 && whole != read + droppedTokens(cuts)) cuts.pop_back();
    const size_t dropped = droppedTokens(cuts);
    const QLocale locale = spokenLocale();
    if (read > 0 && whole > 0 && whole != read + dropped) {
        m_note = tr("The model read %1 tokens; the messages as they are now have %2, so what it read cannot "
                    "be shown any more.")
                     .arg(locale.toString(m_readTokens), locale.toString(qulonglong{whole}));
        m_tokens.showNone(m_readTokens);
        return;
    }
    if (dropped > 0) {
        const auto from = tokens.begin() + static_cast<ptrdiff_t>(cuts.back().keep);
        tokens.erase(from, from + static_cast<ptrdiff_t>(dropped));
        m_note = tr("%1 tokens after the first %2 were left out, because the chat did not fit.")
                     .arg(locale.toString(qulonglong{dropped}), locale.toString(cuts.back().keep));
    }
    m_tokens.show(tokens, {}, TokenRows::Text::WithTemplate);
}

QString ReplyInspector::subjectOf(store::Store& store, const store::Message& message) {
    const auto question =
        message.role == store::Role::User ? std::optional(message) : store.messages().find(message.parentId);
    if (!question) return {};
    // Only the beginning is read, and no more is shown.
    constexpr qsizetype most = 200;
    const QString text = question->text.left(most).simplified();
    return question->role == store::Role::User && message.role != store::Role::User && !text.isEmpty()
               ? tr("To “%1”").arg(text)
               : text;
}

void ReplyInspector::read() {
    m_job = 0;
    m_isReply = true;
    m_ofServer = false;
    m_note.clear();
    m_subject.clear();
    m_readTokens = 0;
    m_times.setMetrics({});
    m_tokens.showNone();
    try {
        const auto message = m_store.messages().find(m_messageId);
        const auto generation = m_store.generations().find(m_messageId);
        if (message) m_subject = subjectOf(m_store, *message);
        if (message && message->role == store::Role::User)
            readText(message->text);
        else if (message && message->role == store::Role::Assistant && generation)
            readReply(*message, *generation);
        else
            m_note = message && message->state == store::MessageState::Streaming
                         ? tr("This reply is still being written.")
                         : tr("Nothing is stored about how this text was generated.");
    } catch (const store::StoreError& error) {
        m_note = error.message();
    }
    emit changed();
}

void ReplyInspector::readReply(const store::Message& message, const store::Generation& generation) {
    m_times.setMetrics(generation.metrics);
    m_readTokens = metricsFromJson(generation.metrics).promptTokens;
    if (generation.tokens.empty()) {
        const std::vector<ToldToken> told = unpackToldTokens(generation.toldTokens);
        m_tokens.showTold(told);
        m_ofServer = !told.empty();
        if (m_ofServer) return;
        m_note = message.text.isEmpty() ? tr("This reply ended before its first token.")
                                        : tr("Only the server knows how this model splits text into tokens.");
        return;
    }
    const auto part = m_engine.model().partCalled(message.model);
    if (m_engine.isReady() && (message.model.isEmpty() || part)) {
        m_tokens.show(generation.tokens, generation.probabilities, TokenRows::Text::Plain,
                      part.value_or(RouteTarget::Small));
        return;
    }
    m_note = tr("Load %1 to see the tokens: their text is stored in the model file.")
                 .arg(message.model.isEmpty() ? tr("the model") : message.model);
    m_tokens.showNone(static_cast<int>(generation.tokens.size()));
}

void ReplyInspector::readText(const QString& text) {
    m_isReply = false;
    if (m_engine.isReady() && !text.isEmpty()) m_job = m_inference.questions().tokens(text);
    if (!m_engine.isReady()) m_note = tr("Load a model to see how it splits this text into tokens.");
}

}  // namespace hearth::app
