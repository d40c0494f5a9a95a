#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "backend/best_logits.h"
#include "hearth/context_shift.h"
#include "hearth/generation_listener.h"
#include "hearth/picture_rows.h"
#include "hearth/prompt_tokens.h"
#include "hearth/tokenizer.h"
#include "prefix_store/kept_logits.h"
#include "session/context_shifts.h"
#include "session/shift_stages.h"
#include "session/span_rows.h"
#include "speculation/draft_model.h"
#include "speculation/drafter.h"
#include "speculation/mtp_drafter.h"

namespace hearth {

/// Source of the drafts of a step: the text before them, or a model.
enum class DraftSource : uint8_t { Text, Model };

/// Client of the scheduler: receives logits and answers with the next token.
class SequenceClient {
public:
    virtual ~SequenceClient() = default;
    /// Called before any other call, when the sequence is admitted, with the number of cached tokens of its
    /// prompt and the number of those that had to be read from disk. Until then it waits, without blocks.
    virtual void started(size_t reused, size_t fromDisk) { (void)reused, (void)fromDisk; }
    /// Called after each part of the prompt.
    virtual void promptProcessed(size_t done, size_t total) = 0;
    /// Share of the work for a picture of the prompt that is done, 0 to 1: its rows are needed next.
    virtual void readingPicture(double done) { (void)done; }
    /// Receives logits of shape (vocabulary) after all tokens so far. Returns the next token, or nullopt to
    /// end the sequence.
    virtual std::optional<TokenId> next(std::span<const float> logits) = 0;
    /// The part of a row of this many logits that is enough for next(), if a device can select it; nullopt:
    /// all. `ahead`: tokens that next() will have answered by then, if their drafts are accepted.
    virtual std::optional<BestLogitsQuery> query(size_t, std::span<const TokenId>) const {
        return std::nullopt;
    }
    /// True if `best`, the result of the query of query(), is enough after all.
    virtual bool isEnough(const BestLogits&) const { return false; }
    /// As next(), from those logits.
    virtual std::optional<TokenId> nextFromBest(const BestLogits&) { return std::nullopt; }
    /// Forced tokens: next() will answer these for any logits, in this order.
    virtual std::span<const TokenId> certain() const { return {}; }
    /// Called after a step that checked drafts; `accepted` of them were the answers of next(). These answers
    /// and the one after them came together.
    virtual void draftsChecked(DraftSource source, size_t drafted, size_t accepted) {
        (void)source, (void)drafted, (void)accepted;
    }
    /// This many tokens were moved by a context shift, which the client knew or was told of before.
    virtual void moved(size_t tokens) { (void)tokens; }
    /// The context is full, and this part is dropped so that the sequence can continue
    /// (SequenceOptions::places).
    virtual void cut(const ContextShift& cut) { (void)cut; }
    /// The context or the cache has no room for another token; the sequence ends.
    virtual void full() = 0;
    /// The cache has room, but the machine no memory for it; the sequence ends.
    virtual void outOfMemory() { full(); }
    /// Rows of a picture of the prompt cannot be had; the sequence ends.
    virtual void failed(const Error& error) { (void)error, full(); }
    /// Read before every pass: ends the sequence.
    virtual bool stopped() const = 0;
    /// Ends a pass that works only for this client before its next layer.
    virtual std::stop_token stopToken() const { return {}; }
    /// The last call: the sequence has left the scheduler.
    virtual void ended() {}
};

/// Options of a client's sequence.
struct SequenceOptions {
    bool reuse = true;  ///< look for a cached prefix, and leave the blocks in the cache for others
    /// Drafts by prompt lookup, as many as pay off.
    bool speculate = false;
    /// Drafts of the model given to Scheduler::draftWith(), if prompt lookup has none or is not used.
    bool askDraftModel = false;
    /// Drafts by multi-token prediction, in the same way, if the model supports it (ModelConfig::guesses).
    bool askItself = false;
    bool mayDraft = true;                                 ///< false: no drafts, not even of forced tokens
    std::optional<size_t> draftsEachStep = std::nullopt;  ///< instead: as many as can be found, up to this
    Priority priority = Priority::Reading;
    std::string tenant = {};  ///< see GenerationRequest::tenant
    /// Provides the rows of the prompt's spans; nullptr: they are the embeddings of their tokens.
    std::shared_ptr<PictureRows> pictures = nullptr;
    /// Context shifts of the prompt, see validShifts(); the prompt is the whole conversation.
    std::vector<ContextShift> cuts = {};
    /// Positions at which it can be cut when the context is full; nullopt: it ends there.
    std::optional<ShiftPoints> places = std::nullopt;
    /// Attention of the row that reads the last token of the prompt, or the `answers`th token that next()
    /// answers; not recorded if `layers` is nullptr. The sequence may not draft.
    struct Look {
        size_t answers = 0;
        std::vector<LayerAttention>* layers = nullptr;
    } look = {};
};

/// One sequence of tokens on its way through the model.
struct Sequence {
    SequenceClient* client = nullptr;
    SequenceOptions options;
    uint64_t arrival = 0;  ///< counts up
    PromptTokens tokens;   ///< processed ones, then those to process
    size_t processed = 0, promptTokens = 0;
    SequenceOrigin origin = {};  ///< state before the tokens, see prefix_key.h
    /// Stages of a sequence with context shifts that move tokens; tokens, promptTokens, chunkStarts and
    /// origin are those of its current stage. It is in an earlier stage than the last one while it computes
    /// lost tokens, which are moved at the end of that stage.
    std::vector<ShiftStage> stages;
    size_t stage = 0;
    bool admitted = false;            ///< runs; otherwise waits, for the first time or again
    bool begun = false;               ///< the client was told by started()
    bool passedOver = false;          ///< waits for tokens that another sequence is about to compute
    bool done = false;                ///< leaves at the end of the step
    bool restarted = false;           ///< its prompt is only the part that restart() left
    size_t mostPositions = SIZE_MAX;  ///< limit for this sequence, in addition to the limit for all
    uint64_t lastChunk = 0;  ///< time of its arrival or of its last prefill chunk, counted in chunks of all
    /// Starts of the prompt's parts. A lost part is processed again from the same start, because the number
    /// of rows processed together may change their last bits.
    std::vector<size_t> chunkStarts;
    KeptLogits::Logits answer;  ///< after the prompt, all of which is cached; nullptr: to be processed
    std::vector<std::vector<int32_t>> tables;  ///< blocks by group; -1 before a window
    int32_t stateSlot = -1;                    ///< recurrent models only
    /// For a recurrent sequence in a pass that checks drafts: the slots of the states after each of its rows,
    /// the last one its own. Otherwise empty.
    std::vector<int32_t> rowStates;
    /// The state is the one after the processed tokens; a pass that was stopped leaves it undefined.
    bool stateValid = false;
    int32_t residualBlock = -1;  ///< only where the cache keeps residual blocks, see PagedKvCache
    /// The block holds the processed part of an unfinished block; a pass that was stopped leaves it
    /// undefined.
    bool openValid = false;
    size_t rowsInPass = 0;
    SpanRows given;           ///< of the spans that it is in the middle of
    size_t fromDisk = 0;      ///< tokens that were read from disk when it was admitted
    size_t storedBlocks = 0;  ///< from its start that the cache on disk has or was given
    PrefixKey storedKey;      ///< of the last of them
    int64_t lastUse = 0;      ///< when it was admitted, as FileTime
    std::optional<Drafter> drafter;
    std::unique_ptr<DraftSequence> draftSequence;
    std::unique_ptr<MtpSequence> ownSequence;  ///< of models with multi-token prediction
    std::vector<TokenId> drafts;               ///< that this pass checks, after the last token
    DraftSource draftSource = DraftSource::Text;
    double draftCost = 0;  ///< of those of a model, in tokens; see AcceptancePolicy::settle()

