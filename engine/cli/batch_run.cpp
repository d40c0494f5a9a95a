#include "cli/batch_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>
#include <variant>

#include "hearth/error.h"
#include "hearth/prompt_service.h"
#include "openai/picture_parts.h"
#include "openai/prompt_logprobs.h"
#include "runtime/reply_wait.h"

namespace hearth::cli {

/// A request that the model has.
class BatchRun::Job final : public ReplySink {
public:
    Job(BatchRun& run, BatchAddress itsAddress, const openai::CompletionRequest& request)
        : address(std::move(itsAddress)), m_run(run), m_request(request) {}

    void starting(Engine& engine, const GenerationRequest& request) override {
        m_answer.emplace(m_run.m_model, address, m_request,
                         m_request.logprobs ? &promptsOf(engine).tokenizer() : nullptr);
        if (m_request.echo && m_request.logprobs)
            m_answer->setPrompt(openai::promptLogprobs(engine, request, m_request.topLogprobs));
    }
    void replied(const ReplyDelta& delta) override { m_answer->add(delta); }
    void finished(GenerationResult reply) override {
        end([&] { result = std::move(reply); });
    }
    void failed(const Error& problem) override {
        end([&] { error = problem; });
    }
    std::string line() { return m_answer->lineOf(*result); }

    const BatchAddress address;
    RequestId id = 0;
    std::optional<GenerationResult> result;
    std::optional<Error> error;

private:
    template <class Note>
    void end(const Note& note) {
        // Under the lock to its end: the job may go as soon as it is free.
        const std::scoped_lock lock(m_run.m_mutex);
        note();
        ++m_run.m_ended;
        m_run.m_changed.notify_all();
    }

    BatchRun& m_run;
    const openai::CompletionRequest m_request;  ///< without what the model was given
    std::optional<BatchAnswer> m_answer;  ///< from its turn on; the thread of the model has it until the end
};

BatchRun::BatchRun(EngineExecutor& model, LineReader& input, BatchFile& output, int parallel,
                   BatchTotals& totals)
    : m_requests(model, {.parallel = parallel}),
      m_input(input),
      m_output(output),
      m_parallel(static_cast<size_t>(parallel)),
      m_totals(totals),
      m_model(waitFor(model, [](Engine& engine) { return engine.info().modelName; })) {
}

BatchRun::~BatchRun() {
    for (const Job& job : m_jobs) m_requests.cancel(job.id);
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] {
        return std::ranges::all_of(m_jobs, [](const Job& job) { return job.result || job.error; });
    });
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
        waitForAny(stop);
        collect();
        m_output.syncIfDue();
        progress.showIfDue(m_totals);
    }
    return false;
}

void BatchRun::waitForAny(const std::stop_token& stop) {
    constexpr auto moment = std::chrono::milliseconds(100);
    std::unique_lock lock(m_mutex);
    (void)m_changed.wait_for(lock, stop, moment, [this] { return m_ended > 0; });
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
    constexpr size_t mostNotes = 500;
    for (const std::string& note : line.notes)
        if (m_told.size() < mostNotes && m_told.insert(note).second)
            std::fprintf(stderr, "%s\n", note.c_str());
}

void BatchRun::submit(const BatchAddress& address, openai::CompletionRequest request) {
    // The answer needs of it what is echoed.
    GenerationRequest generation =
        request.generation.messages.empty() ? request.generation : std::exchange(request.generation, {});
    Job& job = m_jobs.emplace_back(*this, address, request);
    job.id = m_requests.submit(std::move(generation), job, Priority::Chat);
}

void BatchRun::addError(const std::string& line) {
    m_output.append(line);
    ++m_totals.done;
    ++m_totals.errors;
}

void BatchRun::collect() {
    std::list<Job> ended;
    {
        const std::scoped_lock lock(m_mutex);
        m_ended = 0;
        for (auto it = m_jobs.begin(); it != m_jobs.end();) {
            const auto job = it++;
            if (job->result || job->error) ended.splice(ended.end(), m_jobs, job);
        }
    }
    for (Job& job : ended) {
        if (job.error) {
            // The next start may have the memory, the file or the GPU; the request itself is not to blame.
            const ErrorCode code = job.error->code();
            const std::string picture(openai::pictureErrorCode(*job.error));
            if (code != ErrorCode::BadInput && code != ErrorCode::ContextFull &&
                code != ErrorCode::Unsupported && picture.empty())
                throw Error(*job.error);
            addError(refusalLine(job.address, {job.error->what(), {}, picture}));
            continue;
        }
        const GenerationResult& result = *job.result;
        m_output.append(job.line());
        ++m_totals.done;
        m_totals.tokens += result.metrics.generatedTokens;
        m_totals.promptTokens += result.metrics.promptTokens;
        m_totals.cachedTokens += result.metrics.reusedTokens;
    }
}

}  // namespace hearth::cli
