#include "cli/batch_run.h"

#include <optional>
#include <utility>
#include <variant>

#include "hearth/error.h"

namespace hearth::cli {

/// A request that is with the engine.
class BatchRun::Job final : public GenerationListener {
public:
    explicit Job(BatchAnswer reply) : answer(std::move(reply)) {}
    void replied(const ReplyDelta& delta) override { answer.add(delta); }
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& problem) override { error = problem; }

    BatchAnswer answer;
    RequestId id = 0;
    std::optional<GenerationResult> result;
    std::optional<Error> error;
};

BatchRun::BatchRun(Engine& engine, LineReader& input, BatchFile& output, int parallel, BatchTotals& totals)
    : m_engine(engine),
      m_input(input),
      m_output(output),
      m_parallel(static_cast<size_t>(parallel)),
      m_totals(totals),
      m_model(engine.info().modelName) {
}

BatchRun::~BatchRun() {
    // The engine may outlive the listeners only without their requests.
    for (const Job& job : m_jobs)
        if (!job.result && !job.error) m_engine.cancel(job.id);
    while (m_engine.step()) {
    }
}

bool BatchRun::run(BatchProgress& progress, const std::stop_token& stop) {
    bool more = true;
    while (!stop.stop_requested()) {
        while (more && m_jobs.size() < m_parallel && !stop.stop_requested()) {
            more = takeLine();
            m_output.syncIfDue();
            progress.showIfDue(m_totals);
        }
        if (m_jobs.empty() && !more) return true;
        (void)m_engine.step();
        collect();
        m_output.syncIfDue();
        progress.showIfDue(m_totals);
    }
    return false;
}

bool BatchRun::takeLine() {
    const auto line = m_input.next();
    if (!line) return false;
    if (line->tooLong) {
        take(*line, {{}, BatchFault{"line_too_long", "The line is longer than 64 MiB."}});
    } else if (line->text.find_first_not_of(" \t\r") != std::string_view::npos) {
        take(*line, readBatchLine(line->text));
    }
    return true;
}

void BatchRun::take(const LineReader::Line& text, BatchLine line) {
    if (line.customId && !m_ids.insert(*line.customId).second)
        line.content = BatchFault{"duplicate_custom_id", "An earlier line has the same \"custom_id\"."};
    if (const auto* fault = std::get_if<BatchFault>(&line.content)) {
        if (m_output.hasFault(text.number))
            ++m_totals.before;
        else
            addError(faultLine(line.customId, text.number, *fault));
        return;
    }
    const BatchAddress address{.customId = *line.customId, .line = text.number};
    if (m_output.hasAnswerTo(address.customId))
        ++m_totals.before;
    else if (const auto* refusal = std::get_if<openai::Refusal>(&line.content))
        addError(refusalLine(address, *refusal));
    else
        submit(address, std::get<openai::CompletionRequest>(std::move(line.content)));
}

void BatchRun::submit(const BatchAddress& address, openai::CompletionRequest request) {
    const size_t before = m_jobs.size();
    try {
        Job& job = m_jobs.emplace_back(
            BatchAnswer(m_model, address, request, request.logprobs ? &m_engine.tokenizer() : nullptr));
        job.id = m_engine.submit(std::move(request.generation), job, Priority::Chat);
    } catch (const Error& error) {
        if (m_jobs.size() > before) m_jobs.pop_back();
        // What the machine lacks may be there at the next start; the request itself is not to blame.
        const ErrorCode code = error.code();
        if (code == ErrorCode::OutOfMemory || code == ErrorCode::Io || code == ErrorCode::Device) throw;
        addError(refusalLine(address, {error.what(), {}}));
    }
}

void BatchRun::addError(const std::string& line) {
    m_output.append(line);
    ++m_totals.done;
    ++m_totals.errors;
}

void BatchRun::collect() {
    for (auto it = m_jobs.begin(); it != m_jobs.end();) {
        const auto job = it++;
        if (job->error) throw Error(*job->error);
        if (!job->result) continue;
        const GenerationResult result = std::move(*job->result);
        m_output.append(job->answer.lineOf(result));
        m_jobs.erase(job);
        ++m_totals.done;
        m_totals.tokens += result.metrics.generatedTokens;
        m_totals.promptTokens += result.metrics.promptTokens;
        m_totals.cachedTokens += result.metrics.reusedTokens;
    }
}

}  // namespace hearth::cli