    /// True if its tokens are computed only to be moved: no logits are wanted.
    bool rebuilds() const noexcept { return stage + 1 < stages.size(); }
    bool movesNext() const noexcept { return admitted && !done && rebuilds() && waiting() == 0; }
    /// Tokens at its beginning that come from the previous stage.
    size_t movedTokens() const noexcept { return stages.empty() ? 0 : stages[stage].moved; }
    /// Changes to another stage; none of its tokens are processed then.
    void enter(size_t index);
    /// Tokens of its longest stage.
    size_t mostTokens() const noexcept;
    /// Drops tokens of its current stage, all of which is processed. It continues after the others with
    /// `next` as soon as they are moved.
    void slide(size_t keep, size_t dropped, TokenId next);
    /// The same for tokens that cannot be moved: the remaining ones become a prompt again, and none of them
    /// are processed.
    void restart(size_t keep, size_t dropped, TokenId next);
    /// Rows that its prompt needs from here on.
    size_t rowsToCome() const noexcept;

    /// Lasts until its tokens change.
    PromptView first(size_t count) const { return PromptView(tokens).first(count); }
    size_t waiting() const noexcept { return tokens.size() - processed; }
    /// True if the one token that waits was generated: the last token of a prompt is a prefill row, also
    /// alone.
    bool decodes() const noexcept {
        return admitted && !done && waiting() == 1 && processed >= promptTokens && !rebuilds();
    }
    bool processesPrompt() const noexcept { return admitted && !done && waiting() > 0 && !decodes(); }
    /// True if this sequence goes before another one that wants the same.
    bool before(const Sequence& other) const noexcept {
        if (options.priority != other.options.priority) return options.priority < other.options.priority;
        return arrival < other.arrival;
    }
};

/// All sequences of a scheduler; their addresses stay the same until they leave it.
using Sequences = std::list<Sequence>;

}  // namespace hearth
