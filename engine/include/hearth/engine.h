#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/attention.h"
#include "hearth/cache_key.h"
#include "hearth/engine_info.h"
#include "hearth/engine_options.h"
#include "hearth/error.h"
#include "hearth/expert_traffic.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_request.h"
#include "hearth/generation_result.h"
#include "hearth/kv_type.h"
#include "hearth/load_step.h"
#include "hearth/memory_plan.h"
#include "hearth/prompt_maker.h"
#include "hearth/prompt_piece.h"
#include "hearth/route.h"
#include "hearth/tokenizer.h"

namespace hearth {

class ChatTemplate;

/// A loaded model with its cache. Calls come from one thread at a time (the inference thread); tokenizer(),
/// info() and chatTemplate() may be read from any, and cancel() called from any. Nothing here prints, and
/// destruction waits for nothing but the current layer.
class Engine {
public:
    struct LoadProgress {
        LoadStep step = LoadStep::File;
        double fraction = 0;
        uint64_t doneBytes = 0, totalBytes = 0;
    };

    /// Throws Error; Error(Cancelled) soon after a stop request.
    static std::unique_ptr<Engine> load(const EngineOptions& options,
                                        const std::function<void(const LoadProgress&)>& progress = {},
                                        std::stop_token stop = {});
    /// What load() would take, from the header alone.
    static MemoryPlan plan(const EngineOptions& options);

    virtual ~Engine() = default;

    virtual EngineInfo info() const = 0;
    virtual const Tokenizer& tokenizer() const = 0;
    /// nullptr never: a model without a template gets the fallback named in EngineInfo::templateNote.
    virtual const ChatTemplate& chatTemplate() const = 0;

    /// The exact prompt of a request, by origin, and its tokens. Throws Error(BadInput) where the template
    /// fails and Error(Cancelled) soon after a stop request.
    virtual PromptPieces renderPrompt(const GenerationRequest& request, std::stop_token stop = {}) const = 0;
    virtual std::vector<TokenId> promptTokens(const GenerationRequest& request,
                                              std::stop_token stop = {}) const = 0;
    virtual PromptEstimate estimate(const GenerationRequest& request, std::stop_token stop = {}) const = 0;
    /// The same, and leaves the prompt in the request, where one is made here: submit() then does not make it
    /// again. A request that already has it is not rendered.
    virtual PromptEstimate prepare(GenerationRequest& request, std::stop_token stop = {}) const {
        return estimate(request, std::move(stop));
    }

    /// For prompts that take long to make: requests that have theirs are submitted at once. nullptr: prompts
    /// are not made here.
    virtual std::shared_ptr<const PromptMaker> prompts() const { return nullptr; }

    /// The reply to something like this request may be asked for soon: step() brings what of its prompt is on
    /// disk into memory, a piece at a time, while nothing else runs. The next call, or a request, ends it.
    /// Throws what prepare() throws.
    virtual void prefetch(const GenerationRequest& request, std::stop_token stop = {}) {
        (void)request, (void)stop;
    }

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
    virtual void endAll() {}
    virtual void setPriority(RequestId id, Priority priority) = 0;
    /// nullopt: it has ended.
    virtual std::optional<RequestStatus> status(RequestId id) const = 0;
    /// A token for every reply and a part of one prompt, or, where nothing runs, some of the cache on its way
    /// to or from the disk; false: there is nothing to do. What goes wrong is told to the listeners.
    virtual bool step() = 0;

    /// submit() and step() until the reply ends; other requests go on meanwhile. A stop request cancels it.
    /// Throws what submit() throws and what the listener of a request would hear as failed().
    virtual GenerationResult generate(const GenerationRequest& request, GenerationListener& listener,
                                      std::stop_token stop = {});

    /// What a token looked at, told by step() or at once; others go on meanwhile. What stands before it
    /// and is not in the cache any more is computed again first. The listener lives until it has heard the
    /// answer, at the latest from endAll(). Throws before any work: Error(Unsupported) where the model runs
    /// elsewhere, Error(ContextFull) and Error(BadInput) as submit() does.
    virtual void readAttention(AttentionQuestion question, AttentionListener& listener);

