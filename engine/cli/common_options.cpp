#include "cli/common_options.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "hearth/error.h"

namespace hearth::cli {

EngineOptions engineOptions(const Arguments& arguments) {
    EngineOptions options;
    options.model = arguments.required("--model");
    options.backend = arguments.text("--backend").value_or(options.backend);
    options.threads = arguments.integer("--threads", options.threads);
    options.contextLength = arguments.integer("--ctx", options.contextLength);
    options.kvType = arguments.text("--kv").value_or(options.kvType);
    options.gpuLayers = arguments.integer("--gpu-layers", options.gpuLayers);
    return options;
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

std::unique_ptr<Engine> loadEngine(const EngineOptions& options) {
    const bool visible = isatty(STDERR_FILENO) == 1;
    auto engine = Engine::load(options, [&](const Engine::LoadProgress& progress) {
        if (visible)
            std::fprintf(stderr, "\r\033[K%s: %d %%", progress.step.c_str(),
                         static_cast<int>(progress.fraction * 100));
    });
    if (visible) std::fputs("\r\033[K", stderr);
    return engine;
}

std::string readTextFile(const std::string& path) {
    std::ostringstream text;
    if (path == "-") {
        text << std::cin.rdbuf();
        return text.str();
    }
    std::ifstream file(path, std::ios::binary);
    // A folder opens, and fails when its first byte is looked at.
    if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
    if (!file.is_open() || file.bad()) {
        throw Error(ErrorCode::Io, "The file " + path + " cannot be read: " + std::strerror(errno) + ".");
    }
    return text.str();
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
