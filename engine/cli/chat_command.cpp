#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/keep_options.h"
#include "cli/other_place.h"
#include "hearth/device_fault.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::cli {

namespace {

constexpr std::array chatOwnOptions = {Option{"--system", "", "TEXT", "the system message"},
                                       keepOption,
                                       keepKeyOption,
                                       overflowOption,
                                       speculateOption,
                                       draftOption};
constexpr auto chatOptions =
    joinOptions(engineOptionList, std::array{ownProcessOption}, chatOwnOptions, samplingOptionList);

class StreamingListener final : public GenerationListener {
public:
    void replied(const ReplyDelta& delta) override {
        if (!delta.shown.empty()) std::cout << delta.shown << std::flush;
    }
};

/// Until the next line is there, what the last reply left goes to disk.
bool nextLine(Engine& engine, bool terminal, std::string& line) {
    if (terminal) std::fputs("> ", stderr);
    const auto isThere = [] {
        pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        return std::cin.rdbuf()->in_avail() != 0 || poll(&input, 1, 0) != 0;
    };
    while (!isThere() && engine.step()) {
    }
    return std::getline(std::cin, line) && !line.empty();
}

/// The model of a chat, and how to load it again.
struct ChatModel {
    EngineOptions options;
    RunsIn where;
    std::unique_ptr<Engine> engine;
};

/// The reply to a request; when the device of the model is lost, again from its beginning, elsewhere.
GenerationResult reply(ChatModel& model, const GenerationRequest& request) {
    constexpr int mostLosses = 8;
    for (int losses = 0;; ++losses) {
        StreamingListener listener;
        const Interrupt interrupt;
        std::optional<DeviceFault> fault;
        try {
            GenerationResult result = model.engine->generate(request, listener, interrupt.token());
            std::cout << '\n' << std::flush;
            return result;
        } catch (const Error& error) {
            fault = deviceFault(model.engine->info(), error.code(), error.message(), false);
            if (!fault || losses == mostLosses) throw;
        }
        std::cout << '\n' << std::flush;
        model.engine.reset();
        model.engine = goOnElsewhere(model.options, *fault, interrupt.token(), model.where);
    }
}

void runChat(const Arguments& arguments) {
    refuseWords(arguments);
    const SamplingParams sampling = samplingParams(arguments);
    const ContextOverflow overflow = contextOverflow(arguments);
    EngineOptions engineOptionsGiven = engineOptions(arguments);
    readKeep(arguments, engineOptionsGiven);
    ChatModel model{.options = engineOptionsGiven, .where = runsIn(arguments), .engine = {}};
    model.engine = loadEngine(model.options, {}, model.where);
    const EngineInfo info = model.engine->info();
    const bool terminal = isatty(STDIN_FILENO) == 1;
    std::fprintf(stderr, "%s on %s (%s%s%s). An empty line ends the chat, /clear starts a new one.\n",
                 readableText(info.modelName).c_str(), info.backend.c_str(), info.device.text().c_str(),
                 info.backendReason.empty() ? "" : "; ", textOf(info.backendReason).c_str());
    if (!info.templateNote.isEmpty())
        std::fprintf(stderr, "%s\n", readableText(info.templateNote.text(), 1000).c_str());
    GenerationRequest request;
    request.sampling = sampling;
    request.speculation = speculation(arguments, Speculation::Own);
    request.overflow = overflow;
    const auto start = [&] {
        request.messages.clear();
        request.cuts.clear();
        if (const auto system = arguments.text("--system"))
            request.messages.push_back({.role = "system", .content = *system, .reasoning = {}, .tokens = {}});
    };
    start();
    std::string line;
    while (nextLine(*model.engine, terminal, line)) {
        if (line == "/clear") {
            start();
            continue;
        }
        request.messages.push_back({.role = "user", .content = line, .reasoning = {}, .tokens = {}});
        const GenerationResult result = reply(model, request);
        ChatMessage said{.role = "assistant", .content = result.text, .reasoning = {}, .tokens = {}};
        for (const GeneratedToken& token : result.tokens) said.tokens.push_back(token.token);
        request.messages.push_back(std::move(said));
        const bool dropped = result.cuts != request.cuts;
        request.cuts = result.cuts;
        const GenerationMetrics& metrics = result.metrics;
        std::fprintf(stderr,
                     "[%d tokens, %.1f tokens/s, first after %.0f ms; prompt: reused %d, processed %d",
                     metrics.generatedTokens, metrics.decodeTokensPerS, metrics.timeToFirstTokenMs,
                     metrics.reusedTokens, metrics.processedTokens);
        if (metrics.draftedTokens > 0)
            std::fprintf(stderr, "; drafted %d, accepted %d", metrics.draftedTokens, metrics.acceptedTokens);
        if (dropped && !result.cuts.empty())
            std::fprintf(stderr, "; dropped %zu tokens so far, moved %d", droppedTokens(result.cuts),
                         metrics.movedTokens);
        std::fputs("]\n", stderr);
    }
    model.engine->savePrefixes();
}

}  // namespace

const Command chatCommand{.name = "chat",
                          .usage = "-m MODEL [OPTIONS]",
                          .summary = "Chat in the terminal.",
                          .options = chatOptions,
                          .run = runChat};

}  // namespace hearth::cli
