#include "session/scheduler.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "hearth/error.h"
#include "session/memory_plan.h"

namespace hearth {

namespace {
constexpr uint32_t blockPositions = KvStore::blockPositions;
/// Long prompts leave a state behind every so many positions: another prompt may share only their beginning.
constexpr size_t checkpointPositions = 512;

/// Rows of a prompt that are processed together: as many as fit on a card, on a processor fewer the more a
/// row takes, since a person watches the progress. By model and backend alone: where a prompt is cut changes
/// the last bits of what follows, and how fast the machine is just now may not.
uint32_t chunkRowsOf(const Model& model) {
    constexpr uint64_t most = 512, least = 128, quickBytes = 600ULL << 20U;
    uint64_t rows = model.limits().rows;
    if (model.backend().info().kind != "cuda") {
        const uint64_t slower = most * quickBytes / std::max(quickBytes, model.decodeBytes());
        rows = std::min(rows, std::max(least, slower / blockPositions * blockPositions));
    }
    return static_cast<uint32_t>(rows);
}

std::vector<BlockPool> makePools(const GroupBlocks& blocks, size_t groups) {
    std::vector<BlockPool> pools;
    for (size_t group = 0; group < groups; ++group) pools.emplace_back(blocks[group]);
    return pools;
}

std::vector<CacheGroup> groupsOf(std::vector<BlockPool>& pools, const std::vector<uint32_t>& windows) {
    std::vector<CacheGroup> groups;
    for (size_t i = 0; i < pools.size(); ++i) groups.push_back({&pools[i], windows[i]});
    return groups;
}

}  // namespace

Scheduler::Scheduler(Model& model, KvType kvType, uint32_t contextLength, const GroupBlocks& blocks)
    : m_model(model),
      m_contextLength(contextLength),
      m_kv(model.makeKvStore(kvType, blocks)),
      m_windows(model.kvWindows()),
      m_pools(makePools(blocks, m_windows.size())),
      m_tree(groupsOf(m_pools, m_windows), blockPositions),
      m_states(model.makeStateStore(stateSlotCount(model.config()))),
      m_slots(m_states != nullptr ? m_states->slotCount : 0),
      m_chunkRows(chunkRowsOf(model)) {
}

size_t Scheduler::add(std::vector<TokenId> prompt, SequenceClient& client, SequenceOptions options) {
    if (prompt.empty()) throw Error(ErrorCode::BadInput, "The prompt is empty; write something first.");
    if (prompt.size() > m_contextLength) {
        throw Error(ErrorCode::BadInput, "The prompt has " + std::to_string(prompt.size()) +
                                             " tokens and the context only " +
                                             std::to_string(m_contextLength) +
                                             "; shorten it or load the model with a longer context.");
    }
    Sequence sequence;
    sequence.client = &client;
    sequence.options = options;
    sequence.tokens = std::move(prompt);
    sequence.tables.resize(m_windows.size());
    sequence.promptTokens = sequence.tokens.size();
    if (m_states != nullptr || options.recomputeEachToken)
        sequence.options.speculate = sequence.options.askDraftModel = false;
    if (options.reuse) reusePrefix(sequence);
    const size_t reused = sequence.processed;
    m_sequences.push_back(std::move(sequence));
    return reused;
}

/// Takes over what is cached of a new sequence's tokens. The last token is processed, for its logits are
/// wanted, unless they are kept. Recurrent layers can only go on from a checkpoint, and only with all keys
/// and values up to there.
void Scheduler::reusePrefix(Sequence& sequence) {
    const std::span<const TokenId> tokens = std::span(sequence.tokens).first(sequence.tokens.size() - 1);
    if (m_states == nullptr) {
        const KeptLogits::Logits kept = m_keptLogits.use(sequence.tokens);
        const bool all = reuseBlocks(sequence, kept != nullptr ? sequence.tokens.size() : tokens.size());
        if (all) sequence.answer = kept;
        return;
    }
    const size_t cached = m_tree.matchLength(tokens);
    const StateSlots::Checkpoint found = m_slots.use(tokens.first(cached));
    if (found.slot < 0) return;
    const int32_t slot = m_slots.take();
    if (slot < 0 || !reuseBlocks(sequence, found.tokens)) {
        m_slots.release(slot);
        releaseBlocks(sequence);
        return;
    }
    // The checkpoint itself may have been what gave way.
    if (slot != found.slot) m_model.backend().copyState(*m_states, found.slot, slot);
    sequence.stateSlot = slot;
    sequence.stateValid = true;
}

/// Shares cached blocks of the first so many tokens; true when all of them are there.
bool Scheduler::reuseBlocks(Sequence& sequence, size_t tokens) {
    PrefixMatch found = m_tree.match(std::span(sequence.tokens).first(tokens));
    sequence.tables = std::move(found.blocks);
    sequence.processed = found.tokens - found.partialPositions;
    const bool whole = found.partialPositions == 0 || reserve(sequence, found.tokens);
    for (uint32_t group = 0; group < found.partialBlocks.size(); ++group) {
        if (whole)
            m_model.backend().copyBlock(*m_kv, group, found.partialBlocks[group],
                                        sequence.tables[group].back(), found.partialPositions);
        m_pools[group].release(found.partialBlocks[group]);
    }
    if (whole) sequence.processed = found.tokens;
    return sequence.processed == tokens;
}

void Scheduler::releaseBlocks(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        for (const int32_t block : sequence.tables[group]) m_pools[group].release(block);
        sequence.tables[group].clear();
    }
    sequence.processed = 0;
}

