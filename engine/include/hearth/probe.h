#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "hearth/attention.h"
#include "hearth/generation_request.h"
#include "hearth/kv_type.h"
#include "hearth/processor_share.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Looks into a loaded model, beside its replies and their cache. Calls as the engine's, between two steps.
class Probe {
public:
    /// Hears of the first position of a part and its logits, shape (positions, vocabSize), which last until
    /// it returns.
    using LogitListener = std::function<void(size_t firstPosition, std::span<const float> logits)>;
    struct LogitQuestion {
        std::span<const TokenId> tokens;  ///< a text on its own: nothing cached is used
        bool lastOnly = false;            ///< the logits of its last position alone
        /// The types of the cache, whatever the model was loaded with: the cost of a type can be measured
        /// before it is chosen. nullopt: those it was loaded with.
        std::optional<KvTypes> kvTypes = std::nullopt;
        /// The request with the prompt whose tokens these are: its pictures are read. nullptr: they are the
        /// embeddings of their tokens.
        const GenerationRequest* request = nullptr;
        /// Asked within passes that compute on the processor of this process; nullptr: nobody else computes.
        ProcessorShare* processor = nullptr;
    };

    virtual ~Probe() = default;
    /// Tells the logits in order, a few positions at a time, for those of a long text would not fit into
    /// memory together. Throws Error(BadInput) for no tokens and for more than the context has positions, and
    /// Error(Cancelled) soon after a stop request.
    virtual void readLogits(const LogitQuestion& question, const LogitListener& each,
                            std::stop_token stop = {}) = 0;
    /// Asks about the positions that a token looked at. The answer is told by Engine::step() or at once;
    /// others go on meanwhile. What stands before the token and is not in the cache any more is computed
    /// again first. The listener lives until it has heard the answer, at the latest from Engine::endAll().
    /// Throws before any work: Error(ContextFull) and Error(BadInput) as Engine::submit() does.
    virtual void readAttention(AttentionQuestion question, AttentionListener& listener) = 0;

    /// All logits of a text, shape (tokens, vocabSize), or those of its last position.
    std::vector<float> logits(std::span<const TokenId> tokens, bool all, std::stop_token stop = {}) {
        std::vector<float> out;
        const auto add = [&out](size_t, std::span<const float> part) {
            out.insert(out.end(), part.begin(), part.end());
        };
        readLogits({.tokens = tokens, .lastOnly = !all}, add, std::move(stop));
        return out;
    }
};

}  // namespace hearth
