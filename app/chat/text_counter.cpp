#include "chat/text_counter.h"

#include <QTimer>

#include "documents/passage_cutter.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

TextCounter::TextCounter(InferenceThread& inference, const EngineStatus& engine, QObject* parent)
    : QObject(parent), m_inference(inference), m_engine(engine) {
    connect(&m_inference.questions(), &EngineQuestions::promptReady, this,
            [this](quint64 id, const std::vector<TokenId>& tokens) {
                answer(id, static_cast<int>(tokens.size()));
            });
}

void TextCounter::count(const QString& text, Done done) {
    const int estimate = estimatedTokens(text);
    if (!m_engine.isReady()) {
        done(estimate, false);
        return;
    }
    const quint64 id = m_inference.questions().tokens(text);
    m_asked.insert(id, {estimate, std::move(done)});
    QTimer::singleShot(waitMs, this, [this, id] { answer(id, 0); });
}

void TextCounter::answer(quint64 id, int tokens) {
    const auto found = m_asked.find(id);
    if (found == m_asked.end()) return;
    const Asked asked = std::move(*found);
    m_asked.erase(found);
    // None: the model's vocabulary is on another computer.
    asked.done(tokens > 0 ? tokens : asked.estimate, tokens > 0);
}

}  // namespace hearth::app

#include "moc_text_counter.cpp"
