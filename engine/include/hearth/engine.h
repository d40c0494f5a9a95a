#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "hearth/engine_info.h"
#include "hearth/engine_options.h"
#include "hearth/error.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_request.h"
#include "hearth/generation_result.h"
#include "hearth/load_step.h"
#include "hearth/memory_plan.h"
#include "hearth/prompt_estimate.h"

namespace hearth {

struct AttentionQuestion;
class AttentionListener;
class CacheAdmin;
class Probe;
class PromptService;

/// A loaded model that makes replies. Calls come from one thread at a time (the inference thread); info() and
/// prompts() may be called from any, and so may cancel(). Nothing here prints, and destruction waits for
/// nothing but the current layer.
class Engine {
public:
    /// Throws Error; Error(Cancelled) soon after a stop request.
    static std::unique_ptr<Engine> load(const EngineOptions& options,
                                        const std::function<void(const LoadStatus&)>& progress = {},
                                        std::stop_token stop = {});
    /// The memory that load() would take, from the header alone.
    static MemoryPlan plan(const EngineOptions& options);

    virtual ~Engine() = default;

    virtual EngineInfo info() const = 0;
    /// The prompts and tokens of the model, which may be made beside the engine and outlive it; nullptr: the
    /// model runs on a server, which alone knows them. Always the same one.
    virtual std::shared_ptr<const PromptService> prompts() const { return nullptr; }
    /// nullptr: the cache is not here.
    virtual CacheAdmin* cache() { return nullptr; }
    /// nullptr: the model cannot be looked into.
    virtual Probe* probe() { return nullptr; }

    /// Estimates the cost of a request, and leaves the prompt in it where one is made here: submit() then
    /// does not make it again. Throws what PromptService::make() throws.
    virtual PromptEstimate prepare(GenerationRequest& request, std::stop_token stop = {}) const = 0;
    /// The reply to something like this request may be asked for soon: step() brings what of its prompt is on
    /// disk into memory, a piece at a time, while nothing else runs. The next call, or a request, ends it.
    /// Throws what prepare() throws.
    virtual void prefetch(const GenerationRequest& request, std::stop_token stop = {}) = 0;

    /// Adds a request to those that run, which step() lets go on together; a text does not depend on its
    /// company. The listener outlives the request. Throws before any work: Error(ContextFull) for prompts
    /// that do not fit, Error(BadInput) for parameters out of range.
    virtual RequestId submit(GenerationRequest request, GenerationListener& listener,
                             Priority priority = Priority::Reading) = 0;
    /// Ends a request soon, within one layer if it runs alone, with reason Cancelled and what was made. For
    /// ids that have ended nothing happens.
    virtual void cancel(RequestId id) = 0;
    /// Ends all requests at once, as cancel() does, and returns when their listeners have heard it. Throws
    /// what step() throws.
    virtual void endAll() = 0;
    virtual void setPriority(RequestId id, Priority priority) = 0;
    /// nullopt: it has ended.
    virtual std::optional<RequestStatus> status(RequestId id) const = 0;
    /// A token for every reply and a part of one prompt, or, where nothing runs, some of the cache on its way
    /// to or from the disk; false: there is nothing to do. What goes wrong is told to the listeners.
    virtual bool step() = 0;
};

/// Engine::prompts() of an engine that outlives the reference. Throws Error(Unsupported) where there are
/// none.
const PromptService& promptsOf(const Engine& engine);
/// Probe::readAttention(). Throws Error(Unsupported) where the engine has no probe.
void readAttention(Engine& engine, AttentionQuestion question, AttentionListener& listener);

}  // namespace hearth
