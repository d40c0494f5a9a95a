#include "session/loaded_probe.h"

#include <algorithm>
#include <string>
#include <utility>

#include "placement/kv_blocks.h"
#include "session/scheduled_pass.h"
#include "session/sequence.h"
#include "session/session_errors.h"
#include "vision/picture_grids.h"

namespace hearth {

void LoadedProbe::readAttention(AttentionQuestion question, AttentionListener& listener) {
    const auto unknown = [most = m_parts.model.config().vocabSize](TokenId token) {
        return token < 0 || std::cmp_greater_equal(token, most);
    };
    if (std::ranges::any_of(question.tokens, unknown)) throw Error(errors::otherVocabulary);
    m_parts.cache.makeReady();
    std::shared_ptr<PictureRows> pictures;
    std::vector<PictureGrid> grids;
    if (!question.spans.empty()) {
        if (m_parts.vision == nullptr) throw Error(errors::cannotSee);
        pictures =
            m_parts.vision->rowsFor(question.files, question.pictures, question.spans, question.tenant);
        grids = promptGrids(m_parts.vision->processing(), question.files, question.pictures, question.spans);
    }
    m_readings.add(std::move(question), listener, m_parts.scheduler, std::move(pictures), std::move(grids));
}

void LoadedProbe::readLogits(const LogitQuestion& question, const LogitListener& each, std::stop_token stop) {
    const std::span<const TokenId> tokens = question.tokens;
    if (tokens.empty())
        throw Error(ErrorCode::BadInput, "There are no tokens to compute logits for; give at least one.");
    if (tokens.size() > m_contextLength) {
        throw Error(ErrorCode::BadInput,
                    "There are " + std::to_string(tokens.size()) + " tokens and the context has only " +
                        std::to_string(m_contextLength) +
                        " positions; give fewer or load the model with a longer context.");
    }
    Model& model = m_parts.model;
    const auto blocks = static_cast<uint32_t>((tokens.size() + PagedKvCache::blockPositions - 1) /
                                              PagedKvCache::blockPositions);
    const size_t rows = question.lastOnly ? model.limits().rows : model.limits().logitRows;
    // Nobody goes on from here: in layers with a window, blocks that it has left are used again.
    std::vector<uint32_t> needed;
    for (const uint32_t window : model.kvWindows())
        needed.push_back(window == 0 ? blocks
                                     : std::min(blocks, windowBlocks(window, static_cast<uint32_t>(rows))));
    const auto kv =
        model.makePagedKvCache(question.kvTypes.value_or(m_parts.scheduler.kv().types), GroupBlocks(needed));
    kv->commitAll();
    const auto states = model.makeStateStore(1);
    if (states != nullptr) states->reset(0);
    Sequence sequence;
    sequence.tokens = PromptTokens({tokens.begin(), tokens.end()});
    sequence.promptTokens = tokens.size();
    sequence.stateSlot = 0;
    sequence.residualBlock = 0;
    for (const uint32_t count : needed) {
        std::vector<int32_t>& table = sequence.tables.emplace_back();
        for (uint32_t i = 0; i < blocks; ++i) table.push_back(static_cast<int32_t>(i % count));
    }
    std::shared_ptr<PictureRows> pictures;
    if (question.request != nullptr && question.request->prompt && !question.request->prompt->spans.empty()) {
        if (m_parts.vision == nullptr) throw Error(errors::cannotSee);
        const Prompt& prompt = *question.request->prompt;
        sequence.tokens.spans = prompt.spans;
        pictures = m_parts.vision->rowsFor(picturesOf(*question.request), prompt.pictures, prompt.spans,
                                           question.request->tenant);
    }
    const PromptView view(sequence.tokens);
    while (sequence.processed < tokens.size()) {
        const size_t first = sequence.processed;
        size_t end = std::min(first + rows, tokens.size());
        // Rows that see each other are of one pass, which may give logits of some of its rows alone.
        if (const auto unit = view.unitDividedAt(end))
            end = std::cmp_greater(unit->first, first) ? static_cast<size_t>(unit->first)
                                                       : static_cast<size_t>(unit->end());
        if (end - first > model.limits().rows)
            throw Error(errors::spanTooLong, {end - first, model.limits().rows});
        while (pictures != nullptr &&
               !sequence.given.prepare(view.subspan(first, end - first), *pictures, stop)) {
        }
        ScheduledPass pass(RowKind::Prefill);
        pass.add(sequence, end - first);
        Batch batch = pass.batch();
        const size_t together = question.lastOnly ? end - first : model.limits().logitRows;
        for (size_t from = 0; from < end - first; from += together) {
            for (size_t i = 0; i < batch.rows.size(); ++i)
                batch.rows[i].wantLogits =
                    question.lastOnly ? first + i + 1 == tokens.size() : i >= from && i < from + together;
            const std::vector<float> part =
                model.forward(batch, *kv, states.get(), stop, ForwardPass::sharing(question.processor));
            if (!part.empty()) each(question.lastOnly ? tokens.size() - 1 : first + from, part);
        }
        sequence.processed = end;
        sequence.given.keepDivided(view, end);
    }
}

}  // namespace hearth
