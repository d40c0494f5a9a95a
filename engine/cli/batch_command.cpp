#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "cli/batch_file.h"
#include "cli/batch_progress.h"
#include "cli/batch_run.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/input_file.h"
#include "cli/interrupt.h"
#include "cli/line_reader.h"
#include "hearth/error.h"
#include "hearth/model_loop.h"

namespace hearth::cli {

namespace {

constexpr std::array batchOwnOptions = {
    Option{"--parallel", "", "N", "requests to answer at the same time, 1 to 16 (default 8)"},
};
constexpr auto batchOptions = joinOptions(engineOptionList, std::array{ownProcessOption}, batchOwnOptions);

/// Reads lines as soon as they come, so that a pipe holds up no stop request.
LineReader linesOf(InputFile& input, const std::stop_token& stop, size_t mostBytes) {
    return LineReader([&input, stop](std::span<char> out) { return input.read(out, stop); }, mostBytes);
}

/// Number of lines that are not blank; 0 for inputs that can be read once only.
uint64_t countRequests(InputFile& input, const std::stop_token& stop) {
    if (!input.isOrdinary()) return 0;
    LineReader lines = linesOf(input, stop, 256);
    uint64_t count = 0;
    while (const auto line = lines.next())
        if (line->tooLong || line->text.find_first_not_of(" \t\r") != std::string_view::npos) ++count;
    (void)input.file().seek(0);
    return count;
}

/// False, or Error(Cancelled): it was stopped.
bool answerAll(const Arguments& arguments, int parallel, const std::stop_token& stop) {
    InputFile input(arguments.positional()[0]);
    if (input.isDevice())
        throw Error(ErrorCode::BadInput,
                    "The requests cannot be read from " + input.path() + ", which is a device.");
    BatchTotals totals;
    totals.requests = countRequests(input, stop);
    BatchFile output(arguments.positional()[1], input.file());
    ModelLoop model([&](const std::stop_token&) {
        return loadEngine(engineOptions(arguments), stop, modelPlace(arguments));
    });
    model.waitUntilReady();
    LineReader lines = linesOf(input, stop, size_t{64} << 20U);
    BatchProgress progress;
    bool complete = false;
    {
        BatchRun run(model, lines, output, parallel, totals);
        complete = run.run(progress, stop);
    }
    output.sync();
    progress.finish(totals);
    return complete;
}

void runBatch(const Arguments& arguments) {
    if (arguments.positional().size() != 2)
        throw UsageError("give the file with the requests and the file for the answers");
    const int parallel = arguments.integer("--parallel", 8);
    if (parallel < 1 || parallel > 16) throw UsageError("--parallel is a number from 1 to 16");
    (void)arguments.required(modelOption.name);
    const Interrupt interrupt(platform::EndSignals::InterruptOrTerminate);
    try {
        if (answerAll(arguments, parallel, interrupt.token())) return;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) throw;
    }
    throw Error(ErrorCode::Cancelled, "Stopped; the answers so far are kept in " + arguments.positional()[1] +
                                          ". Give the same command to go on.");
}

}  // namespace

const Command batchCommand{
    .name = "batch",
    .usage = "-m MODEL IN.jsonl OUT.jsonl [OPTIONS]",
    .summary = "Answer a file of requests; a run that was stopped continues where it ended.",
    .options = batchOptions,
    .run = runBatch};

}  // namespace hearth::cli
