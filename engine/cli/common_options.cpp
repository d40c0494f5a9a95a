#include "cli/common_options.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "hearth/error.h"
#include "hearth/numbers.h"

namespace hearth::cli {

namespace {
/// More than any text that makes sense here; a device that never ends must not take all the memory.
constexpr size_t mostTextBytes = size_t{256} << 20U;
}  // namespace

EngineOptions engineOptions(const Arguments& arguments) {
    EngineOptions options;
    options.model = arguments.required("--model");
    options.backend = arguments.text("--backend").value_or(options.backend);
    options.threads = arguments.integer("--threads", options.threads);
    options.contextLength = arguments.integer("--ctx", options.contextLength);
    options.kvType = arguments.text("--kv").value_or(options.kvType);
    options.gpuLayers = arguments.integer("--gpu-layers", options.gpuLayers);
    options.draftModel = arguments.text(draftOption.name).value_or("");
    return options;
}

Speculation speculation(const Arguments& arguments, Speculation otherwise) {
    const auto how = arguments.text(speculateOption.name);
    const bool hasDraft = arguments.text(draftOption.name).has_value();
    if (!how) return hasDraft ? Speculation::DraftModel : otherwise;
    if (*how == "draft" && !hasDraft)
        throw UsageError("--speculate draft needs a draft model; name it with --draft-model");
    if (*how != "draft" && hasDraft)
        throw UsageError("--draft-model is used with --speculate draft alone, not with \"" + *how + "\"");
    if (*how == "draft") return Speculation::DraftModel;
    if (*how == "lookup") return Speculation::PromptLookup;
    if (*how == "off") return Speculation::Off;
    throw UsageError("--speculate is lookup, draft or off, not \"" + *how + "\"");
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
    params.seed = arguments.unsignedNumber("--seed");
    params.maxTokens = arguments.integer("--predict", params.maxTokens);
    params.stop = arguments.all("--stop");
    params.check();
    return params;
}

namespace {

/// Loads with a line of progress on a terminal.
template <class Load>
std::unique_ptr<Engine> loadVisibly(const EngineOptions& options, const Load& load) {
    const bool visible = isatty(STDERR_FILENO) == 1;
    auto engine = load(options, [&](const Engine::LoadProgress& progress) {
        if (visible)
            std::fprintf(stderr, "\r\033[K%s: %d %%", progress.step.c_str(),
                         static_cast<int>(progress.fraction * 100));
    });
    if (visible) std::fputs("\r\033[K", stderr);
    return engine;
}

}  // namespace

std::unique_ptr<Engine> loadEngine(const EngineOptions& options) {
    auto engine =
        loadVisibly(options, [](const auto& wanted, const auto& hear) { return Engine::load(wanted, hear); });
    if (const std::string problem = engine->info().draftProblem; !problem.empty())
        throw Error(ErrorCode::BadInput, problem);
    return engine;
}

std::unique_ptr<Engine> loadEngineForNumbers(const EngineOptions& options) {
    return loadVisibly(options,
                       [](const auto& wanted, const auto& hear) { return loadForNumbers(wanted, hear); });
}

std::string readTextFile(const std::string& path) {
    // A folder opens, and fails when its first byte is read.
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    std::istream& in = path == "-" ? std::cin : file;
    std::string text, block(size_t{1} << 20U, '\0');
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        text.append(block, 0, static_cast<size_t>(in.gcount()));
        if (text.size() > mostTextBytes)
            throw Error(ErrorCode::BadInput, (path == "-" ? "The input" : "The file " + path) +
                                                 " has more than 256 MiB of text; give less at a time.");
    }
    if (in.bad() || (path != "-" && !file.is_open()))
        throw Error(ErrorCode::Io, "The file " + path + " cannot be read: " + std::strerror(errno) + ".");
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
