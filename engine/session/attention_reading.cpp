#include "session/attention_reading.h"

#include <utility>

#include "session/context_shifts.h"
#include "session/scheduler.h"
#include "session/session_errors.h"
#include "vision/picture_grids.h"

namespace hearth {

AttentionReading::AttentionReading(AttentionQuestion question, AttentionListener& listener,
                                   std::vector<PictureGrid> grids)
    : m_question(std::move(question)), m_listener(listener), m_grids(std::move(grids)) {
    if (m_question.tokens.empty()) throw Error(errors::emptyPrompt);
    m_question.cuts = validShifts(m_question.cuts, prompt().size(), m_question.spans);
}

PromptTokens AttentionReading::prompt() const {
    const PromptView tokens(m_question.tokens, m_question.spans);
    return PromptTokens(tokens.first(tokens.size() - (isAlone() ? 0 : 1)));
}

SequenceOptions AttentionReading::options() {
    SequenceOptions options;
    options.mayDraft = false;
    options.tenant = m_question.tenant;
    options.cuts = m_question.cuts;
    options.look = {.answers = isAlone() ? size_t{0} : size_t{1}, .layers = &m_layers};
    return options;
}

std::optional<TokenId> AttentionReading::next(std::span<const float>) {
    // The model's own prediction does not matter: the token is known.
    if (!isAlone() && !std::exchange(m_answered, true)) return m_question.tokens.back();
    m_done = true;
    return std::nullopt;
}

void AttentionReading::full() {
    m_problem = Error(errors::noRoomToLook);
}

void AttentionReading::outOfMemory() {
    m_problem = Error(errors::noMemoryForReplies);
}

void AttentionReading::failed(const Error& error) {
    m_problem = error;
}

void AttentionReading::tell() {
    if (m_problem) return m_listener.failed(*m_problem);
    if (!m_done) return m_listener.failed(Error(ErrorCode::Cancelled, "Stopped."));
    std::vector<TokenId> tokens = withoutDropped(m_question.tokens, m_question.cuts);
    const size_t count = tokens.size();
    m_listener.looked({.tokens = std::move(tokens),
                       .layers = std::move(m_layers),
                       .reusedTokens = static_cast<int>(m_reused),
                       .pictures = remainingGrids(m_grids, m_question.cuts, count)});
}

void AttentionReadings::add(AttentionQuestion question, AttentionListener& listener, Scheduler& scheduler,
                            std::shared_ptr<PictureRows> pictures, std::vector<PictureGrid> grids) {
    AttentionReading& reading = m_readings.emplace_back(std::move(question), listener, std::move(grids));
    SequenceOptions options = reading.options();
    options.pictures = std::move(pictures);
    try {
        scheduler.add(reading.prompt(), reading, std::move(options));
    } catch (...) {
        m_readings.pop_back();
        throw;
    }
}

void AttentionReadings::tellEnded() {
    for (auto it = m_readings.begin(); it != m_readings.end();) {
        const auto reading = it++;
        if (!reading->hasLeft()) continue;
        std::list<AttentionReading> left;
        left.splice(left.end(), m_readings, reading);
        left.front().tell();
    }
}

void AttentionReadings::failAll(const Error& error, Scheduler& scheduler) {
    while (!m_readings.empty()) {
        scheduler.remove(m_readings.front());
        std::list<AttentionReading> left;
        left.splice(left.end(), m_readings, m_readings.begin());
        left.front().fail(error);
    }
}

void AttentionReadings::cancelAll() noexcept {
    for (AttentionReading& reading : m_readings) reading.cancel();
}

}  // namespace hearth
