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

/// Who guessed the drafts of a step: the text before them, or a model.
enum class DraftSource : uint8_t { Text, Model };

/// Who wants tokens from the scheduler: gets logits, answers with the token to go on with.
class SequenceClient {
public:
    virtual ~SequenceClient() = default;
    /// Before any other call, when the sequence is admitted: so much of its prompt is cached, and so
    /// much of that had to be read from disk. Until then it waits, without blocks.
    virtual void started(size_t reused, size_t fromDisk) { (void)reused, (void)fromDisk; }
    /// After each part of the prompt.
    virtual void promptProcessed(size_t done, size_t total) = 0;
    /// So much of the work for a picture of the prompt is done, 0 to 1: its rows are needed next.
    virtual void readingPicture(double done) { (void)done; }
    /// Logits of shape (vocabulary) after everything so far. The next token, or nullopt to end the sequence.
    virtual std::optional<TokenId> next(std::span<const float> logits) = 0;
    /// What is enough for next() of a row of so many logits, where a device can pick it out; nullopt: all.
    /// `ahead`: tokens that next() will have answered by then, if their drafts are right.
    virtual std::optional<BestLogitsQuery> query(size_t, std::span<const TokenId>) const {
        return std::nullopt;
    }
    /// Whether `best`, which is what query() asked for, suffices after all.
    virtual bool isEnough(const BestLogits&) const { return false; }
    /// As next(), from that.
    virtual std::optional<TokenId> nextFromBest(const BestLogits&) { return std::nullopt; }
    /// Tokens that next() will answer whatever the logits are, one after the other.
    virtual std::span<const TokenId> certain() const { return {}; }
    /// After a step that checked drafts, of which so many were what next() answered: these answers and the
    /// one behind them came together.
    virtual void draftsChecked(DraftSource source, size_t drafted, size_t accepted) {
        (void)source, (void)drafted, (void)accepted;
    }
    /// So many tokens were moved behind a cut, which the client knew or heard of before.
    virtual void moved(size_t tokens) { (void)tokens; }
    /// The context is full, and this is dropped so that the sequence goes on (SequenceOptions::places).
    virtual void cut(const ContextShift& cut) { (void)cut; }
    /// The context or the cache has no room for another token; the sequence ends.
    virtual void full() = 0;
    /// The cache has room, but the machine no memory for it; the sequence ends.
    virtual void outOfMemory() { full(); }
    /// Rows of a picture of the prompt cannot be had; the sequence ends.
    virtual void failed(const Error& error) { (void)error, full(); }
    /// Read before every pass: ends the sequence.
    virtual bool stopped() const = 0;
    /// Ends a pass that works for this client alone before its next layer.
    virtual std::stop_token stopToken() const { return {}; }
    /// The last call: the sequence has left the scheduler.
    virtual void ended() {}
};