/// Gives up the blocks that no later row reads: they stay with the cached prefixes for as long as there is
/// room.
void Scheduler::leaveWindows(Sequence& sequence) {
    bool remembered = !sequence.options.reuse;
    for (size_t group = 1; group < m_windows.size(); ++group) {
        const CacheGroup own{&m_pools[group], m_windows[group]};
        std::vector<int32_t>& table = sequence.tables[group];
        for (size_t i = own.firstBlock(sequence.processed, blockPositions); i-- > 0 && table[i] >= 0;) {
            if (!remembered) remember(sequence, sequence.processed / blockPositions * blockPositions);
            remembered = true;
            own.pool->release(table[i]);
            table[i] = -1;
        }
    }
}

/// Leaves the blocks of the first so many tokens behind for others. The same prompt may be answered again.
void Scheduler::remember(const Sequence& sequence, size_t tokens) {
    m_tree.insert(std::span(sequence.tokens).first(tokens), sequence.tables, sequence.promptTokens - 1);
}

/// A block for a sequence, giving up cached prefixes that nobody uses; -1: there is none.
int32_t Scheduler::takeBlock(size_t group) {
    int32_t block = m_pools[group].take();
    while (block < 0) {
        const bool given =
            group == 0 ? m_tree.evictOne() : m_tree.thin(group, false) > 0 || m_tree.thin(group, true) > 0;
        if (!given) return -1;
        block = m_pools[group].take();
    }
    return block;
}

/// Gives a sequence the state that its next rows go on from; false when it must wait for a slot.
bool Scheduler::prepareState(Sequence& sequence) {
    if (m_states == nullptr) return true;
    if (sequence.stateSlot < 0) {
        sequence.stateSlot = m_slots.take();
        if (sequence.stateSlot < 0) return false;
        sequence.stateValid = false;
    }
    if (sequence.stateValid) return true;
    // From the start, in blocks that nobody shares: a block that others hold is never written again.
    releaseBlocks(sequence);
    m_model.backend().resetState(*m_states, sequence.stateSlot);
    sequence.stateValid = true;
    return true;
}

/// Leaves a copy of the sequence's state behind, if there is a slot for it.
void Scheduler::keepState(Sequence& sequence) {
    if (m_states == nullptr || !sequence.options.reuse || !sequence.stateValid) return;
    const int32_t slot = m_slots.take();
    if (slot < 0) return;
    m_model.backend().copyState(*m_states, sequence.stateSlot, slot);
    m_slots.keep(std::span(sequence.tokens).first(sequence.processed), slot);
}

