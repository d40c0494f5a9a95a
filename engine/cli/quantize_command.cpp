#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/logit_distance.h"
#include "hearth/error.h"
#include "hearth/quantize_model.h"

namespace hearth::cli {

namespace {

constexpr std::array options = {
    Option{"--file", "-f", "FILE", "the text to compare on (default: a short English one)"},
    Option{"--tokens", "", "N", "tokens of it at most, 2 to 4096 (default 512)"},
    Option{"--no-report", "", "", "do not compare the two files"},
    Option{"--threads", "-t", "N", "CPU threads of the comparison (default: one a core)"},
    jsonOption,
};

/// Something of everything that people ask models for.
constexpr std::string_view sampleText =
    "The harbour town wakes slowly in winter. Before the first ferry leaves, the baker on the corner carries "
    "her trays outside, and the smell of warm bread drifts down to the water, where two men argue about the "
    "price of diesel.\n\nQuestion: A train leaves at 9:40 and arrives at 13:05. How long does the journey "
    "take?\nAnswer: From 9:40 to 13:00 are three hours and twenty minutes; five more make 3 h 25 min.\n\n"
    "def mean(values):\n    \"\"\"The arithmetic mean of a list that is not empty.\"\"\"\n    return "
    "sum(values) / len(values)\n\n1. Boil the water with a little salt.\n2. Add the pasta and stir once.\n"
    "3. Taste it a minute before the packet says so.\n\nDie Post kommt um zehn. Le train est en retard.\n";

/// Logits of a model on disk until the other model's come: two models and all their logits seldom fit into
/// memory together.
class LogitsOnDisk {
public:
    LogitsOnDisk() : m_file(std::tmpfile()) {
        if (!m_file) fail();
    }
    void append(std::span<const float> logits) {
        if (std::fwrite(logits.data(), sizeof(float), logits.size(), m_file.get()) != logits.size()) fail();
    }
    void rewind() {
        if (std::fflush(m_file.get()) != 0 || std::fseek(m_file.get(), 0, SEEK_SET) != 0) fail();
    }
    void next(std::span<float> logits) {
        if (std::fread(logits.data(), sizeof(float), logits.size(), m_file.get()) != logits.size()) fail();
    }

private:
    [[noreturn]] static void fail() {
        throw Error(ErrorCode::Io,
                    "The comparison has no room for temporary files; make room or give --no-report.");
    }
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> m_file;
};

using EachRow = std::function<void(std::span<const float> logits)>;

/// Tells the logits of every token, and returns the perplexity. The first model decides what the tokens are.
double score(const std::string& model, int threads, const std::string& text, size_t limit,
             std::vector<TokenId>& tokens, const EachRow& each) {
    EngineOptions engineOptionsGiven;
    engineOptionsGiven.model = model;
    engineOptionsGiven.threads = threads;
    engineOptionsGiven.kvType = "f32";
    const auto engine = loadEngine(engineOptionsGiven);
    if (tokens.empty()) {
        tokens = engine->tokenizer().encode(text, {.addSpecial = true});
        tokens.resize(std::min({tokens.size(), limit, static_cast<size_t>(engine->info().contextLength)}));
        if (tokens.size() < 2)
            throw Error(ErrorCode::BadInput, "The text has fewer than two tokens; give a longer one.");
    }
    const auto vocabulary = static_cast<size_t>(engine->info().vocabSize);
    double nll = 0;
    engine->logitsInParts(tokens, [&](size_t position, std::span<const float> logits) {
        for (; !logits.empty(); ++position, logits = logits.subspan(vocabulary)) {
            const auto row = logits.first(vocabulary);
            each(row);
            if (position + 1 < tokens.size()) nll += negativeLogProbability(row, tokens[position + 1]);
        }
    });
    return std::exp(nll / static_cast<double>(tokens.size() - 1));
}

size_t bestOf(std::span<const float> logits) {
    return static_cast<size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

void compare(const Arguments& arguments, nlohmann::ordered_json& report) {
    const int limit = arguments.integer("--tokens", 512);
    if (limit < 2 || limit > 4096)
        throw Error(ErrorCode::BadInput, "--tokens is " + std::to_string(limit) + "; give 2 to 4096.");
    const auto file = arguments.text("--file");
    const std::string text = file ? readTextFile(*file) : std::string(sampleText);
    const int threads = arguments.integer("--threads", 0);
    std::vector<TokenId> tokens;
    LogitsOnDisk disk;
    const double before = score(arguments.positional()[0], threads, text, static_cast<size_t>(limit), tokens,
                                [&](std::span<const float> logits) { disk.append(logits); });
    disk.rewind();
    std::vector<float> exact;
    double sum = 0, largest = 0;
    size_t same = 0;
    const double after = score(arguments.positional()[1], threads, text, static_cast<size_t>(limit), tokens,
                               [&](std::span<const float> other) {
                                   exact.resize(other.size());
                                   disk.next(exact);
                                   const double divergence = klDivergence(exact, other);
                                   sum += divergence;
                                   largest = std::max(largest, divergence);
                                   same += bestOf(exact) == bestOf(other) ? 1 : 0;
                               });
    report["tokens"] = tokens.size();
    report["kl_mean"] = sum / static_cast<double>(tokens.size());
    report["kl_max"] = largest;
    report["same_top_token"] = static_cast<double>(same) / static_cast<double>(tokens.size());
    report["perplexity_before"] = before;
    report["perplexity_after"] = after;
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

void run(const Arguments& arguments) {
    if (arguments.positional().size() != 3) throw UsageError("give a model, the new file and a type");
    const std::string& typeName = arguments.positional()[2];
    const BlockTypeInfo* type = findBlockType(std::string_view(typeName));
    if (type == nullptr)
        throw UsageError("there is no type " + typeName + "; choose Q4_K, Q5_K, Q6_K, Q8_0 or Q4_0");
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
                              .summary = "Store a model's weights in fewer bits, and say what that costs.",
                              .options = options,
                              .run = run};

}  // namespace hearth::cli
