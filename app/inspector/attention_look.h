#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "hearth/attention.h"
#include "hearth/context_shift.h"
#include "hearth/generation_request.h"
#include "hearth/route.h"
#include "hearth/tokenizer.h"

namespace hearth::app {

class InferenceThread;

/// One question about a token, on its way through the inference thread.
class AttentionLook {
public:
    /// The token that is asked about. The tokens are those of the request's prompt, followed by `reply`. The
    /// token is the last of all, or the prompt's token at `promptToken`, counted without what was cut off.
    struct Question {
        GenerationRequest request;
        std::vector<TokenId> reply = {};
        std::vector<ContextShift> cuts = {};  ///< that the reply ended with; those of the prompt are known
        std::optional<size_t> promptToken = {};
        RouteTarget part = RouteTarget::Small;
    };
    struct Answer {
        TokenAttention attention = {};
        QList<QByteArray> pieces = {};  ///< the bytes of its tokens
        size_t promptTokens = 0;        ///< of its tokens, those in front of the reply
        QString problem = {};           ///< why there is no answer, one sentence; empty: there is one
    };
    /// Called in the inference thread, once, unless the look was left before.
    using Done = std::function<void(std::shared_ptr<const Answer>)>;

    /// Asks at once. `inference` outlives it.
    AttentionLook(InferenceThread& inference, Question question, Done done);
    /// Ends the work before the next layer. done() is not running after this, and is not called.
    ~AttentionLook();
    AttentionLook(const AttentionLook&) = delete;
    AttentionLook& operator=(const AttentionLook&) = delete;

private:
    class Ear;
    std::stop_source m_stop;
    std::shared_ptr<Ear> m_ear;
};

}  // namespace hearth::app
