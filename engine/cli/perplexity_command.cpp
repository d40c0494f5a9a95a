#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "evaluation/logit_distance.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"

namespace hearth::cli {

namespace {

constexpr std::array perplexityOwnOptions = {fileOption};
constexpr auto perplexityOptions =
    joinOptions(engineOptionList, std::array{ownProcessOption}, perplexityOwnOptions);

void runPerplexity(const Arguments& arguments) {
    refuseWords(arguments);
    const EngineOptions engineOptionsGiven = engineOptions(arguments);
    const std::string text = readTextFile(arguments.required("--file"));
    const auto engine = loadEngine(engineOptionsGiven, {}, modelPlace(arguments, ModelPlace::InProcess));
    const auto context = static_cast<size_t>(engine->info().contextLength);
    const auto vocabulary = static_cast<size_t>(engine->info().vocabSize);
    const std::vector<TokenId> tokens = promptsOf(*engine).tokenizer().encode(text, {.addSpecial = true});
    if (tokens.size() < 2)
        throw Error(ErrorCode::BadInput, "The text has fewer than two tokens; give a longer one.");
    double nll = 0;
    size_t scored = 0;
    // Windows of the context's length, each on its own; every token but a window's first is scored.
    for (size_t first = 0; first + 1 < tokens.size(); first += context) {
        const auto window = std::span(tokens).subspan(first, std::min(context, tokens.size() - first));
        if (window.size() < 2) break;
        // In parts: the logits of a long window together would take gigabytes.
        engine->probe()->readLogits({.tokens = window}, [&](size_t position, std::span<const float> logits) {
            for (; !logits.empty(); ++position, logits = logits.subspan(vocabulary)) {
                if (position + 1 == window.size()) return;
                nll += negativeLogProbability(logits.first(vocabulary), window[position + 1]);
                ++scored;
            }
        });
    }
    const nlohmann::ordered_json out{
        {"tokens", scored}, {"nll", nll}, {"perplexity", std::exp(nll / static_cast<double>(scored))}};
    std::cout << out.dump() << '\n';
}

}  // namespace

const Command perplexityCommand{.name = "perplexity",
                                .usage = "-m MODEL -f FILE [OPTIONS]",
                                .summary = "Measure how well the model predicts a text.",
                                .options = perplexityOptions,
                                .run = runPerplexity};

}  // namespace hearth::cli