/// How many of the rows go into a step, so that it ends where a checkpoint is wanted: at whole multiples, and
/// at the last block border of the prompt, from where the same prompt can be answered again.
size_t Scheduler::rowsToCheckpoint(const Sequence& sequence, size_t rows) const {
    if (m_states == nullptr || !sequence.options.reuse) return rows;
    const size_t last = (sequence.promptTokens - 1) / blockPositions * blockPositions;
    const size_t next = std::min(last, (sequence.processed / checkpointPositions + 1) * checkpointPositions);
    return sequence.processed < next ? std::min(rows, next - sequence.processed) : rows;
}

/// Makes sure that the sequence has blocks for so many positions in every group.
bool Scheduler::reserve(Sequence& sequence, size_t positions) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        while (sequence.tables[group].size() * blockPositions < positions) {
            const int32_t block = takeBlock(group);
            if (block < 0) return false;
            sequence.tables[group].push_back(block);
        }
    }
    return true;
}

void Scheduler::addRows(Sequence& sequence, size_t rows, Batch& batch) {
    if (!prepareState(sequence)) return;
    rows = std::min(rows, sequence.tokens.size() - sequence.processed);
    // Room for a window may be too little for a whole chunk beside other sequences, but fewer rows get along.
    while (!reserve(sequence, sequence.processed + rows + sequence.drafts.size())) {
        if (!sequence.drafts.empty()) {
            sequence.drafts.clear();
            continue;
        }
        if (m_windows.size() == 1 || rows == 1) {
            sequence.client->full();
            sequence.done = true;
            return;
        }
        rows = (rows + 1) / 2;
    }
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
    sequence.rowsInStep = rows;
}

void Scheduler::collect(Batch& batch, const std::stop_token& stop) {
    const auto waiting = [](const Sequence& sequence) { return sequence.tokens.size() - sequence.processed; };
    size_t decoding = 0, prompts = 0;
    for (Sequence& sequence : m_sequences) {
        sequence.rowsInStep = 0;
        sequence.drafts.clear();
        sequence.draftCost = 0;
        if (!sequence.done) ++(waiting(sequence) == 1 ? decoding : prompts);
    }
    const BatchLimits& limits = m_model.limits();
    const size_t fewRows = std::min({Backend::fewRows, limits.rows, limits.logitRows});
    size_t logitRows = 0;
    double tokens = static_cast<double>(decoding);
    for (Sequence& sequence : m_sequences) {  // those that decode
        if (sequence.done || waiting(sequence) != 1 || batch.rows.size() >= limits.rows ||
            logitRows >= limits.logitRows)
            continue;
        const size_t rows = batch.rows.size() + decoding;
        if (prompts == 0)
            findDrafts(sequence,
                       {.rows = rows, .tokens = tokens, .most = fewRows - std::min<size_t>(fewRows, rows)},
                       stop);
        addRows(sequence, 1, batch);
        logitRows += 1 + sequence.drafts.size();
        if (!sequence.drafts.empty()) tokens += sequence.drafter->expected(sequence.drafts.size()) - 1;
        --decoding;
    }
    size_t left = std::min<size_t>(m_chunkRows, m_model.limits().rows - batch.rows.size());
    for (Sequence& sequence : m_sequences) {  // prompts, first come first served
        if (sequence.done || waiting(sequence) < 2 || left == 0 || logitRows >= m_model.limits().logitRows)
            continue;
        const size_t rows = rowsToCheckpoint(sequence, std::min(left, waiting(sequence)));
        addRows(sequence, rows, batch);
        left -= sequence.rowsInStep;
        ++logitRows;
    }
}

/// Gives kept logits to those whose prompt needs no row; from then on they decode.
void Scheduler::answerKept() {
    for (Sequence& sequence : m_sequences) {
        const KeptLogits::Logits kept = std::exchange(sequence.answer, nullptr);
        if (kept == nullptr || sequence.done) continue;
        StepLogits logits(m_model, *kept);
        sequence.client->promptProcessed(sequence.processed, sequence.promptTokens);
        takeTokens(sequence, logits, 0);
    }
}

