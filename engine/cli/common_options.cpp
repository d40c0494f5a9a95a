#include "cli/common_options.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "backend/registry/built_in_backends.h"
#include "cli/input_file.h"
#include "hearth/error.h"
#include "hearth/numbers.h"
#include "hearth/platform/process.h"
#include "hearth/platform/terminal.h"
#include "hearth/worker.h"
#include "worker/worker_errors.h"

namespace hearth::cli {

namespace {
/// More than any text that makes sense here; a device that never ends must not take all the memory.
constexpr size_t mostTextBytes = size_t{256} << 20U;

constexpr int mostThreads = 256, longestContext = 1 << 24;

std::string oneOf(const Arguments& arguments, std::string_view option, std::string otherwise,
                  const std::vector<std::string>& allowed) {
    const std::string value = arguments.text(option).value_or(std::move(otherwise));
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
    throw UsageError(std::string(option) + " is " + asAlternatives(allowed) + ", not \"" + value + "\"");
}

}  // namespace

std::string helpText(const Option& option) {
    constexpr std::string_view mark = "{backends}";
    std::string text(option.help);
    if (const size_t at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), asAlternatives(builtInBackends().choices()));
    return text;
}

int integerInRange(const Arguments& arguments, std::string_view option, int otherwise, int least, int most) {
    const int value = arguments.integer(option, otherwise);
    if (value >= least && value <= most) return value;
    if (most == std::numeric_limits<int>::max())
        throw UsageError(std::string(option) + " must be at least " + std::to_string(least));
    throw UsageError(std::string(option) + " must be from " + std::to_string(least) + " to " +
                     std::to_string(most));
}

void refuseWords(const Arguments& arguments) {
    if (!arguments.positional().empty())
        throw UsageError("there is one word too many: " + arguments.positional()[0]);
}

/// One type, or one of keys and one of values with a colon between them.
KvTypes kvTypes(const Arguments& arguments, KvTypes otherwise) {
    const auto text = arguments.text("--kv");
    if (!text) return otherwise;
    if (const auto types = kvTypesOf(*text)) return *types;
    throw UsageError("--kv is " +
                     asAlternatives(std::vector<std::string>(kvTypeNames.begin(), kvTypeNames.end())) +
                     ", or two of these for keys and values as in q8_0:q4_0, not \"" + *text + "\"");
}

namespace {

/// The numbers of GPUs, each once.
std::vector<int> gpuNumbers(const std::string& text) {
    std::vector<int> numbers;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        int number = -1;
        const auto read = std::from_chars(text.data() + at, text.data() + end, number);
        if (read.ec != std::errc() || read.ptr != text.data() + end || number < 0)
            throw UsageError("--devices is a list of numbers of graphics cards, as in 0,1, not \"" + text +
                             "\"");
        if (std::ranges::count(numbers, number) != 0)
            throw UsageError("--devices names the graphics card " + std::to_string(number) +
                             " twice; name each card once");
        numbers.push_back(number);
        at = end + 1;
    }
    return numbers;
}

/// Naming GPUs is asking for their backend.
std::string backendOfGpus() {
    const BackendRegistry backends = builtInBackends();
    for (const auto& kind : backends.kinds())
        if (kind->traits().automatic && kind->traits().ownMemory) return kind->traits().name;
    return "auto";
}

}  // namespace

void readPlacement(const Arguments& arguments, EngineOptions& options) {
    constexpr int any = std::numeric_limits<int>::max();
    options.pictureDecoder = platform::ownProgram();
    options.backend = oneOf(arguments, "--backend", options.backend, builtInBackends().choices());
    if (const auto cards = arguments.text(devicesOption.name)) {
        options.devices = gpuNumbers(*cards);
        if (options.backend == "auto") options.backend = backendOfGpus();
    }
    if (arguments.text("--card-split")) {
        const std::string how = oneOf(arguments, "--card-split", "auto", {"auto", "layers", "products"});
        options.cardSplit = how == "layers"     ? GpuSplit::Layers
                            : how == "products" ? GpuSplit::TensorParallel
                                                : GpuSplit::Auto;
    }
    options.threads = integerInRange(arguments, "--threads", options.threads, 0, mostThreads);
    options.contextLength = integerInRange(arguments, "--ctx", options.contextLength, 0, longestContext);
    options.kvType = kvTypes(arguments, options.kvType);
    options.gpuLayers = integerInRange(arguments, "--gpu-layers", options.gpuLayers, -1, any);
}

EngineOptions engineOptions(const Arguments& arguments) {
    EngineOptions options;
    options.model = arguments.required("--model");
    readPlacement(arguments, options);
    options.visionFile = arguments.text("--mmproj").value_or("");
    options.draftModel = arguments.text(draftOption.name).value_or("");
    return options;
}

std::optional<Speculation> speculation(const Arguments& arguments) {
    const auto how = arguments.text(speculateOption.name);
    const bool hasDraft = arguments.text(draftOption.name).has_value();
    if (!how) return hasDraft ? std::optional(Speculation::DraftModel) : std::nullopt;
    if (*how == "draft" && !hasDraft)
        throw UsageError("--speculate draft needs a draft model; name it with --draft-model");
    if (*how != "draft" && hasDraft)
        throw UsageError("--draft-model is used with --speculate draft alone, not with \"" + *how + "\"");
    if (*how == "draft") return Speculation::DraftModel;
    if (*how == "lookup") return Speculation::PromptLookup;
    if (*how == "own") return Speculation::Own;
    if (*how == "off") return Speculation::Off;
    throw UsageError("--speculate is lookup, own, draft or off, not \"" + *how + "\"");
}

