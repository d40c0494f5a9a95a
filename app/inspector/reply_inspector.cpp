#include "inspector/reply_inspector.h"

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/reply_recipe.h"
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
    connect(&m_inference, &InferenceThread::promptReady, this, &ReplyInspector::takeTokens);
}

void ReplyInspector::inspect(qint64 messageId) {
    m_messageId = messageId;
    m_showsPrompt = false;
    m_replay.setMessage(messageId);
    m_alternatives.setMessage(messageId);
    m_alternatives.show(-1);
    m_attention.setMessage(messageId);
    m_cache.read();
    read();
}

void ReplyInspector::setShowsPrompt(bool shows) {
    if (m_showsPrompt == shows) return;
    m_showsPrompt = shows;
    if (!shows) {
        read();
        return;
    }
    m_tokens.showNone();
    const ReplyRecipe recipe = recipeOfReply(m_store, m_engine, m_messageId);
    if (recipe.request) m_job = m_inference.prompt(*recipe.request);
    if (m_note.isEmpty()) m_note = recipe.problem;
    emit changed();
}

void ReplyInspector::takeTokens(quint64 id, const std::vector<TokenId>& tokens) {
    if (id != m_job || id == 0) return;
    if (!m_isReply && tokens.empty())
        m_note = tr("Only the server knows how this model splits text into tokens.");
    m_tokens.show(tokens, {}, m_showsPrompt ? TokenRows::Text::WithTemplate : TokenRows::Text::Plain);
    emit changed();
}

void ReplyInspector::read() {
    m_job = 0;
    m_isReply = true;
    m_note.clear();
    m_times.setMetrics({});
    m_tokens.showNone();
    try {
        const auto message = m_store.messages().find(m_messageId);
        const auto generation = m_store.generations().find(m_messageId);
        if (message && message->role == store::Role::User)
            readText(message->text);
        else if (message && message->role == store::Role::Assistant && generation)
            readReply(*message, *generation);
        else
            m_note = tr("Nothing is stored about how this text was generated.");
    } catch (const store::StoreError& error) {
        m_note = error.message();
    }
    emit changed();
}

void ReplyInspector::readReply(const store::Message& message, const store::Generation& generation) {
    m_times.setMetrics(generation.metrics);
    const auto part = m_engine.partCalled(message.model);
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
    if (m_engine.isReady() && !text.isEmpty()) m_job = m_inference.tokens(text);
    if (!m_engine.isReady()) m_note = tr("Load a model to see how it splits this text into tokens.");
}

}  // namespace hearth::app
