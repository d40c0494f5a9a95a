#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/calibration.h"
#include "hearth/error.h"
#include "hearth/model_comparison.h"
#include "hearth/model_jobs.h"
#include "hearth/platform/file.h"
#include "hearth/platform/terminal.h"
#include "hearth/quantize.h"
#include "hearth/quantize_model.h"

namespace hearth::cli {

namespace {

constexpr std::array quantizeOptions = {
    Option{
        "--calibrate", "", "FILE",
        "a text of the kind that the model is for: what its matrices are multiplied with there decides what "
        "an error costs, and the report says what that brought"},
    Option{"--file", "-f", "FILE", "the text to compare on (default: a short English one)"},
    Option{"--tokens", "", "N", "maximum number of its tokens to use, 2 to 4096 (default 512)"},
    Option{"--force", "", "", "replace OUT.gguf when it is an ordinary file that exists already"},
    Option{"--no-report", "", "", "do not compare the two files"},
    Option{"--threads", "-t", "N", "CPU threads for comparison and calibration (default: one per core)"},
    inProcessOption,
    jsonOption,
};

int tokenLimit(const Arguments& arguments) {
    return integerInRange(arguments, "--tokens", 512, 2, 4096);
}

int threadCount(const Arguments& arguments) {
    return integerInRange(arguments, "--threads", 0, 0, 256);
}

ModelJobs jobs(const Arguments& arguments) {
    return ModelJobs(modelPlace(arguments));
}

ModelComparison compareWith(const Arguments& arguments, const std::filesystem::path& copy) {
    const int limit = tokenLimit(arguments);
    const auto file = arguments.text("--file");
    const std::string text = file ? readTextFile(*file) : std::string(comparisonText());
    return jobs(arguments).compare(
        arguments.positional()[0], copy,
        {.text = text, .tokens = static_cast<size_t>(limit), .threads = threadCount(arguments)});
}

nlohmann::ordered_json costOf(const ModelComparison& found) {
    return {{"kl_mean", found.meanKl},
            {"kl_max", found.largestKl},
            {"same_top_token", found.sameTopToken},
            {"perplexity_before", found.perplexityBefore},
            {"perplexity_after", found.perplexityAfter}};
}

/// A file with a name that no other has, beside a given one. It is gone when this is.
class PassingFile {
public:
    explicit PassingFile(const std::string& beside) {
        std::string name = beside + ".uncalibrated-";
        if (!platform::File::withNewName(name).isOpen())
            throw Error(ErrorCode::Io,
                        "A file beside " + beside + " cannot be made: " + std::strerror(errno) + ".");
        m_path = name;
    }
    ~PassingFile() {
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;
    const std::filesystem::path& path() const noexcept { return m_path; }

private:
    std::filesystem::path m_path;
};

void compare(const Arguments& arguments, nlohmann::ordered_json& report) {
    const ModelComparison found = compareWith(arguments, arguments.positional()[1]);
    report["tokens"] = found.tokens;
    report.update(costOf(found));
}

/// Measures the cost of the same type without calibration.
void compareUncalibrated(const Arguments& arguments, BlockType type, nlohmann::ordered_json& report) {
    const PassingFile plain(arguments.positional()[1]);
    jobs(arguments).quantize(arguments.positional()[0], plain.path(), type);
    report["uncalibrated"] = costOf(compareWith(arguments, plain.path()));
}

void print(const nlohmann::ordered_json& report) {
    const double before = report["input_bytes"], after = report["output_bytes"];
    std::printf(
        "%zu of %zu tensors written in fewer bits, %zu of them as %s: %.1f MB instead of %.1f MB (%.0f %%)\n",
        report["converted"].get<size_t>(), report["tensors_in_file"].get<size_t>(),
        report["of_type"].get<size_t>(), report["type"].get<std::string>().c_str(), after / 1e6, before / 1e6,
        100 * after / before);
    if (!report.contains("kl_mean")) return;
    std::printf(
        "on %zu tokens: KL divergence %.5f nats a token (largest %.4f), the same first choice %.1f %%, "
        "perplexity %.3f instead of %.3f\n",
        report["tokens"].get<size_t>(), report["kl_mean"].get<double>(), report["kl_max"].get<double>(),
        100 * report["same_top_token"].get<double>(), report["perplexity_after"].get<double>(),
        report["perplexity_before"].get<double>());
    if (!report.contains("uncalibrated")) return;
    const auto& plain = report["uncalibrated"];
    std::printf(
        "without calibration: KL divergence %.5f nats a token (largest %.4f), the same first choice %.1f %%, "
        "perplexity %.3f\n",
        plain["kl_mean"].get<double>(), plain["kl_max"].get<double>(),
        100 * plain["same_top_token"].get<double>(), plain["perplexity_after"].get<double>());
}

/// Importance of the model's columns according to a calibration text; empty without one.
WeightImportance importance(const Arguments& arguments, bool visible) {
    const auto file = arguments.text("--calibrate");
    if (!file) return {};
    if (arguments.text("--file") == file)
        throw UsageError("the text to compare on must be another than the one to calibrate with");
    const std::string text = readTextFile(*file);
    WeightImportance found = jobs(arguments).calibrate(
        arguments.positional()[0], {.text = text, .threads = threadCount(arguments)}, [&](double share) {
            if (visible) std::fprintf(stderr, "\r\033[KCalibrating: %d %%", static_cast<int>(100 * share));
        });
    if (visible) std::fputs("\r\033[K", stderr);
    return found;
}

void runQuantize(const Arguments& arguments) {
    if (arguments.positional().size() != 3) throw UsageError("give a model, the new file and a type");
    tokenLimit(arguments), threadCount(arguments);  // before anything is written
    const std::string& typeName = arguments.positional()[2];
    const BlockTypeInfo* type = findBlockType(std::string_view(typeName));
    if (type == nullptr) throw UsageError("there is no type " + typeName + "; choose " + offeredTypeNames());
    const bool visible = platform::isTerminal(platform::StandardStream::Errors);
    const Existing existing = arguments.has("--force") ? Existing::Replace : Existing::Refuse;
    refuseOutput(arguments.positional()[1], existing);
    // A type that cannot be written is refused before anything takes its time.
    const WeightImportance columns =
        canQuantize(type->type) ? importance(arguments, visible) : WeightImportance{};
    const QuantizeReport done = jobs(arguments).quantize(
        arguments.positional()[0], arguments.positional()[1], type->type,
        [&](uint64_t bytes, uint64_t all) {
            if (visible)
                std::fprintf(stderr, "\r\033[KQuantising: %d %%",
                             static_cast<int>(100.0 * static_cast<double>(bytes) / static_cast<double>(all)));
        },
        {}, columns, existing);
    if (visible) std::fputs("\r\033[K", stderr);
    nlohmann::ordered_json report{{"type", type->name},
                                  {"input_bytes", done.inputBytes},
                                  {"output_bytes", done.outputBytes},
                                  {"tensors_in_file", done.tensors},
                                  {"converted", done.converted},
                                  {"of_type", done.ofType}};
    if (columns.tokens != 0) report["calibration_tokens"] = columns.tokens;
    if (!arguments.has("--no-report")) {
        compare(arguments, report);
        if (columns.tokens != 0) compareUncalibrated(arguments, type->type, report);
    }
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
