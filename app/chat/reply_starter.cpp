#include "chat/reply_starter.h"

#include <utility>

#include "chat/reply_runner.h"
#include "chat/token_candidates.h"
#include "inference/engine_status.h"
#include "settings/sampling_parameters.h"

namespace hearth::app {

void ReplyStarter::start(const store::Conversation& conversation, std::vector<store::Message> path,
                         const Manner& manner) {
    const store::Message reply = path.back();
    const bool continues = !reply.text.isEmpty();
    if (!continues) path.pop_back();
    GenerationRequest request =
        this->request(conversation.systemPrompt, path, samplingFromJson(manner.sampling));
    request.continueLast = continues;
    request.candidates = keptCandidates;
    request.speculation = m_speculation;
    // The ids have to end where the text ends: without the end token of the part that is there.
    if (continues && !request.messages.empty() && reply.model == m_engine.modelName())
        request.messages.back().tokens = manner.before.tokens;
    const QJsonObject recipe{{QStringLiteral("model"), m_engine.modelName()},
                             {QStringLiteral("quantization"), m_engine.quantization()},
                             {QStringLiteral("device"), m_engine.deviceText()},
                             {QStringLiteral("systemPrompt"), conversation.systemPrompt},
                             {QStringLiteral("sampling"), manner.sampling},
                             {QStringLiteral("continued"), continues}};
    m_runner.start(reply, request, recipe, manner.before, manner.overflow);
}

GenerationRequest ReplyStarter::request(const QString& systemPrompt, const std::vector<store::Message>& path,
                                        const SamplingParams& sampling) {
    return m_requests.build(systemPrompt, path, m_engine.modelName(), sampling);
}

}  // namespace hearth::app