    /// Logits for a token sequence on its own (nothing reused), shape (all ? tokens : 1, vocabSize).
    virtual std::vector<float> logits(std::span<const TokenId> tokens, bool all,
                                      std::stop_token stop = {}) = 0;
    /// The same for every position in order, a few positions at a time, for texts whose logits together would
    /// not fit into memory: `each` hears of the first position of a part and its logits, shape (positions,
    /// vocabSize), which last until it returns.
    virtual void logitsInParts(
        std::span<const TokenId> tokens,
        const std::function<void(size_t firstPosition, std::span<const float> logits)>& each,
        std::stop_token stop = {}) {
        each(0, logits(tokens, true, std::move(stop)));
    }
    /// The same with a cache of these types, whatever the model was loaded with: what a type costs can be
    /// measured before it is chosen. Throws Error(Unsupported) where somebody else runs the model.
    virtual void logitsWithCache(
        KvTypes kvTypes, std::span<const TokenId> tokens,
        const std::function<void(size_t firstPosition, std::span<const float> logits)>& each,
        std::stop_token stop = {});

    /// Forgets every cached prefix and kept reply, also those of this model on disk.
    virtual void clearCache() = 0;
    /// Forgets what was cached for requests of all other owners, and of nobody, and these did not use: in
    /// memory, and on disk for any model. See GenerationRequest::owner.
    virtual void keepOwners(const std::vector<std::string>& owners) {
        (void)owners;
        clearCache();
    }
    /// The same on disk alone, for a folder of EngineOptions::prefixFolder that no engine has open.
    static void keepOwners(const std::filesystem::path& prefixFolder, const std::vector<std::string>& owners);
    /// Removes the least used of such a folder until so many bytes are left.
    static void limitPrefixes(const std::filesystem::path& prefixFolder, uint64_t bytes);
    /// Removes what is not encrypted in such a folder.
    static void removeReadablePrefixes(const std::filesystem::path& prefixFolder);
    /// What lies in such a folder, or in memory, by owner.
    struct PrefixUse {
        struct Owner {
            uint64_t bytes = 0;              ///< that it used, its own and shared ones
            uint64_t sharedBytes = 0;        ///< of these, what others used as well
            std::vector<size_t> sharesWith;  ///< places of the others in `owners`, most in common first
        };
        uint64_t bytes = 0;         ///< of all models, of these owners or not
        std::vector<Owner> owners;  ///< in the order they were asked for
    };
    /// Reads the folder, whoever has it open. What is damaged there counts for nothing.
    static PrefixUse prefixUse(const std::filesystem::path& prefixFolder,
                               const std::vector<std::string>& owners);
    /// Waits until all that is cached is in EngineOptions::prefixFolder, where the same model with any length
    /// of context finds it when it is loaded again. Blocks go there by themselves while people read; this is
    /// for the end of a program. They hold what was said: only the user can read them. `progress` hears of
    /// the share that is written, 0 to 1. After a stop request what is written by then is kept. Throws
    /// Error(Io) when something could not be written since the last call.
    virtual void savePrefixes(const std::function<void(double)>& progress = {}, std::stop_token stop = {}) {
        (void)progress, (void)stop;
    }
    /// Keeps nothing in EngineOptions::prefixFolder from now on. What is there stays.
    virtual void closePrefixFolder() {}
    /// Keeps what is computed from now on in this folder, as with EngineOptions of these limits; while
    /// requests run it begins when the last one has ended. With the folder that is open already, and its key,
    /// only the limits change, at once: what is too much goes.
    virtual void openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                                  const std::optional<CacheKey>& key = std::nullopt) {
        (void)folder, (void)bytes, (void)bytesADay, (void)key;
    }
    /// What could not be written to or read from the folder since the last call, or since savePrefixes()
    /// threw it; nullopt: nothing. Replies do not depend on it.
    virtual std::optional<Error> prefixProblem() { return std::nullopt; }
    struct CacheStats {
        uint64_t blocks = 0, usedBlocks = 0;  ///< of layers that see everything
        uint64_t bytes = 0;                   ///< at most
        uint64_t committedBytes = 0;          ///< of those, what is taken
        uint64_t cachedTokens = 0;
        /// Layers that keep as much, those that see everything first.
        struct Group {
            uint32_t window = 0;  ///< positions that the layers see; 0: all
            uint64_t blocks = 0, bytes = 0;
        };
        std::vector<Group> groups;
        ExpertTraffic experts = {};
    };
    virtual CacheStats cacheStats() const = 0;
    /// The keys and values of ended requests in memory, by owner. What is not cached here has no owners.
    virtual PrefixUse memoryUse(const std::vector<std::string>& owners) {
        (void)owners;
        return {};
    }
};

}  // namespace hearth
