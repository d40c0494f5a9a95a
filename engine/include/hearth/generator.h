#pragma once

#include "hearth/default_policy.h"
#include "hearth/engine.h"

namespace hearth {

/// Hears of a request to a Generator, on the thread of its model. The last that it hears is finished() or
/// failed(), and exactly one of the two; it is not used after that call, which may destroy it only when it
/// has returned.
class ReplySink : public GenerationListener {
public:
    /// The turn of the request has come at a model, which is given it next. Not heard of a request that is
    /// refused or cancelled before; where there are two (RouteGenerator), perhaps heard of each of them. May
    /// change the request; what this throws is as if the model had said it. `turnsIfTooLong`: a request that
    /// does not fit goes to the other model.
    virtual void preparing(Engine& engine, GenerationRequest& request, bool turnsIfTooLong) {
        (void)engine, (void)request, (void)turnsIfTooLong;
    }
    /// As prefillProgress(), of a model whose reply is held back (RouteGenerator). It is told again by
    /// prefillProgress() if that model answers.
    virtual void heldProgress(int done, int total, int reused, double tokensPerS) {
        (void)done, (void)total, (void)reused, (void)tokensPerS;
    }
    /// The model that answers and why, where there are two (RouteGenerator): once, before starting() and
    /// before finished(). Not heard of a request that fails earlier. What this throws becomes failed().
    virtual void routed(const RouteOutcome& outcome) { (void)outcome; }
    /// The model that answers has the request, or is given it next. After preparing(); what this throws
    /// becomes failed().
    virtual void starting(Engine& engine, const GenerationRequest& request) { (void)engine, (void)request; }
};

/// A model that makes replies. From any thread; nothing here waits.
class Generator {
public:
    virtual ~Generator() = default;
    /// Asks for a reply; the policy stands in place of GenerationRequest::speculation. Whatever is wrong is
    /// told to the sink, which outlives the request.
    virtual RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority,
                             const Policy& policy) = 0;
    /// Ends a request soon, with reason Cancelled and what was made. For ids that have ended nothing happens.
    virtual void cancel(RequestId id) = 0;
    /// From the next step on; also of a request that waits.
    virtual void setPriority(RequestId id, Priority priority) = 0;
};

}  // namespace hearth
