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
    const LeftOut leftOut = this->leftOut(path);
    GenerationRequest request = m_requests.build(conversation.systemPrompt, path, m_engine.modelName(),
                                                 samplingFromJson(manner.sampling), leftOut);
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
                             {QLatin1String(RequestBuilder::contextLengthKey), m_engine.contextLength()},
                             {QStringLiteral("continued"), continues}};
    const WhenFull whenFull =
        conversation.overflow == store::Overflow::Stop ? WhenFull::Refuse : WhenFull::Slide;
    m_runner.start(reply, request, {recipe, manner.before, manner.whenFull.value_or(whenFull), leftOut});
}

GenerationRequest ReplyStarter::request(const QString& systemPrompt, const std::vector<store::Message>& path,
                                        const SamplingParams& sampling) {
    return request(systemPrompt, path, sampling, leftOut(path));
}

GenerationRequest ReplyStarter::request(const QString& systemPrompt, const std::vector<store::Message>& path,
                                        const SamplingParams& sampling, const LeftOut& leftOut) {
    return m_requests.build(systemPrompt, path, m_engine.modelName(), sampling, leftOut);
}

LeftOut ReplyStarter::leftOut(const std::vector<store::Message>& path) {
    return m_requests.leftOut(path, m_engine.contextLength());
}

}  // namespace hearth::app
