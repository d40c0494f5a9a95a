
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/expert_figures.h"
#include "cli/interrupt.h"
#include "cli/keep_options.h"
#include "cli/picture_input.h"
#include "hearth/cache_admin.h"
#include "hearth/error.h"
#include "hearth/model_loop.h"
#include "hearth/request_queue.h"
#include "runtime/reply_wait.h"

namespace hearth::cli {

namespace {

constexpr std::array runOwnOptions = {
    Option{"--prompt", "-p", "TEXT", "what to answer; without it and -f, standard input is read"},
    fileOption,
    imageOption,
    detailOption,
    Option{"--system", "", "TEXT", "the system message"},
    Option{"--raw", "", "", "use no chat template: continue the text as it is"},
    schemaOption,
    grammarOption,
    regexOption,
    jsonOption,
    keepOption,
    keepKeyOption,
    Option{"--reuse-reply", "", "",
           "with --keep and --temp 0: the reply that an earlier start made of the same prompt and settings"},
    overflowOption,
    speculateOption,
    draftOption,
};
constexpr auto runOptions =
    joinOptions(engineOptionList, std::array{ownProcessOption}, runOwnOptions, samplingOptionList);

class PrintingListener final : public GenerationListener {
public:
    explicit PrintingListener(bool print) : m_print(print) {}
    void replied(const ReplyDelta& delta) override {
        if (m_print && !delta.text.empty()) std::cout << delta.text << std::flush;
    }

private:
    bool m_print;
};

std::string prompt(const Arguments& arguments) {
    if (const auto text = arguments.text("--prompt")) return *text;
    return readTextFile(arguments.text("--file").value_or("-"));
}

void runPrompt(const Arguments& arguments) {
    std::vector<MessagePicture> pictures = readPictures(arguments);
    if (!pictures.empty() && arguments.has("--raw"))
        throw UsageError("--image needs a chat template, so not --raw");
    if (arguments.has("--prompt") && arguments.has("--file")) throw UsageError("give either -p or -f");
    GenerationRequest request;
    request.sampling = samplingParams(arguments);
    request.rawReply = true;
    if (arguments.has("--reuse-reply")) request.replyReuse = ReplyReuse::Use;
    const Policy policy{.speculation = speculation(arguments)};
    request.overflow = contextOverflow(arguments);
    request.grammar = replyGrammar(arguments);
    EngineOptions engineOptionsGiven = engineOptions(arguments);
    readKeep(arguments, engineOptionsGiven);
    const std::string text = prompt(arguments);
    if (arguments.has("--raw")) {
        request.rawText = text;
    } else {
        if (const auto system = arguments.text("--system"))
            request.messages.push_back({.role = "system", .content = *system, .reasoning = {}, .tokens = {}});
        request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
        request.messages.back().pictures = std::move(pictures);
    }
    ModelLoop model(
        [&](const std::stop_token&) { return loadEngine(engineOptionsGiven, {}, modelPlace(arguments)); });
    model.waitUntilReady();
    RequestQueue requests(model, {});
    const bool json = arguments.has("--json");
    PrintingListener listener(!json);
    const Interrupt interrupt;
    const GenerationResult result = waitForReply(requests, request, listener, interrupt.token(), policy);
    if (!json) std::cout << '\n' << std::flush;
    waitFor(model, [](Engine& engine) { engine.cache()->flush(); });
    if (!json) return;
    std::vector<TokenId> ids;
    for (const GeneratedToken& token : result.tokens) ids.push_back(token.token);
    const GenerationMetrics& metrics = result.metrics;
    double itl = 0;
    for (const float ms : metrics.interTokenMs) itl += ms / static_cast<double>(metrics.interTokenMs.size());
    nlohmann::ordered_json out{{"text", result.text},
                               {"tokens", ids},
                               {"prompt_tokens", metrics.promptTokens},
                               {"reused_tokens", metrics.reusedTokens},
                               {"ttft_ms", metrics.timeToFirstTokenMs},
                               {"itl_ms", itl},
                               {"tokens_per_s", metrics.decodeTokensPerS},
                               {"drafted_tokens", metrics.draftedTokens},
                               {"accepted_tokens", metrics.acceptedTokens},
                               {"model_drafted_tokens", metrics.modelDraftedTokens},
                               {"model_accepted_tokens", metrics.modelAcceptedTokens},
                               {"certain_tokens", metrics.certainTokens},
                               {"kept_reply", metrics.keptReply},
                               {"finish_reason", finishReasonName(result.reason)}};
    const ExpertTraffic experts =
        waitFor(model, [](Engine& engine) { return engine.cache()->stats().experts; });
    if (experts.isUsed()) out["experts"] = expertFigures(experts);
    std::cout << out.dump() << '\n';
}

}  // namespace

const Command runCommand{
    .name = "run",
    .usage = "-m MODEL [--image FILE … [--detail low|auto|high]] [-p TEXT | -f FILE | < stdin] [OPTIONS]",
    .summary = "Answer one prompt and print the reply as it is generated.",
    .options = runOptions,
    .run = runPrompt};

}  // namespace hearth::cli
