#pragma once

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <unordered_set>

#include "cli/batch_answer.h"
#include "cli/batch_file.h"
#include "cli/batch_line.h"
#include "cli/batch_progress.h"
#include "cli/line_reader.h"
#include "hearth/engine_executor.h"
#include "hearth/request_queue.h"

namespace hearth::cli {

/// Takes the requests of a batch from a file to a model and the answers to another. For one thread, which is
/// not that of the model.
class BatchRun {
public:
    /// All of them outlive it. `parallel`: requests that the model has at most, 1 to 16.
    BatchRun(EngineExecutor& model, LineReader& input, BatchFile& output, int parallel, BatchTotals& totals);
    ~BatchRun();
    BatchRun(const BatchRun&) = delete;
    BatchRun& operator=(const BatchRun&) = delete;

    /// false: it was stopped before its end, and what had no answer yet has none. Throws Error when the
    /// engine fails or a file cannot be read or written; the answers up to then are kept.
    bool run(BatchProgress& progress, const std::stop_token& stop);

private:
    class Job;

    bool takeLine();
    void take(const LineReader::Line& text, BatchLine line);
    void submit(const BatchAddress& address, openai::CompletionRequest request);
    void collect();
    void addError(const std::string& line);
    /// Returns when a request has ended, the run is to be stopped, or something else is due.
    void waitForAny(const std::stop_token& stop);

    RequestQueue m_requests;
    LineReader& m_input;
    BatchFile& m_output;
    size_t m_parallel;
    BatchTotals& m_totals;
    std::string m_model;  ///< its name
    std::mutex m_mutex;   ///< of the ends of the jobs
    std::condition_variable_any m_changed;
    size_t m_ended = 0;  ///< jobs that collect() has not seen
    std::list<Job> m_jobs;
    std::unordered_set<std::string> m_ids;   ///< of the input so far
    std::unordered_set<std::string> m_told;  ///< notes of lines, each once
};

}  // namespace hearth::cli