void Scheduler::step(const std::stop_token& stop) {
    for (Sequence& sequence : m_sequences) sequence.done = sequence.done || sequence.client->stopped();
    answerKept();
    Batch batch;
    collect(batch, stop);
    if (!batch.rows.empty()) {
        try {
            const auto start = std::chrono::steady_clock::now();
            for (Sequence& sequence : m_sequences) {
                if (sequence.rowsInStep != 0) sequence.stateValid = false;
            }
            m_model.compute(batch, *m_kv, m_states.get(), stop);
            const std::vector<StepLogits::Row> rows = answering();
            StepLogits logits(m_model, rows);
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (rows.size() == batch.rows.size()) m_rowCosts.note(rows.size(), seconds);
            deliver(logits);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Cancelled) throw;
        }
    }
    for (auto it = m_sequences.begin(); it != m_sequences.end();) {
        if (it->done) finish(*it);
        it = it->done ? m_sequences.erase(it) : std::next(it);
    }
}

/// Who gets a row of logits from this step, in the order of the rows: collect() took decoding sequences first
/// and prompts second.
std::vector<StepLogits::Row> Scheduler::answering() const {
    std::vector<StepLogits::Row> rows;
    for (const bool decoding : {true, false}) {
        for (const Sequence& sequence : m_sequences) {
            const size_t waiting = sequence.tokens.size() - sequence.processed;
            if (sequence.rowsInStep == 0 || sequence.rowsInStep != waiting || (waiting == 1) != decoding)
                continue;
            for (size_t i = 0; i <= sequence.drafts.size(); ++i)
                rows.push_back({sequence.client, std::span(sequence.drafts).first(i)});
        }
    }
    return rows;
}

void Scheduler::deliver(StepLogits& logits) {
    size_t row = 0;
    // In the order of answering().
    for (const bool decoding : {true, false}) {
        for (Sequence& sequence : m_sequences) {
            const bool decodes = sequence.tokens.size() - sequence.processed == 1;
            if (sequence.rowsInStep == 0 || decodes != decoding) continue;
            sequence.processed += sequence.rowsInStep;
            sequence.rowsInStep = 0;
            sequence.stateValid = true;
            leaveWindows(sequence);
            if (sequence.processed <= sequence.promptTokens && !sequence.options.recomputeEachToken) {
                sequence.client->promptProcessed(sequence.processed, sequence.promptTokens);
            }
            if (sequence.processed < sequence.tokens.size()) {
                const size_t last = (sequence.promptTokens - 1) / blockPositions * blockPositions;
                if (sequence.processed == last || sequence.processed % checkpointPositions == 0)
                    keepState(sequence);
                continue;
            }
            if (sequence.processed == sequence.promptTokens && sequence.options.reuse) {
                // Whole blocks of the prompt never change again: others may share them from now on.
                remember(sequence, sequence.processed / blockPositions * blockPositions);
                if (m_states == nullptr) m_keptLogits.keep(sequence.tokens, logits.whole(row));
            }
            takeTokens(sequence, logits, row);
            row += 1 + sequence.drafts.size();
        }
    }
}

void Scheduler::finish(Sequence& sequence) {
    if (sequence.options.reuse) remember(sequence, sequence.processed);
    if (m_states != nullptr && sequence.options.reuse && sequence.stateValid && sequence.processed > 0) {
        m_slots.keep(std::span(sequence.tokens).first(sequence.processed), sequence.stateSlot);
    } else {
        m_slots.release(sequence.stateSlot);
    }
    sequence.stateSlot = -1;
    releaseBlocks(sequence);
}

void Scheduler::remove(const SequenceClient& client) {
    for (auto it = m_sequences.begin(); it != m_sequences.end();) {
        if (it->client == &client) finish(*it);
        it = it->client == &client ? m_sequences.erase(it) : std::next(it);
    }
}

size_t Scheduler::cachedTokens(std::span<const TokenId> prompt) const {
    if (prompt.empty()) return 0;
    if (m_keptLogits.contains(prompt) && m_tree.matchLength(prompt) == prompt.size()) return prompt.size();
    const size_t length = m_tree.matchLength(prompt.first(prompt.size() - 1));
    return m_states == nullptr ? length : m_slots.find(prompt.first(length)).tokens;
}

}  // namespace hearth
