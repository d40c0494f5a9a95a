#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/error.h"
#include "hearth/model_comparison.h"
#include "hearth/quantize_model.h"

namespace hearth::cli {

namespace {

constexpr std::array quantizeOptions = {
    Option{"--file", "-f", "FILE", "the text to compare on (default: a short English one)"},
    Option{"--tokens", "", "N", "maximum number of its tokens to use, 2 to 4096 (default 512)"},
    Option{"--no-report", "", "", "do not compare the two files"},
    Option{"--threads", "-t", "N", "CPU threads for the comparison (default: one per core)"},
    jsonOption,
};

int tokenLimit(const Arguments& arguments) {
    return integerInRange(arguments, "--tokens", 512, 2, 4096);
}

int threadCount(const Arguments& arguments) {
    return integerInRange(arguments, "--threads", 0, 0, 256);
}

void compare(const Arguments& arguments, nlohmann::ordered_json& report) {
    const int limit = tokenLimit(arguments);
    const auto file = arguments.text("--file");
    const std::string text = file ? readTextFile(*file) : std::string(comparisonText());
    const ModelComparison found = compareModels(
        arguments.positional()[0], arguments.positional()[1],
        {.text = text, .tokens = static_cast<size_t>(limit), .threads = threadCount(arguments)});
    report["tokens"] = found.tokens;
    report["kl_mean"] = found.meanKl;
    report["kl_max"] = found.largestKl;
    report["same_top_token"] = found.sameTopToken;
    report["perplexity_before"] = found.perplexityBefore;
    report["perplexity_after"] = found.perplexityAfter;
}

void print(const nlohmann::ordered_json& report) {
    const double before = report["input_bytes"], after = report["output_bytes"];
    std::printf("%zu of %zu tensors written as %s: %.1f MB instead of %.1f MB (%.0f %%)\n",
                report["converted"].get<size_t>(), report["tensors_in_file"].get<size_t>(),
                report["type"].get<std::string>().c_str(), after / 1e6, before / 1e6, 100 * after / before);
    if (!report.contains("kl_mean")) return;
    std::printf(
        "on %zu tokens: KL divergence %.5f nats a token (largest %.4f), the same first choice %.1f %%, "
        "perplexity %.3f instead of %.3f\n",
        report["tokens"].get<size_t>(), report["kl_mean"].get<double>(), report["kl_max"].get<double>(),
        100 * report["same_top_token"].get<double>(), report["perplexity_after"].get<double>(),
        report["perplexity_before"].get<double>());
}

void runQuantize(const Arguments& arguments) {
    if (arguments.positional().size() != 3) throw UsageError("give a model, the new file and a type");
    tokenLimit(arguments), threadCount(arguments);  // before anything is written
    const std::string& typeName = arguments.positional()[2];
    const BlockTypeInfo* type = findBlockType(std::string_view(typeName));
    if (type == nullptr)
        throw UsageError("there is no type " + typeName +
                         "; choose Q8_0, Q6_K, Q5_K, Q5_1, Q5_0, Q4_K, Q4_1 or Q4_0");
    const bool visible = isatty(STDERR_FILENO) == 1;
    const QuantizeReport done = quantizeModel(
        arguments.positional()[0], arguments.positional()[1], type->type, [&](uint64_t bytes, uint64_t all) {
            if (visible)
                std::fprintf(stderr, "\r\033[KQuantising: %d %%",
                             static_cast<int>(100.0 * static_cast<double>(bytes) / static_cast<double>(all)));
        });
    if (visible) std::fputs("\r\033[K", stderr);
    nlohmann::ordered_json report{{"type", type->name},
                                  {"input_bytes", done.inputBytes},
                                  {"output_bytes", done.outputBytes},
                                  {"tensors_in_file", done.tensors},
                                  {"converted", done.converted}};
    if (!arguments.has("--no-report")) compare(arguments, report);
    if (arguments.has("--json"))
        std::cout << report.dump() << '\n';
    else
        print(report);
}

}  // namespace

const Command quantizeCommand{.name = "quantize",
                              .usage = "IN.gguf OUT.gguf TYPE [OPTIONS]",
                              .summary = "Store a model's weights in fewer bits, and report what that costs.",
                              .options = quantizeOptions,
                              .run = runQuantize};

}  // namespace hearth::cli