ReplyGrammar replyGrammar(const Arguments& arguments) {
    ReplyGrammar grammar;
    const auto take = [&](const Option& option, ReplyGrammar::Kind kind, bool isFile) {
        const auto given = arguments.text(option.name);
        if (!given) return;
        if (grammar.kind != ReplyGrammar::Kind::None)
            throw UsageError("give one of --schema, --grammar and --regex");
        grammar = {kind, isFile ? readTextFile(*given) : *given};
    };
    take(schemaOption, ReplyGrammar::Kind::JsonSchema, true);
    take(grammarOption, ReplyGrammar::Kind::Gbnf, true);
    take(regexOption, ReplyGrammar::Kind::Regex, false);
    (void)checkReplyGrammar(grammar);
    return grammar;
}

ContextOverflow contextOverflow(const Arguments& arguments) {
    const std::string how = arguments.text(overflowOption.name).value_or("stop");
    if (how == "slide") return ContextOverflow::Slide;
    if (how != "stop") throw UsageError("--overflow takes stop or slide");
    return ContextOverflow::Stop;
}

SamplingParams samplingParams(const Arguments& arguments) {
    SamplingParams params;
    params.temperature = arguments.number("--temp", params.temperature);
    params.topK = arguments.integer("--top-k", params.topK);
    params.topP = arguments.number("--top-p", params.topP);
    params.minP = arguments.number("--min-p", params.minP);
    params.repeatPenalty = arguments.number("--repeat-penalty", params.repeatPenalty);
    params.presencePenalty = arguments.number("--presence-penalty", params.presencePenalty);
    params.frequencyPenalty = arguments.number("--frequency-penalty", params.frequencyPenalty);
    params.penaltyLastN = arguments.integer("--repeat-last-n", params.penaltyLastN);
    params.seed = arguments.unsignedNumber("--seed");
    params.maxTokens = arguments.integer("--predict", params.maxTokens);
    params.stop = arguments.all("--stop");
    try {
        params.check();
    } catch (const Error& error) {
        std::string sentence = error.what();
        if (sentence.ends_with('.')) sentence.pop_back();
        throw UsageError(sentence);
    }
    return params;
}

namespace {

/// Loads with a line of progress on a terminal.
template <class Load>
std::unique_ptr<Engine> loadVisibly(const EngineOptions& options, const Load& load) {
    const bool visible = platform::isTerminal(platform::StandardStream::Errors);
    auto engine = load(options, [&](const LoadStatus& progress) {
        if (visible)
            std::fprintf(stderr, "\r\033[K%s: %d %%", loadStepText(progress.step).data(),
                         static_cast<int>(progress.fraction * 100));
    });
    if (visible) std::fputs("\r\033[K", stderr);
    return engine;
}

}  // namespace

void tellError(const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
}

ModelPlace modelPlace(const Arguments& arguments, ModelPlace otherwise) {
    const bool sandbox = arguments.has("--own-process"), here = arguments.has("--in-process");
    if (sandbox && here) throw UsageError("--own-process and --in-process exclude each other");
    return sandbox ? ModelPlace::Sandbox : here ? ModelPlace::InProcess : otherwise;
}

std::unique_ptr<Engine> loadEngine(const EngineOptions& options, const std::stop_token& stop,
                                   ModelPlace place) {
    const ModelLoader loader(place, {.cacheFolder = options.prefixFolder});
    auto engine = loadVisibly(options, [&](const auto& wanted, const auto& progress) {
        return loader.load(wanted, progress, stop);
    });
    const EngineInfo info = engine->info();
    if (!info.backendReason.empty() && info.backendReason.front().is(errors::runsWithoutWorker))
        std::fprintf(stderr, "%s\n", info.backendReason.front().text().c_str());
    if (!info.draftProblem.isEmpty()) throw Error(ErrorCode::BadInput, info.draftProblem);
    // One that was only found beside the model is left out.
    if (!options.visionFile.empty() && !info.visionProblem.isEmpty())
        throw Error(ErrorCode::BadInput, info.visionProblem);
    return engine;
}

std::unique_ptr<Engine> loadEngineForNumbers(const EngineOptions& options) {
    return loadVisibly(options,
                       [](const auto& wanted, const auto& hear) { return loadForNumbers(wanted, hear); });
}

std::string readTextFile(const std::string& path) {
    if (path != "-") return InputFile(path).readAll(mostTextBytes);
    std::string text, block(size_t{1} << 20U, '\0');
    while (std::cin.read(block.data(), static_cast<std::streamsize>(block.size())) || std::cin.gcount() > 0) {
        text.append(block, 0, static_cast<size_t>(std::cin.gcount()));
        if (text.size() > mostTextBytes)
            throw Error(ErrorCode::BadInput, "The input has more than 256 MiB of text; give less at a time.");
    }
    if (std::cin.bad())
        throw Error(ErrorCode::Io, std::string("The input cannot be read: ") + std::strerror(errno) + ".");
    return text;
}

FloatFile::FloatFile(std::string path) : m_path(std::move(path)), m_file(m_path, std::ios::binary) {
}

FloatFile::~FloatFile() {
    if (!m_file.is_open()) return;
    m_file.close();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(m_path, ignored)) std::filesystem::remove(m_path, ignored);
}

void FloatFile::write(std::span<const float> values) {
    m_file.write(reinterpret_cast<const char*>(values.data()),
                 static_cast<std::streamsize>(values.size_bytes()));
    check();
}

void FloatFile::close() {
    m_file.close();
    check();
}

void FloatFile::check() const {
    if (!m_file)
        throw Error(ErrorCode::Io,
                    "The file " + m_path + " cannot be written: " + std::strerror(errno) + ".");
}

void writeFloats(const std::string& path, std::span<const float> values) {
    FloatFile file(path);
    file.write(values);
    file.close();
}

}  // namespace hearth::cli
