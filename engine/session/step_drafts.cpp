#include "session/step_drafts.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "speculation/draft_text.h"

namespace hearth {

namespace {
/// Layers that guess are trained for one token, and used again for those behind it are soon wrong.
constexpr size_t mostOwnGuesses = 4;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
}  // namespace

void StepDrafts::find(Sequence& sequence, DraftedStep step, const std::stop_token& stop) {
    const SequenceOptions& options = sequence.options;
    sequence.draftSource = DraftSource::Text;
    const size_t positions = std::min<size_t>(m_contextLength, sequence.mostPositions);
    step.most = std::min(step.most, positions - std::min<size_t>(positions, sequence.tokens.size()));
    if (const auto certain = sequence.client->certain(); options.mayDraft && !certain.empty()) {
        const auto end = certain.begin() + static_cast<ptrdiff_t>(std::min(step.most, certain.size()));
        sequence.drafts.assign(certain.begin(), end);
        return;
    }
    AcceptancePolicy* const worth = worthOf(options);
    if (!options.speculate && worth == nullptr) return;
    // The first token is waited for, and comes alone.
    if (sequence.tokens.size() == sequence.promptTokens) return;
    // Nor does it wait for the prompt to be looked through.
    if (!sequence.drafter) sequence.drafter.emplace(sequence.tokens, worth);
    Drafter& drafter = *sequence.drafter;
    size_t count = 0;
    if (options.speculate) {
        // As long as can be, for what is not checked is compared too.
        drafter.propose(Backend::fewRows - 1);
        count = options.draftsEachStep
                    ? std::min({*options.draftsEachStep, step.most, drafter.draft().size()})
                    : draftsWorthChecking(drafter, m_rowCosts, step);
    }
    if (count == 0 && worth != nullptr && step.most > 0) {
        count = askModel(sequence, step, stop);
        sequence.draftSource = DraftSource::Model;
    }
    sequence.drafts.assign(drafter.draft().begin(), drafter.draft().begin() + static_cast<ptrdiff_t>(count));
}

double StepDrafts::expected(const Sequence& sequence) {
    const size_t count = sequence.drafts.size();
    if (count == 0 || !sequence.client->certain().empty()) return static_cast<double>(count);
    return sequence.drafter->expected(count) - 1;
}

size_t StepDrafts::placesToGuess(const Sequence& sequence, size_t most) const noexcept {
    if (m_own == nullptr || !sequence.options.askItself) return 0;
    return std::min(most, mostOwnGuesses);
}

/// Policy of the model that drafts for a sequence; nullptr: none.
AcceptancePolicy* StepDrafts::worthOf(const SequenceOptions& options) const noexcept {
    if (options.askDraftModel && m_model != nullptr) return &m_model->worth();
    return options.askItself && m_own != nullptr ? &m_own->worth() : nullptr;
}

std::optional<StepDrafts::Asked> StepDrafts::asked(Sequence& sequence) {
    if (sequence.options.askDraftModel && m_model != nullptr) {
        if (!sequence.draftSequence) sequence.draftSequence = std::make_unique<DraftSequence>(*m_model);
        return Asked{*sequence.draftSequence, m_model->worth(), m_model->guessSeconds()};
    }
    // Its states come with the first pass that it is in.
    if (!sequence.ownSequence) return std::nullopt;
    sequence.ownSequence->lieIn(
        {.blockTables = sequence.tables, .stateSlot = -1, .residualBlock = sequence.residualBlock},
        PromptView(sequence.tokens).offsetAt(sequence.tokens.size()));
    return Asked{*sequence.ownSequence, m_own->worth(), m_own->guessSeconds()};
}

/// A draft of a model, token by token for as long as it promises to pay; how many to check.
size_t StepDrafts::askModel(Sequence& sequence, DraftedStep step, const std::stop_token& stop) {
    AcceptancePolicy& worth = *worthOf(sequence.options);
    const double single = m_rowCosts.single();
    const std::optional<size_t>& wanted = sequence.options.draftsEachStep;
    // Without a step to compare with nobody could say whether it pays.
    if (!wanted && (single == 0 || !worth.asks())) return 0;
    const auto source = asked(sequence);
    if (!source) return 0;
    TokenDrafter& draft = source->drafter;
    if (sequence.options.askItself) step.most = std::min(step.most, mostOwnGuesses);
    Drafter& drafter = *sequence.drafter;
    const auto start = std::chrono::steady_clock::now();
    // The model's own layer guesses from its states, which know the pictures.
    const bool needsText = sequence.options.askDraftModel && !sequence.tokens.spans.empty();
    auto guess =
        needsText ? draft.follow(draftText(sequence.tokens), stop) : draft.follow(sequence.tokens.ids, stop);
    if (!guess) return 0;
    drafter.propose();
    // The drafter processes a prompt only once: one step must not be charged for that.
    const bool caughtUp = draft.followed() > Backend::fewRows;
    const double following = secondsSince(start);
    const auto spent = [&] { return (secondsSince(start) - (caughtUp ? following : 0)) / single; };
    step.perGuess = wanted ? 0 : source->guessSeconds / single;
    size_t most = wanted ? std::min(*wanted, step.most) : step.most;
    // If not even accepted drafts would pay, two are enough to see if that is still so.
    if (!wanted && !moreWouldPay(drafter, m_rowCosts, step, 1)) most = std::min<size_t>(most, 2);
    for (; guess; guess = draft.resume(stop)) {
        drafter.add(guess->token, guess->probability);
        if (drafter.draft().size() >= most) break;
        if (wanted) continue;
        step.spent = spent();
        if (!moreWouldPay(drafter, m_rowCosts, step, worth.usualChance())) break;
    }
    if (wanted) return std::min(most, drafter.draft().size());
    step.spent = spent();
    // A delay of one draft, by another program or another guest of the machine, says nothing about the next
    // one.
    const double usual = static_cast<double>(drafter.draft().size()) * step.perGuess;
    if (usual > 0) step.spent = std::min(step.spent, 2 * usual);
    return worthChecking(sequence, worth, step);
}

/// Number of a model's drafts to check; also records their cost.
size_t StepDrafts::worthChecking(Sequence& sequence, AcceptancePolicy& worth, const DraftedStep& step) {
    const size_t count = draftsWorthChecking(*sequence.drafter, m_rowCosts, step);
    const double more = m_rowCosts.of(step.rows + count) - m_rowCosts.of(step.rows) + step.spent;
    sequence.draftCost = more * step.tokens / m_rowCosts.of(step.rows);
    if (count == 0) worth.settle(0, sequence.draftCost);
    return count;
}

void StepDrafts::settle(const Sequence& sequence, size_t accepted) {
    if (sequence.draftCost > 0)
        worthOf(sequence.options)->settle(static_cast<double>(accepted), sequence.draftCost);
}

void StepDrafts::clearCache() {
    if (m_model != nullptr) m_model->clearCache();
}

}  // namespace hearth
