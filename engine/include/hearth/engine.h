#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/attention.h"
#include "hearth/cache_key.h"
#include "hearth/context_cut.h"
#include "hearth/device_description.h"
#include "hearth/error.h"
#include "hearth/expert_traffic.h"
#include "hearth/finish_reason.h"
#include "hearth/kv_cost.h"
#include "hearth/kv_type.h"
#include "hearth/load_step.h"
#include "hearth/prompt_piece.h"
#include "hearth/reply_delta.h"
#include "hearth/reply_grammar.h"
#include "hearth/route.h"
#include "hearth/sampling.h"
#include "hearth/tokenizer.h"

namespace hearth {

class ChatTemplate;
class GgufFile;
struct LargeModel;

/// How a model lies on several graphics cards.
enum class CardSplit : uint8_t {
    Auto,    ///< Products where the cards are equal and reach each other, and the model divides; else Layers
    Layers,  ///< whole layers, some on each card, which work one after the other
    Products,  ///< some of each layer's products and heads on each card, which work at the same time
};

/// How to load a model.
struct EngineOptions {
    std::filesystem::path model;
    std::string backend = "auto";  ///< "auto", "cpu" or another BackendLabel::name
    int threads = 0;               ///< CPU threads, 1 to 256; 0: physical cores
    /// Positions a conversation may have; 0: the model's own, as far as half of the free memory allows.
    int contextLength = 0;
    KvTypes kvType;
    int gpuLayers = -1;  ///< -1: as many as fit
    /// Graphics cards, by their numbers in the order in which hearth/devices.h and `hearth-cli doctor` have
    /// them; on several the layers are spread by how quick they are and how much room they have. Empty: as
    /// few as hold the model, the quickest first.
    std::vector<int> devices = {};
    /// Products where that cannot be is as Layers, and EngineInfo::backendReason says why.
    CardSplit cardSplit = CardSplit::Auto;
    uint64_t cacheBytes = 0;  ///< memory for the KV cache of all conversations; 0: chosen by what is free
    /// Where blocks of the cache are kept for later starts, as soon as they are computed; empty: nowhere.
    std::filesystem::path prefixFolder;
    uint64_t prefixBytes = 10'000'000'000;      ///< at most in that folder, of all models
    uint64_t prefixBytesADay = 10'000'000'000;  ///< at most written into it on a day
    /// Encrypts what is kept there; what lies there and is not encrypted with it is removed. nullopt: it is
    /// not encrypted, and what lies there and is goes.
    std::optional<CacheKey> prefixKey = std::nullopt;
    /// A smaller model of the same vocabulary that guesses for Speculation::DraftModel, see
    /// hearth/draft_check.h; empty: none. One that cannot be used is left out, and EngineInfo says why.
    std::filesystem::path draftModel;
    /// Two models as one: the large one beside `model`, see hearth/routed_engine.h. Engine::load() and plan()
    /// look at `model` alone.
    std::shared_ptr<const LargeModel> large = {};
};

/// How positions are stretched to lengths beyond those of the training.
enum class ContextScaling { None, Linear, Yarn, LongRope, Dynamic };

/// What lengths of context a model was made for, as its file says.
struct ContextTraining {
    int length = 0;  ///< up to which it was trained or adapted; 0: not known
    ContextScaling scaling = ContextScaling::None;
    int unscaledLength = 0;  ///< with a scaling: the length before it
};

/// What of a model lies on a graphics card.
struct CardShare {
    int number = 0;    ///< as in EngineOptions::devices
    std::string name;  ///< "NVIDIA L4"
    int layers = 0;
    uint64_t totalBytes = 0, freeBytes = 0;  ///< of the card, as MemoryPlan has them of all
    bool operator==(const CardShare&) const = default;
};

/// Where the memory goes, in bytes; exact, made by the allocators that load the model.
struct MemoryPlan {
    uint64_t weightsBytes = 0, scratchBytes = 0;
    uint64_t kvBytes = 0;  ///< what the KV cache of all conversations takes at most
    /// Of those, what is taken: at load, in a plan, or by now; the rest is taken as conversations grow.
    uint64_t kvCommittedBytes = 0;
    uint64_t kvConversationBytes = 0;  ///< what one conversation of contextLength tokens takes
    KvCost kv;                         ///< both for other contexts
    int contextLength = 0;             ///< positions that a conversation may have
    ContextTraining training;
    uint64_t draftBytes = 0;  ///< all of the draft model
    uint64_t deviceTotalBytes = 0, deviceFreeBytes = 0;
    int layersOnDevice = 0, layers = 0;
    std::vector<CardShare> cards = {};  ///< that have layers, in the order of these
    bool cardsShareLayers = false;      ///< each card has a part of every layer (CardSplit::Products)
    /// Of a mixture, what lives in host memory besides weightsBytes; its counts are those of CacheStats.
    ExpertTraffic experts = {};
    uint64_t totalBytes() const noexcept {
        return weightsBytes + kvBytes + scratchBytes + draftBytes + experts.hostBytes;
    }
};

/// What runs, for the window's status line.
struct EngineInfo {
    std::string modelName, architecture, quantization;  ///< "SmolLM2 135M Instruct", "llama", "Q4_1"
    uint64_t parameters = 0, fileBytes = 0;
    std::string weightsHash;   ///< of every byte of the weights that was read, in hex; empty: not known
    uint64_t decodeBytes = 0;  ///< weights that one generated token reads (device bytes, chosen experts only)
    int layers = 0, contextLength = 0, trainedContextLength = 0, vocabSize = 0;
    std::string backend;      ///< for people: "CPU", "GPU"
    std::string backendName;  ///< as EngineOptions::backend: "cpu"
    bool onDevice = false;    ///< some layers are in the memory of a graphics card or the like
    DeviceDescription device;
    /// Why it does not run on the GPU, or not all of it: one after the other; empty when the CPU was asked
    /// for
    std::vector<Message> backendReason;
    bool gpuEngineBuilt = true;  ///< false: this copy of Hearth has no GPU engine, whatever card there is
    bool canSpeculate = true;    ///< false: Speculation changes nothing (a server's model)
    bool guessesItself = false;  ///< Speculation::Own does more than PromptLookup
    /// ContextOverflow::Slide makes room here; false: it changes nothing (a server's model; a context too
    /// short to be cut).
    bool canSlide = false;
    bool canCallTools = true;  ///< false: the chat template tells the model nothing of tools
    Message templateNote;      ///< empty, or which fallback template is used and why
    std::string draftName;     ///< of the draft model; empty: there is none
    Message draftProblem;      ///< why the one that was asked for is left out, one sentence; empty: it is not
    std::string serverHost;    ///< of a server that does the work: "rack.lan"; empty: this machine does it
    MemoryPlan memory;
    /// Of two models as one (hearth/routed_engine.h): the small one and the large one. Empty: one model.
    std::vector<EngineInfo> parts = {};
};

/// One message of a conversation, as the template sees it.
struct ChatMessage {
    std::string role;  ///< "system", "user", "assistant", "tool"
    std::string content;
    std::string reasoning;  ///< an assistant's reasoning, when it is kept apart
    /// Ids that were generated for an assistant's message, in full: used instead of tokenising `content`
    /// again wherever the template writes the text unchanged, so that the cached prefix never breaks. Ids
    /// that do not say what `content` says are left alone.
    std::vector<TokenId> tokens;
    /// An assistant's calls of tools, a JSON list as OpenAI spells it; the arguments are objects or, where
    /// they are none, texts. Empty: there are none.
    std::string toolCalls = {};
    std::string toolCallId = {};  ///< of a tool's message: the call that it answers
    std::string name = {};        ///< of a tool's message: the tool
};

/// Whether the next tokens are guessed and the guesses checked together in one pass. The text is the same in
/// every case, and only the time it takes differs. Models whose state cannot be cut back (recurrent layers)
/// make one token at a time whatever is asked for.
enum class Speculation {
    Off,
    PromptLookup,  ///< what followed the last tokens where they stood before, in the prompt or the reply
    DraftModel,    ///< the same, and where nothing did, what EngineOptions::draftModel thinks comes next
    /// The same with what the model's own layer for it thinks, where it has one (EngineInfo::guessesItself:
    /// multi-token prediction, "nextn"); else as PromptLookup.
    Own,
};

/// A prompt, ready to be processed.
struct Prompt {
    PromptPieces pieces;          ///< by origin
    std::vector<TokenId> tokens;  ///< of the pieces, with nothing dropped
    /// Those that hold, the oldest first, the one that this prompt needs included; without
    /// [keep, dropTo) of the last one it is what the model reads.
    std::vector<ContextCut> cuts;
    double templateMs = 0, tokenizeMs = 0;
};

/// Whether a reply may be that of an identical request before: at temperature 0, to the same tokens with the
/// same settings for the same model. At other temperatures, and where what is generated counts more than the
/// reply (GenerationRequest::useCache, ignoreEndOfText), there is none and it changes nothing.
enum class ReplyReuse : uint8_t {
    Off,    ///< it is made, and not kept
    Renew,  ///< it is made, and kept in place of an earlier one
    Use,    ///< the kept one comes at once; where there is none it is made and, if it ends by itself, kept
};

struct GenerationRequest {
    std::vector<ChatMessage> messages;  ///< rendered with the model's template...
    std::optional<std::string>
        rawText;  ///< ...or this text as it is (special tokens parsed, BOS as the metadata says)...
    std::vector<TokenId> rawTokens;  ///< ...or these tokens
    bool continueLast = false;  ///< go on with the last (assistant) message instead of starting a new one
    std::string
        templateVariables;  ///< JSON object merged into the template's context ("tools", "enable_thinking")
    SamplingParams sampling;
    ReplyGrammar grammar;  ///< what the reply has to be; reasoning before it is free
    Speculation speculation = Speculation::Off;
    ContextOverflow overflow = ContextOverflow::Stop;
    /// What was dropped of this conversation before (GenerationResult::cuts of its last reply), the oldest
    /// first. They hold whatever `overflow` says now. Those that are no cuts of this prompt are left out.
    std::vector<ContextCut> cuts;
    /// What all of this becomes, as Engine::prepare() left it; nullopt: submit() makes it.
    std::optional<Prompt> prompt = std::nullopt;
    double spentMs = 0;            ///< since somebody asked for the reply: part of the times of its metrics
    bool rawReply = false;         ///< all of the reply is text: no reasoning and no calls are looked for
    int candidates = 0;            ///< alternatives to report with every token
    bool ignoreEndOfText = false;  ///< go on after end tokens (measurements)
    /// Whose reply it is, as a text of the caller, such as the number of a chat: what only it used of the
    /// cache goes when Engine::keepOwners() does not name it. Empty: nobody's.
    std::string owner = {};
    bool useCache = true;  ///< false: look for no cached prefix and leave none behind (measurements)
    ReplyReuse replyReuse = ReplyReuse::Off;
    /// Who is to answer where two models could (hearth/routing.h); nullopt: the rules decide.
    std::optional<RouteTarget> route = std::nullopt;
};

/// Where the time of a reply went. Milliseconds; rates in tokens a second.
struct GenerationMetrics {
    int promptTokens = 0;     ///< all of the prompt that the model reads, without what cuts dropped
    int reusedTokens = 0;     ///< found in the KV cache
    int reusedFromDisk = 0;   ///< of these, read from EngineOptions::prefixFolder for this reply
    int processedTokens = 0;  ///< promptTokens - reusedTokens
    int generatedTokens = 0;
    /// The time to the first token and that of all count from when the reply was asked for.
    double templateMs = 0, tokenizeMs = 0, prefillMs = 0, timeToFirstTokenMs = 0, decodeMs = 0, totalMs = 0;
    double prefillTokensPerS = 0, decodeTokensPerS = 0;
    /// From token to token. Those that one pass made together share its time evenly.
    std::vector<float> interTokenMs;
    bool keptReply = false;  ///< it is that of an identical request, see ReplyReuse; nothing was computed
    int movedTokens = 0;    ///< whose keys and values were moved behind a cut instead of being computed again
    int draftedTokens = 0;  ///< guesses that were checked, see Speculation
    int acceptedTokens = 0;  ///< those that were right
    /// Of both, those that a draft model or the model itself guessed; the text did the others.
    int modelDraftedTokens = 0, modelAcceptedTokens = 0;
    int certainTokens = 0;  ///< of the reply, those that its grammar left no choice about
    /// What a token takes without guesses, as far as steps without them have told; 0: there were none.
    double plainTokenMs = 0;
};

struct GenerationResult {
    std::string text;                    ///< ReplyDelta::shown of all its deltas
    std::vector<GeneratedToken> tokens;  ///< everything generated, the end token included
    std::vector<TokenId> promptTokens;   ///< as GenerationMetrics::promptTokens
    /// All cuts that hold at the end of the reply, the oldest first: for GenerationRequest::cuts of the next
    /// request of this conversation.
    std::vector<ContextCut> cuts;
    FinishReason reason = FinishReason::EndOfText;
    uint64_t seed = 0;
    GenerationMetrics metrics;
    /// Of two models as one: who answered and why, and what the small one made in vain before. The tokens are
    /// those of the one that answered. nullopt: there is one model.
    std::optional<RouteOutcome> route = std::nullopt;
    int droppedTokens = 0;
    double droppedMs = 0;
};

/// The number of a request, from 1 on; an engine uses each once.
using RequestId = uint64_t;

/// Who waits for a reply. When time or memory is short, the lower ones give way to the higher, but every
/// request goes on now and then.
enum class Priority : uint8_t {
    Reading,     ///< a person looks at this chat
    Chat,        ///< other chats and programs
    Background,  ///< what nobody waits for: titles, indexing
};

/// Where a request stands.
enum class RequestPhase : uint8_t {
    Waiting,   ///< for its turn, for the first time or because others needed its memory
    Prompt,    ///< `done` of `total` tokens of its prompt are there
    Replying,  ///< `done` tokens of its reply are
};
struct RequestStatus {
    RequestPhase phase = RequestPhase::Waiting;
    int done = 0, total = 0;
};

/// Hears what becomes of a request, on the thread that calls Engine::step() (or generate()). Must not throw,
/// and calls nothing of the engine but cancel().
class GenerationListener {
public:
    virtual ~GenerationListener() = default;
    /// The last call, one of the two: the reply has ended, or the engine failed.
    virtual void finished(GenerationResult result) { (void)result; }
    virtual void failed(const Error& error) { (void)error; }
    /// After every chunk of the prompt; the first call, with done == reused, comes before any work.
    virtual void prefillProgress(int done, int total, int reused, double tokensPerS) {
        (void)done, (void)total, (void)reused, (void)tokensPerS;
    }
    /// Something of the reply became certain, or a token was made.
    virtual void replied(const ReplyDelta& delta) { (void)delta; }
};

/// What a prompt would cost now.
struct PromptEstimate {
    int promptTokens = 0;  ///< that the model reads, without what cuts dropped
    int cachedTokens = 0;  ///< of these, those that need not be computed
    double prefillMs = 0;  ///< guessed from the last rates; 0 when there are none yet
    /// All cuts that would hold, the oldest first, with the one that this prompt needs.
    std::vector<ContextCut> cuts = {};
    int diskTokens = 0;  ///< those behind the cached ones that are kept on disk
};

/// Makes prompts beside an engine, which need not live any longer. Immutable; from any thread, also while the
/// engine steps.
class PromptMaker {
public:
    virtual ~PromptMaker() = default;
    /// Leaves the prompt in the request as Engine::prepare() does, where one is made here. Throws
    /// Error(BadInput) where the template fails and Error(Cancelled) soon after a stop request.
    virtual void make(GenerationRequest& request, std::stop_token stop = {}) const = 0;
};

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
    /// Of two models as one, the one that answered: its vocabulary, its cache. Its own requests are stepped
    /// with all others; their numbers are its own. Where there is one model, that.
    virtual Engine& part(RouteTarget target) {
        (void)target;
        return *this;
    }

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
