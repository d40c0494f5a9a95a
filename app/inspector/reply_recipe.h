#pragma once

#include <QString>
#include <optional>

#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;

/// What a reply was asked for with.
struct ReplyRecipe {
    /// The same prompt, settings and seed; of a reply that was stopped as many tokens as it had. nullopt: it
    /// cannot be asked for now.
    std::optional<GenerationRequest> request;
    QString problem;  ///< why not, one sentence
    /// The tokens that it had, to compare with.
    std::vector<TokenId> tokens;
    /// It was continued, so no single request makes it.
    bool continued = false;
};

/// Reads what is stored of a reply. It can be asked for while the model is loaded that made it.
ReplyRecipe recipeOfReply(store::Store& store, const EngineStatus& engine, qint64 messageId);

}  // namespace hearth::app
