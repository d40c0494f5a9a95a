#pragma once

#include <unistd.h>

#include <QCoreApplication>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hearth/worker.h"
#include "support/reference_pack.h"

namespace hearth::test {

/// Processes of models that run with the built command line.
inline WorkerProcess builtProcess() {
    const QString program = QCoreApplication::applicationDirPath() + "/../bin/hearth-cli";
    return {.command = {program.toStdString(), WorkerProcess::argument}, .cacheFolder = {}};
}

/// The processes of this name that a process, or this one, has started and that are there.
inline std::vector<pid_t> childrenNamed(const std::string& wanted, pid_t parent = getpid()) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry.path() / "stat");
        std::string line;
        std::getline(file, line);
        // number (name) state parent
        const size_t behind = line.rfind(") ");
        if (line.find('(' + wanted + ')') == std::string::npos || behind == std::string::npos) continue;
        if (line[behind + 2] == 'Z' || std::stoi(line.substr(behind + 4)) != parent) continue;
        found.push_back(std::stoi(name));
    }
    return found;
}
/// Those in which a model runs.
inline std::vector<pid_t> modelProcesses() {
    return childrenNamed("hearth-model");
}

inline EngineOptions tinyOptions(const char* name = "llama-f32.gguf") {
    EngineOptions options;
    options.model = tinyModelsFolder() / name;
    options.backend = "cpu";
    options.contextLength = 512;
    options.threads = 2;
    return options;
}

inline GenerationRequest greedyRequest(const std::string& text, int maxTokens) {
    GenerationRequest request;
    request.messages = {{.role = "user", .content = text, .reasoning = {}, .tokens = {}}};
    request.sampling.temperature = 0;
    request.sampling.maxTokens = maxTokens;
    request.ignoreEndOfText = true;
    return request;
}

}  // namespace hearth::test
