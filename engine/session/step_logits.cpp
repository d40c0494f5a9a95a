#include "session/step_logits.h"

#include "session/scheduler.h"

namespace hearth {

StepLogits::StepLogits(Model& model, const std::vector<SequenceClient*>& clients)
    : m_vocabulary(model.config().vocabSize) {
    if (clients.empty() || readBest(model, clients)) return;
    m_best.clear();
    m_whole = model.logits(clients.size());
}

bool StepLogits::readBest(Model& model, const std::vector<SequenceClient*>& clients) {
    std::vector<LogitsWish> wishes;
    for (const SequenceClient* client : clients) {
        auto wish = client->wish(m_vocabulary);
        if (!wish) return false;
        wishes.push_back(std::move(*wish));
    }
    m_best.resize(clients.size());
    if (!model.bestLogits(wishes, m_best)) return false;
    for (size_t i = 0; i < clients.size(); ++i) {
        if (!clients[i]->isEnough(m_best[i])) return false;
    }
    return true;
}

std::optional<TokenId> StepLogits::next(size_t row, SequenceClient& client) const {
    if (!m_best.empty()) return client.nextFromBest(m_best[row]);
    return client.next(std::span(m_whole).subspan(row * m_vocabulary, m_vocabulary));
}

}  // namespace hearth
