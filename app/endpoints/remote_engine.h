#pragma once

#include <QByteArray>

#include "endpoints/endpoint.h"
#include "endpoints/server_call.h"
#include "hearth/one_at_a_time.h"

namespace hearth::app {

/// A model on another computer behind the interface of the local engine: the same calls, the same figures as
/// far as the server tells them. Tokens, logits and prompts stay on the server, so what needs them throws
/// Error(Unsupported). Nothing is sent before generate(). Threads as for Engine.
class RemoteEngine : public OneAtATime {
public:
    RemoteEngine(Endpoint endpoint, QByteArray key, QString model);

    EngineInfo info() const override;
    const Tokenizer& tokenizer() const override;
    const ChatTemplate& chatTemplate() const override;
    PromptPieces renderPrompt(const GenerationRequest& request, std::stop_token stop = {}) const override;
    std::vector<TokenId> promptTokens(const GenerationRequest& request,
                                      std::stop_token stop = {}) const override;
    /// By the length of the texts.
    PromptEstimate estimate(const GenerationRequest& request, std::stop_token stop = {}) const override;
    /// The result has no token ids: those of the server mean nothing here.
    GenerationResult generate(const GenerationRequest& request, GenerationListener& listener,
                              std::stop_token stop = {}) override;
    std::vector<float> logits(std::span<const TokenId> tokens, bool all, std::stop_token stop = {}) override;
    void clearCache() override {}
    CacheStats cacheStats() const override { return {}; }

private:
    const Endpoint m_endpoint;
    const QString m_model;
    ServerCalls m_calls;
    bool m_extras = true;  ///< until the server refuses them
};

}  // namespace hearth::app
