#include <charconv>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/picture_input.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"

namespace hearth::cli {

namespace {

constexpr std::array logitsOwnOptions = {
    Option{"--tokens", "", "IDS", "token ids with commas between them"},
    Option{"--messages", "", "FILE",
           "instead: a chat as a JSON list, as OpenAI's API has it, with pictures as "
           "{\"type\": \"image\", \"path\": FILE}"},
    Option{"--all", "", "", "logits of every position, not only the last"},
    Option{"--out", "", "FILE", "where to write little-endian float32"},
};
constexpr auto logitsOptions = joinOptions(engineOptionList, logitsOwnOptions);

std::vector<TokenId> parseIds(const std::string& text) {
    std::vector<TokenId> ids;
    for (const char *at = text.data(), *end = at + text.size(); at <= end;) {
        TokenId id = 0;
        const auto [next, error] = std::from_chars(at, end, id);
        if (error != std::errc() || (next != end && *next != ','))
            throw UsageError("--tokens needs numbers with commas between them");
        ids.push_back(id);
        at = next + 1;
    }
    return ids;
}

void runLogits(const Arguments& arguments) {
    refuseWords(arguments);
    if (arguments.has("--tokens") == arguments.has("--messages"))
        throw UsageError("give either --tokens or --messages");
    GenerationRequest request;
    std::vector<TokenId> tokens;
    if (const auto ids = arguments.text("--tokens"))
        tokens = parseIds(*ids);
    else
        request.messages = readMessages(arguments.required("--messages"));
    const std::string out = arguments.required("--out");
    const EngineOptions options = engineOptions(arguments);
    const auto engine = request.messages.empty() ? loadEngineForNumbers(options) : loadEngine(options);
    Probe::LogitQuestion question;
    if (!request.messages.empty()) {
        promptsOf(*engine).make(request);
        tokens = request.prompt->tokens;
        question.request = &request;
    }
    question.tokens = tokens;
    question.lastOnly = !arguments.has("--all");
    // Bad input is refused before there is a file.
    std::unique_ptr<FloatFile> file;
    engine->probe()->readLogits(question, [&](size_t, std::span<const float> logits) {
        if (file == nullptr) file = std::make_unique<FloatFile>(out);
        file->write(logits);
    });
    if (file != nullptr) file->close();
}

}  // namespace

const Command logitsCommand{
    .name = "logits",
    .usage = "-m MODEL (--tokens 1,2,3 | --messages FILE) [--all] --out FILE [OPTIONS]",
    .summary = "Write the model's scores for the next token.",
    .options = logitsOptions,
    .run = runLogits};

}  // namespace hearth::cli
