#include "session/scheduler.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "hearth/error.h"

namespace hearth {

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t blockPositions = SequenceCache::blockPositions;
/// Long prompts leave a state behind every so many positions: another prompt may share only their beginning.
constexpr size_t checkpointPositions = 512;
/// How often those who would always come last have their turn.
constexpr uint64_t turnOfOthers = 4;
/// Where rounds of decoding take long, a part of a prompt goes on for 1.4 of their time between two of them,
/// so that a stream's gap stays below 2.5 of what it is alone.
constexpr double sliceOfRound = 1.4;

/// Rows of a prompt that are processed together: as many as fit on a card, on a processor fewer the more a
/// row takes, since a person watches the progress.
uint32_t chunkRowsOf(const Model& model) {
    constexpr uint64_t most = 512, least = 128, quickBytes = 600ULL << 20U;
    uint64_t rows = model.limits().rows;
    if (model.backend().info().kind != "cuda") {
        const uint64_t slower = most * quickBytes / std::max(quickBytes, model.decodeBytes());
        rows = std::min(rows, std::max(least, slower / blockPositions * blockPositions));
    }
    return static_cast<uint32_t>(rows);
}

uint32_t decodeRowsOf(const Model& model) {
    return std::min({model.backend().alikeRows(), model.limits().rows, model.limits().logitRows});
}

double elapsedSeconds(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Requests to stop from either of two.
class EitherStop {
public:
    EitherStop(const std::stop_token& a, const std::stop_token& b)
        : m_a(a, [this] { m_source.request_stop(); }), m_b(b, [this] { m_source.request_stop(); }) {}
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::stop_callback<std::function<void()>> m_a, m_b;
};

}  // namespace

Scheduler::Scheduler(Model& model, KvType kvType, uint32_t contextLength, const GroupBlocks& blocks)
    : m_model(model),
      m_contextLength(contextLength),
      m_cache(model, kvType, blocks),
      m_chunkRows(chunkRowsOf(model)),
      m_decodeRows(decodeRowsOf(model)),
      m_sharesPasses(model.backend().alikeRows() >= model.limits().rows) {
}

void Scheduler::add(std::vector<TokenId> prompt, SequenceClient& client, SequenceOptions options) {
    if (prompt.empty()) throw Error(ErrorCode::BadInput, "The prompt is empty; write something first.");
    if (prompt.size() > m_contextLength) {
        throw Error(ErrorCode::ContextFull, "The prompt has " + std::to_string(prompt.size()) +
                                                " tokens and the context only " +
                                                std::to_string(m_contextLength) +
                                                "; shorten it or load the model with a longer context.");
    }
    if (!m_cache.couldHold(prompt.size(), 1)) {
        throw Error(ErrorCode::BadInput,
                    "The prompt has " + std::to_string(prompt.size()) +
                        " tokens, more than the cache of this model holds; shorten it or "
                        "load the model with more memory for the cache.");
    }
    Sequence sequence;
    sequence.client = &client;
    sequence.options = options;
    sequence.arrival = ++m_arrivals;
    sequence.lastChunk = m_chunks;
    sequence.tokens = std::move(prompt);
    sequence.promptTokens = sequence.tokens.size();
    if (m_cache.recurrent()) sequence.options.speculate = sequence.options.askDraftModel = false;
    m_sequences.push_back(std::move(sequence));
    admit();
}

bool Scheduler::fits(const Sequence& sequence) const {
    size_t admitted = 0;
    for (const Sequence& other : m_sequences) admitted += other.admitted ? 1 : 0;
    return admitted == 0 || (admitted < mostAdmitted && m_cache.hasRoomFor(sequence, m_sequences));
}

/// Whether another sequence is about to compute more of this one's beginning than is cached.
bool Scheduler::sharesPromptUnderWay(const Sequence& sequence) const {
    if (!sequence.options.reuse) return false;
    size_t common = 0;
    for (const Sequence& other : m_sequences) {
        if (!other.options.reuse || !other.processesPrompt() || other.tokens.size() != other.promptTokens)
            continue;
        const auto most = static_cast<ptrdiff_t>(std::min(other.promptTokens, sequence.tokens.size() - 1));
        const auto end =
            std::mismatch(other.tokens.begin(), other.tokens.begin() + most, sequence.tokens.begin());
        common = std::max(common, static_cast<size_t>(end.first - other.tokens.begin()));
    }
    // A block or so is computed twice sooner than it is waited for.
    return common >= 2 * blockPositions &&
           common / blockPositions * blockPositions > m_cache.cachedTokens(sequence.tokens) + blockPositions;
}

/// Lets sequences that wait take part, the first in order first; every fourth time it is the one that came
/// first, if there is room for it. Those whose beginning another one is about to compute wait for it.
void Scheduler::admit() {
    for (Sequence& sequence : m_sequences) sequence.passedOver = false;
    for (;;) {
        Sequence *first = nullptr, *oldest = nullptr;
        for (Sequence& sequence : m_sequences) {
            if (sequence.admitted || sequence.done || sequence.passedOver) continue;
            if (first == nullptr || sequence.before(*first)) first = &sequence;
            if (oldest == nullptr || sequence.arrival < oldest->arrival) oldest = &sequence;
        }
        if (first == nullptr) return;
        if (m_admissions % turnOfOthers == turnOfOthers - 1 && fits(*oldest)) first = oldest;
        if (sharesPromptUnderWay(*first)) {
            first->passedOver = true;
        } else if (fits(*first)) {
            if (!letIn(*first)) return;
        } else if (!makePlaceFor(*first)) {
            return;
        }
    }
}

/// False: it found no state, and waits on.
bool Scheduler::letIn(Sequence& sequence) {
    sequence.tables.assign(m_cache.groups(), {});
    if (sequence.options.reuse) m_cache.reusePrefix(sequence);
    if (!m_cache.prepareState(sequence)) {
        m_cache.leave(sequence);
        return false;
    }
    ++m_admissions;
    sequence.admitted = true;
    if (!std::exchange(sequence.begun, true)) sequence.client->started(sequence.processed);
    return true;
}

/// Sends away the last in order that is behind this one. False: there is none.
bool Scheduler::makePlaceFor(const Sequence& sequence) {
    Sequence* last = nullptr;
    for (Sequence& other : m_sequences) {
        if (&other == &sequence || !other.admitted || other.done || other.rowsInPass != 0) continue;
        if (last == nullptr || last->before(other)) last = &other;
    }
    // Who came later is not sent away for who waits: it would take turns with it.
    if (last == nullptr || last->options.priority <= sequence.options.priority) return false;
    suspend(*last);
    return true;
}

/// Takes a sequence out until there is room for it again.
void Scheduler::suspend(Sequence& sequence) {
    m_cache.leave(sequence);
    sequence.admitted = false;
    sequence.drafts.clear();
    sequence.draftSequence.reset();
}

/// Takes their blocks from those that have come to their end within a step. False: they have none.
bool Scheduler::releaseDone() {
    bool released = false;
    for (Sequence& sequence : m_sequences) {
        if (!sequence.done || !sequence.admitted || sequence.rowsInPass != 0) continue;
        m_cache.leave(sequence);
        sequence.admitted = false;
        released = true;
    }
    return released;
}

/// Blocks for the next rows of a sequence; fewer rows where a window has no room for all. False:
/// it must wait, has been sent away, or its end has come.
bool Scheduler::reserveRows(Sequence& sequence, size_t& rows) {
    while (!m_cache.reserve(sequence, sequence.processed + rows + sequence.drafts.size())) {
        if (!sequence.drafts.empty()) {
            sequence.drafts.clear();
            continue;
        }
        if (releaseDone()) continue;
        Sequence* last = nullptr;
        for (Sequence& other : m_sequences) {
            if (!other.admitted || other.done || other.rowsInPass != 0) continue;
            if (last == nullptr || last->before(other)) last = &other;
        }
        if (last != nullptr && last != &sequence) {
            suspend(*last);
            continue;
        }
        const bool alone = std::none_of(m_sequences.begin(), m_sequences.end(), [&](const Sequence& other) {
            return &other != &sequence && other.admitted && !other.done;
        });
        if (!alone) {
            suspend(sequence);
            return false;
        }
        if (m_cache.groups() == 1 || rows == 1) {
            sequence.client->full();
            sequence.done = true;
            return false;
        }
        rows = (rows + 1) / 2;
    }
    return true;
}

bool Scheduler::addRows(Sequence& sequence, size_t rows, Pass& pass) {
    if (!reserveRows(sequence, rows)) return false;
    Batch& batch = pass.batch;
    const auto index = static_cast<uint32_t>(batch.sequences.size());
    batch.sequences.push_back({.blockTables = sequence.tables, .stateSlot = sequence.stateSlot});
    for (size_t i = 0; i < rows; ++i) {
        const size_t at = sequence.processed + i;
        batch.rows.push_back({.sequence = index,
                              .position = static_cast<int32_t>(at),
                              .token = sequence.tokens[at],
                              .wantLogits = at + 1 == sequence.tokens.size()});
    }
    for (const TokenId draft : sequence.drafts) {
        const int32_t position = batch.rows.back().position + 1;
        batch.rows.push_back({.sequence = index, .position = position, .token = draft, .wantLogits = true});
    }
    if (batch.rows.back().wantLogits) pass.logitRows += 1 + sequence.drafts.size();
    sequence.rowsInPass = rows;
    pass.members.push_back(&sequence);
    return true;
}

/// The sequences that decode in this step, in order.
std::vector<Sequence*> Scheduler::decoding() {
    std::vector<Sequence*> ready;
    for (Sequence& sequence : m_sequences)
        if (sequence.decodes() && sequence.rowsInPass == 0) ready.push_back(&sequence);
    std::sort(ready.begin(), ready.end(), [](const Sequence* a, const Sequence* b) { return a->before(*b); });
    const bool onlyForeground = !ready.empty() && ready.front()->options.priority != Priority::Background &&
                                m_steps % turnOfOthers != 0;
    if (onlyForeground)
        std::erase_if(ready, [](const Sequence* s) { return s->options.priority == Priority::Background; });
    return ready;
}

/// Puts as many of them into a pass as fit, each with its drafts; how many.
size_t Scheduler::fillDecoding(std::span<Sequence* const> ready, Pass& pass, const std::stop_token& stop) {
    const bool prompts = std::any_of(m_sequences.begin(), m_sequences.end(),
                                     [](const Sequence& sequence) { return sequence.processesPrompt(); });
    const size_t fewRows = std::min(Backend::fewRows, m_decodeRows);
    size_t taken = 0;
    auto tokens = static_cast<double>(ready.size());
    for (Sequence* sequence : ready) {
        if (pass.batch.rows.size() >= m_decodeRows) break;
        ++taken;
        // Those before may have sent it away, or it begins from the start after a pass that was stopped.
        if (!sequence->decodes() || !m_cache.prepareState(*sequence) || !sequence->decodes()) continue;
        sequence->drafts.clear();
        sequence->draftCost = 0;
        const size_t rows = pass.batch.rows.size() + ready.size() - taken + 1;
        if (!prompts)
            findDrafts(*sequence, {.rows = rows, .tokens = tokens, .most = fewRows - std::min(fewRows, rows)},
                       stop);
        (void)addRows(*sequence, 1, pass);
        if (!sequence->drafts.empty()) tokens += sequence->drafter->expected(sequence->drafts.size()) - 1;
    }
    return taken;
}

/// A token for each sequence that decodes; false when none does.
bool Scheduler::decode(const std::stop_token& stop) {
    const std::vector<Sequence*> ready = decoding();
    if (ready.empty()) return false;
    const auto start = Clock::now();
    for (std::span<Sequence* const> left = ready; !left.empty() && !stop.stop_requested();) {
        Pass pass;
        left = left.subspan(fillDecoding(left, pass, stop));
        pass.batch.kind = RowKind::Reply;
        run(pass, m_model.decodePass(), stop, {});
    }
    m_decodeSeconds = elapsedSeconds(start);
    m_decoded = Clock::now();
    return true;
}

/// Called between the operations of a part of a prompt: whether others made tokens meanwhile.
bool Scheduler::decodeMeanwhile(const std::stop_token& stop) {
    const double slice = std::max(m_leastSlice, sliceOfRound * m_decodeSeconds);
    if (m_leastSlice > 0 && elapsedSeconds(m_decoded) < slice) return false;
    ++m_steps;
    endStopped();
    return decode(stop);
}

/// Whose prompt goes on: the first in order, every fourth time who waited longest.
Sequence* Scheduler::nextPrompt() {
    const bool longest = m_chunks % turnOfOthers == turnOfOthers - 1;
    Sequence* next = nullptr;
    for (Sequence& sequence : m_sequences) {
        if (!sequence.processesPrompt() || sequence.rowsInPass != 0) continue;
        const bool better = next == nullptr || (longest && sequence.lastChunk != next->lastChunk
                                                    ? sequence.lastChunk < next->lastChunk
                                                    : sequence.before(*next));
        if (better) next = &sequence;
    }
    return next;
}

/// How many rows of a prompt go into a pass: to the next place where a state is wanted, at whole multiples
/// and at the last block border, from where the same prompt can be answered again. A reply that was lost goes
/// through passes that decode.
size_t Scheduler::chunkRows(const Sequence& sequence, size_t most) const {
    if (sequence.processed >= sequence.promptTokens)
        return std::min<size_t>({most, m_decodeRows, sequence.waiting() - 1});
    size_t rows = std::min(most, sequence.promptTokens - sequence.processed);
    // The parts that it had before.
    for (const size_t start : sequence.chunkStarts)
        if (start > sequence.processed) rows = std::min(rows, start - sequence.processed);
    if (!m_cache.recurrent() || !sequence.options.reuse) return rows;
    const size_t last = (sequence.promptTokens - 1) / blockPositions * blockPositions;
    const size_t next = std::min(last, (sequence.processed / checkpointPositions + 1) * checkpointPositions);
    return sequence.processed < next ? std::min(rows, next - sequence.processed) : rows;
}

/// A part of one prompt.
void Scheduler::processPrompt(const std::stop_token& stop) {
    Sequence* sequence = nextPrompt();
    if (sequence == nullptr) return;
    // After a pass that was stopped it may begin from the start.
    (void)m_cache.prepareState(*sequence);
    Pass pass;
    pass.decodes = false;
    const bool lost = sequence->processed >= sequence->promptTokens;
    if (!addRows(*sequence, chunkRows(*sequence, m_chunkRows), pass)) return;
    sequence->lastChunk = ++m_chunks;
    const EitherStop either(stop, sequence->client->stopToken());
    if (lost) {
        pass.batch.kind = RowKind::Reply;
        run(pass, m_model.decodePass(), either.token(), {});
        return;
    }
    run(pass, m_model.pass(), either.token(), [&] {
        m_pausing = true;
        const bool decoded = decodeMeanwhile(stop);
        m_pausing = false;
        return decoded;
    });
}

/// Everybody in one pass, where rows are alike in any number.
void Scheduler::processTogether(const std::stop_token& stop) {
    Pass pass;
    const std::vector<Sequence*> ready = decoding();
    (void)fillDecoding(ready, pass, stop);
    const BatchLimits& limits = m_model.limits();
    size_t left = std::min<size_t>(m_chunkRows, limits.rows - pass.batch.rows.size());
    while (left > 0 && pass.logitRows < limits.logitRows) {
        Sequence* sequence = nextPrompt();
        if (sequence == nullptr) break;
        (void)m_cache.prepareState(*sequence);
        if (!addRows(*sequence, chunkRows(*sequence, left), pass)) break;
        sequence->lastChunk = ++m_chunks;
        pass.decodes = false;
        left -= sequence->rowsInPass;
    }
    run(pass, m_model.pass(), stop, {});
}

void Scheduler::step(const std::stop_token& stop) {
    ++m_steps;
    endStopped();
    admit();
    answerKept();
    if (m_sharesPasses) {
        processTogether(stop);
    } else {
        (void)decode(stop);
        if (!stop.stop_requested()) processPrompt(stop);
    }
    dropDone();
}

void Scheduler::run(Pass& pass, ForwardPass& model, const std::stop_token& stop,
                    const ForwardPass::Pause& pause) {
    if (pass.members.empty()) return;
    const auto start = Clock::now();
    for (Sequence* sequence : pass.members) sequence->stateValid = false;
    try {
        model.compute(pass.batch, m_cache.kv(), m_cache.states(), stop, pause);
        const std::vector<StepLogits::Row> rows = answering(pass);
        StepLogits logits(model, m_model.config().vocabSize, rows);
        if (pass.decodes && !m_pausing) m_rowCosts.note(rows.size(), elapsedSeconds(start));
        deliver(pass, logits);
    } catch (const Error& error) {
        m_pausing = false;
        for (Sequence* sequence : pass.members) {
            sequence->rowsInPass = 0;
            sequence->drafts.clear();
        }
        if (error.code() != ErrorCode::Cancelled) throw;
    }
}

/// Who gets a row of logits from a pass, in the order of the rows.
std::vector<StepLogits::Row> Scheduler::answering(const Pass& pass) {
    std::vector<StepLogits::Row> rows;
    for (Sequence* sequence : pass.members) {
        if (sequence->rowsInPass != sequence->waiting()) continue;
        for (size_t i = 0; i <= sequence->drafts.size(); ++i)
            rows.push_back({sequence->client, std::span(sequence->drafts).first(i)});
    }
    return rows;
}

void Scheduler::deliver(Pass& pass, StepLogits& logits) {
    size_t row = 0;
    for (Sequence* sequence : pass.members) {
        if (sequence->processed < sequence->promptTokens &&
            !std::binary_search(sequence->chunkStarts.begin(), sequence->chunkStarts.end(),
                                sequence->processed))
            sequence->chunkStarts.insert(std::upper_bound(sequence->chunkStarts.begin(),
                                                          sequence->chunkStarts.end(), sequence->processed),
                                         sequence->processed);
        sequence->processed += std::exchange(sequence->rowsInPass, 0);
        sequence->stateValid = true;
        m_cache.leaveWindows(*sequence);
        // Parts that were lost were told of before.
        if (sequence->processed <= sequence->promptTokens &&
            sequence->tokens.size() == sequence->promptTokens)
            sequence->client->promptProcessed(sequence->processed, sequence->promptTokens);
        if (sequence->processed < sequence->tokens.size()) {
            const size_t last = (sequence->promptTokens - 1) / blockPositions * blockPositions;
            if (sequence->processed == last || sequence->processed % checkpointPositions == 0)
                m_cache.keepState(*sequence);
            continue;
        }
        if (sequence->processed == sequence->promptTokens && sequence->options.reuse) {
            // Whole blocks of the prompt never change again: others may share them from now on.
            m_cache.remember(*sequence, sequence->processed / blockPositions * blockPositions);
            m_cache.keepLogits(*sequence, logits.whole(row));
        }
        const size_t rows = 1 + sequence->drafts.size();
        takeTokens(*sequence, logits, row);
        row += rows;
    }
}

/// Gives kept logits to those whose prompt needs no row; from then on they decode.
void Scheduler::answerKept() {
    for (Sequence& sequence : m_sequences) {
        const KeptLogits::Logits kept = std::exchange(sequence.answer, nullptr);
        if (kept == nullptr || sequence.done) continue;
        StepLogits logits(*kept);
        sequence.client->promptProcessed(sequence.processed, sequence.promptTokens);
        takeTokens(sequence, logits, 0);
    }
}

/// Lets the client draw from the sequence's rows, `row` and those of its drafts, for as long as the drafts
/// are what it draws. Each draw sees the same logits, penalties and random numbers as in a pass of its own,
/// so the text is the same to the letter: a stricter rule than accepting with the ratio of two chances
/// (Leviathan et al. 2023), which keeps only the distribution.
void Scheduler::takeTokens(Sequence& sequence, StepLogits& logits, size_t row) {
    size_t accepted = 0;
    for (;; ++accepted) {
        const auto token = logits.next(row + accepted, *sequence.client);
        if (!token) {
            sequence.done = true;
            break;
        }
        if (sequence.tokens.size() >= m_contextLength) {
            sequence.client->full();
            sequence.done = true;
            break;
        }
        sequence.tokens.push_back(*token);
        if (sequence.drafter) sequence.drafter->take(*token);
        const bool right = accepted < sequence.drafts.size() && sequence.drafts[accepted] == *token;
        if (!right || sequence.client->stopped()) break;
        // The keys and values of the token are there already.
        ++sequence.processed;
    }
    if (sequence.drafts.empty()) return;
    if (sequence.draftCost > 0)
        m_draftModel->worth().settle(static_cast<double>(accepted), sequence.draftCost);
    sequence.client->draftsChecked(sequence.drafts.size(), accepted);
    sequence.drafts.clear();
    m_cache.dropRejected(sequence);
    m_cache.leaveWindows(sequence);
}

void Scheduler::endStopped() {
    for (Sequence& sequence : m_sequences) sequence.done = sequence.done || sequence.client->stopped();
}

/// Lets go of those that have come to their end. Not within a part of a prompt.
void Scheduler::dropDone() {
    for (auto it = m_sequences.begin(); it != m_sequences.end();) {
        if (!it->done) {
            ++it;
            continue;
        }
        m_cache.leave(*it);
        SequenceClient* client = it->client;
        it = m_sequences.erase(it);
        client->ended();
    }
}

void Scheduler::remove(const SequenceClient& client) {
    for (Sequence& sequence : m_sequences) sequence.done = sequence.done || sequence.client == &client;
    dropDone();
}

void Scheduler::setPriority(const SequenceClient& client, Priority priority) {
    for (Sequence& sequence : m_sequences)
        if (sequence.client == &client) sequence.options.priority = priority;
}

bool Scheduler::isAdmitted(const SequenceClient& client) const noexcept {
    return std::any_of(m_sequences.begin(), m_sequences.end(), [&](const Sequence& sequence) {
        return sequence.client == &client && sequence.admitted;
    });
}

void Scheduler::clearCache() {
    m_cache.clear();
    if (m_draftModel != nullptr) m_draftModel->clearCache();
}

}  // namespace hearth
