#include <charconv>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/error.h"
#include "hearth/probe.h"

namespace hearth::cli {

namespace {

constexpr std::array logitsOwnOptions = {
    Option{"--tokens", "", "IDS", "token ids with commas between them"},
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
    const std::vector<TokenId> tokens = parseIds(arguments.required("--tokens"));
    const std::string out = arguments.required("--out");
    const auto engine = loadEngineForNumbers(engineOptions(arguments));
    if (!arguments.has("--all")) return writeFloats(out, engine->probe()->logits(tokens, false));
    // Bad input is refused before there is a file.
    std::unique_ptr<FloatFile> file;
    engine->probe()->readLogits({.tokens = tokens}, [&](size_t, std::span<const float> logits) {
        if (file == nullptr) file = std::make_unique<FloatFile>(out);
        file->write(logits);
    });
    if (file != nullptr) file->close();
}

}  // namespace

const Command logitsCommand{.name = "logits",
                            .usage = "-m MODEL --tokens 1,2,3 [--all] --out FILE [OPTIONS]",
                            .summary = "Write the model's scores for the next token.",
                            .options = logitsOptions,
                            .run = runLogits};

}  // namespace hearth::cli
