#pragma once

#include <list>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_set>

#include "cli/batch_answer.h"
#include "cli/batch_file.h"
#include "cli/batch_line.h"
#include "cli/batch_progress.h"
#include "cli/line_reader.h"
#include "hearth/engine.h"

namespace hearth::cli {

/// Takes the requests of a batch from a file to the engine and the answers to another. For one thread.
class BatchRun {
public:
    /// All of them outlive it. `parallel`: requests that are with the engine at most, 1 to 16.
    BatchRun(Engine& engine, LineReader& input, BatchFile& output, int parallel, BatchTotals& totals);
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

    Engine& m_engine;
    LineReader& m_input;
    BatchFile& m_output;
    size_t m_parallel;
    BatchTotals& m_totals;
    std::string m_model;  ///< its name
    std::list<Job> m_jobs;
    std::unordered_set<std::string> m_ids;  ///< of the input so far
};

}  // namespace hearth::cli