/// What a client asks for beside its prompt.
struct SequenceOptions {
    bool reuse = true;  ///< look for a cached prefix, and leave the blocks behind for others
    /// Drafts by prompt lookup, as many as are worth it.
    bool speculate = false;
    /// Drafts of the model given to Scheduler::draftWith(), where prompt lookup has none or is not asked for.
    bool askDraftModel = false;
    /// Drafts of the model itself, in the same way, if it guesses (ModelConfig::guesses).
    bool askItself = false;
    bool mayDraft = true;                                 ///< be it only what is certain to come
    std::optional<size_t> draftsEachStep = std::nullopt;  ///< instead: as many as can be found, up to this
    Priority priority = Priority::Reading;
    std::string tenant = {};  ///< see GenerationRequest::tenant
    /// Gives the rows of the prompt's spans; nullptr: they are the embeddings of their tokens.
    std::shared_ptr<PictureRows> pictures = nullptr;
    /// What was dropped of the prompt, see validShifts(); the prompt is the whole conversation.
    std::vector<ContextShift> cuts = {};
    /// Where it can be cut when the context is full; nullopt: it ends there.
    std::optional<ShiftPoints> places = std::nullopt;
    /// What the row looked at that reads the last token of the prompt, or the `answers`th that next()
    /// answers; nobody asks for that where `layers` is nullptr. It may not draft.
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
    SequenceOrigin origin = {};  ///< what came before the tokens, see prefix_key.h
    /// Of a sequence with cuts that move; of the stage that it is in, tokens, promptTokens, chunkStarts and
    /// origin are here. It is in an earlier one than the last while it makes what was lost, and is moved at
    /// its end.
    std::vector<ShiftStage> stages;
    size_t stage = 0;
    bool admitted = false;            ///< takes part; else it waits, for the first time or once more
    bool begun = false;               ///< the client has heard of started()
    bool passedOver = false;          ///< waits for what another sequence is about to compute
    bool done = false;                ///< leaves at the end of the step
    bool restarted = false;           ///< what looks like its prompt is what restart() left of it
    size_t mostPositions = SIZE_MAX;  ///< that it may have, besides what all may have
    uint64_t lastChunk = 0;  ///< when it came or a part of its prompt was processed, in chunks of all
    /// Where the parts of the prompt began. A part that is lost is processed again from the same place: how
    /// many rows go together may change their last bits.
    std::vector<size_t> chunkStarts;
    KeptLogits::Logits answer;  ///< behind the prompt, all of which is cached; nullptr: to be processed
    std::vector<std::vector<int32_t>> tables;  ///< blocks by group; -1 before a window
    int32_t stateSlot = -1;                    ///< recurrent models only
    /// Of a recurrent sequence in a pass that checks drafts: the slots of the states behind each of its rows,
    /// the last one its own. Else empty.
    std::vector<int32_t> rowStates;
    /// The state is the one after the processed tokens; a pass that was stopped leaves it undefined.
    bool stateValid = false;
    int32_t residualBlock = -1;  ///< only where the cache keeps residual blocks, see PagedKvCache
    /// It holds what is processed of an unfinished block; a pass that was stopped leaves it undefined.
    bool openValid = false;
    size_t rowsInPass = 0;
    SpanRows given;           ///< of the spans that it is in the middle of
    size_t fromDisk = 0;      ///< tokens that were read from disk when it was admitted
    size_t storedBlocks = 0;  ///< from its start that the cache on disk has or was given
    PrefixKey storedKey;      ///< of the last of them
    int64_t lastUse = 0;      ///< when it was admitted, as FileTime
    std::optional<Drafter> drafter;
    std::unique_ptr<DraftSequence> draftSequence;
    std::unique_ptr<MtpSequence> ownSequence;  ///< of models that guess by themselves
    std::vector<TokenId> drafts;               ///< that this pass checks, behind the last token
    DraftSource draftSource = DraftSource::Text;
    double draftCost = 0;  ///< of those of a model, in tokens; see AcceptancePolicy::settle()

    /// Whether its tokens are there only to be moved: nobody wants logits.
    bool rebuilds() const noexcept { return stage + 1 < stages.size(); }
    bool movesNext() const noexcept { return admitted && !done && rebuilds() && waiting() == 0; }
    /// Tokens at its beginning that come from the stage before.
    size_t movedTokens() const noexcept { return stages.empty() ? 0 : stages[stage].moved; }
    /// Goes to another stage; nothing of it is processed then.
    void enter(size_t index);
    /// Tokens of its longest stage.
    size_t mostTokens() const noexcept;
    /// Drops tokens of its current stage, all of which is processed: it goes on behind the others with `next`
    /// as soon as they are moved.
    void slide(size_t keep, size_t dropped, TokenId next);
    /// The same for what cannot be moved: what is left is a prompt again, and nothing of it is processed.
    void restart(size_t keep, size_t dropped, TokenId next);
    /// Rows that its prompt needs from here on.
    size_t rowsToCome() const noexcept;

    /// Lasts until its tokens change.
    PromptView first(size_t count) const { return PromptView(tokens).first(count); }
    size_t waiting() const noexcept { return tokens.size() - processed; }
    /// The one token that waits was generated: the last of a prompt is a row of a prompt, also alone.
    bool decodes() const noexcept {
        return admitted && !done && waiting() == 1 && processed >= promptTokens && !rebuilds();
    }
    bool processesPrompt() const noexcept { return admitted && !done && waiting() > 0 && !decodes(); }
    /// Whether this one goes before another that wants the same.
    bool before(const Sequence& other) const noexcept {
        if (options.priority != other.options.priority) return options.priority < other.options.priority;
        return arrival < other.arrival;
    }
};

/// All sequences of a scheduler, which stay where they are until they leave it.
using Sequences = std::list<Sequence>;

}  // namespace hearth
