#pragma once

#include <QMetaType>
#include <QString>
#include <chrono>
#include <memory>

#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth::app {

/// Action for a request that does not fit into the context together with a reply.
enum class WhenFull {
    Refuse,
    Slide,  ///< the engine shifts the context; if it cannot, the oldest turns are left out, see
            ///< dropped_turns.h
};

/// The part left out of a request, or of what the model reads of it.
struct DroppedTurns {
    int turns = 0;     ///< questions, each with its answers
    int messages = 0;  ///< of all of these turns
    int tokens = 0;    ///< of the prompt, as the engine counts them
};

/// A reply that the window asks for.
struct GenerationJob {
    GenerationRequest request;
    WhenFull whenFull = WhenFull::Refuse;
    Priority priority = Priority::Reading;
    std::chrono::steady_clock::time_point asked = std::chrono::steady_clock::now();
};

/// The reasoning variables that a model's template supports (GenerationRequest::templateVariables).
struct TemplateSwitches {
    bool thinking = false;  ///< "enable_thinking": whether it thinks first
    bool effort = false;    ///< "reasoning_effort": how much
    bool operator==(const TemplateSwitches&) const = default;
};

/// Progress of a prompt's prefill.
struct PrefillProgress {
    int done = 0, total = 0, reused = 0;
    double tokensPerS = 0;
    double pictureDone = 0;          ///< of a picture that is read before its tokens are, 0 to 1; 0: none is
    double pictureSecondsLeft = -1;  ///< of that picture; negative: not known yet
};

/// An error as the window shows it.
struct InferenceProblem {
    ErrorCode code = ErrorCode::BadInput;
    QString message;     ///< one sentence, in the language of the window: the problem and a remedy
    Message cause = {};  ///< the engine's message, to be repeated later; empty: it was not the engine
};

using GenerationResultPtr = std::shared_ptr<const GenerationResult>;

}  // namespace hearth::app

Q_DECLARE_METATYPE(hearth::app::DroppedTurns)
Q_DECLARE_METATYPE(hearth::app::TemplateSwitches)
Q_DECLARE_METATYPE(hearth::app::PrefillProgress)
Q_DECLARE_METATYPE(hearth::app::InferenceProblem)
Q_DECLARE_METATYPE(hearth::app::GenerationResultPtr)
Q_DECLARE_METATYPE(hearth::EngineInfo)
Q_DECLARE_METATYPE(hearth::EngineOptions)
Q_DECLARE_METATYPE(hearth::PromptEstimate)
Q_DECLARE_METATYPE(hearth::CacheStats)
Q_DECLARE_METATYPE(hearth::PrefixUse)
