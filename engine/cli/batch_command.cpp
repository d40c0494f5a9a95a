#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "cli/batch_file.h"
#include "cli/batch_progress.h"
#include "cli/batch_run.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/line_reader.h"
#include "hearth/error.h"

namespace hearth::cli {

namespace {

constexpr std::array batchOwnOptions = {
    Option{"--parallel", "", "N", "requests to answer at the same time, 1 to 16 (default 8)"},
};
constexpr auto batchOptions = joinOptions(engineOptionList, std::array{ownProcessOption}, batchOwnOptions);

/// The file with the requests, open for reading.
class BatchInput {
public:
    explicit BatchInput(std::string path)
        : m_path(std::move(path)), m_descriptor(open(m_path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (m_descriptor < 0)
            throw Error(ErrorCode::Io,
                        "The file " + m_path + " cannot be read: " + std::strerror(errno) + ".");
    }
    ~BatchInput() { close(m_descriptor); }
    BatchInput(const BatchInput&) = delete;
    BatchInput& operator=(const BatchInput&) = delete;

    int descriptor() const noexcept { return m_descriptor; }
    const std::string& path() const noexcept { return m_path; }

    /// How many lines are not blank; 0 for what can be read once only. Throws Error(Io).
    uint64_t countRequests() const {
        if (lseek(m_descriptor, 0, SEEK_CUR) < 0) return 0;
        LineReader lines(m_descriptor, m_path, 256);
        uint64_t count = 0;
        while (const auto line = lines.next())
            if (line->tooLong || line->text.find_first_not_of(" \t\r") != std::string_view::npos) ++count;
        (void)lseek(m_descriptor, 0, SEEK_SET);
        return count;
    }

private:
    std::string m_path;
    int m_descriptor;
};

[[noreturn]] void throwStopped(const std::string& output) {
    throw Error(ErrorCode::Cancelled,
                "Stopped; the answers so far are kept in " + output + ". Give the same command to go on.");
}

std::unique_ptr<Engine> loadForBatch(const Arguments& arguments, const std::string& output,
                                     const std::stop_token& stop) {
    try {
        return loadEngine(engineOptions(arguments), stop, runsIn(arguments));
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throwStopped(output);
        throw;
    }
}

void runBatch(const Arguments& arguments) {
    if (arguments.positional().size() != 2)
        throw UsageError("give the file with the requests and the file for the answers");
    const int parallel = arguments.integer("--parallel", 8);
    if (parallel < 1 || parallel > 16) throw UsageError("--parallel is a number from 1 to 16");
    (void)arguments.required(modelOption.name);
    const Interrupt interrupt(StopSignals::InterruptOrTerminate);
    const BatchInput input(arguments.positional()[0]);
    BatchTotals totals;
    totals.requests = input.countRequests();
    BatchFile output(arguments.positional()[1], input.descriptor());
    const auto engine = loadForBatch(arguments, arguments.positional()[1], interrupt.token());
    LineReader lines(input.descriptor(), input.path());
    BatchProgress progress;
    bool complete = false;
    {
        BatchRun run(*engine, lines, output, parallel, totals);
        complete = run.run(progress, interrupt.token());
    }
    output.sync();
    progress.finish(totals);
    if (!complete) throwStopped(arguments.positional()[1]);
}

}  // namespace

const Command batchCommand{
    .name = "batch",
    .usage = "-m MODEL IN.jsonl OUT.jsonl [OPTIONS]",
    .summary = "Answer a file of requests; a run that was stopped continues where it ended.",
    .options = batchOptions,
    .run = runBatch};

}  // namespace hearth::cli
